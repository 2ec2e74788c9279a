// SPDX-License-Identifier: Apache-2.0
#include "ingest/csv.h"

#include "base/text.h"

namespace slowtell::ingest {
namespace {

enum class Where { kPlain, kQuoted };

// Appends the cells of one physical line; `where` carries an open quote over to the next line.
void SplitLine(std::string_view line, std::vector<std::string>& cells, Where& where) {
  if (where == Where::kPlain) cells.emplace_back();
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (where == Where::kQuoted) {
      if (c != '"') {
        cells.back().push_back(c);
      } else if (i + 1 < line.size() && line[i + 1] == '"') {
        cells.back().push_back('"');
        ++i;
      } else {
        where = Where::kPlain;
      }
    } else if (c == ',') {
      cells.emplace_back();
    } else if (c == '"' && cells.back().empty()) {
      where = Where::kQuoted;
    } else {
      cells.back().push_back(c);
    }
  }
}

}  // namespace

Result<bool> CsvReader::Next(std::vector<std::string>& cells) {
  cells.clear();
  Where where = Where::kPlain;
  std::string_view line;
  while (true) {
    ASSIGN_OR_RETURN(const bool more, input_.NextLine(line));
    if (!more) {
      cut_in_quotes_ = where == Where::kQuoted;
      return !cells.empty();
    }
    if (cells.empty() && Trim(line).empty()) continue;
    if (where == Where::kQuoted) cells.back().push_back('\n');
    SplitLine(line, cells, where);
    if (where == Where::kPlain) return true;
  }
}

}  // namespace slowtell::ingest
