// SPDX-License-Identifier: Apache-2.0
#include "ingest/csv.h"

#include <algorithm>

#include "base/text.h"

namespace slowtell::ingest {

// Appends one physical line; open_quote_ carries an open quote over to the next one.
void CsvReader::SplitLine(std::string_view line) {
  if (!open_quote_) ends_.push_back(text_.size());
  size_t begin = ends_.size() > 1 ? ends_[ends_.size() - 2] : 0;  // of the cell
  const auto stops = [this](char c) { return c == '"' || (c == separator_ && !open_quote_); };
  while (!line.empty()) {
    const auto stop = std::find_if(line.begin(), line.end(), stops);
    const size_t run = static_cast<size_t>(stop - line.begin());
    text_.append(line.substr(0, run));
    if (stop == line.end()) break;
    const char c = *stop;
    line.remove_prefix(run + 1);
    if (open_quote_) {
      open_quote_ = !line.empty() && line.front() == '"';
      if (!open_quote_) continue;
      text_.push_back('"');
      line.remove_prefix(1);
    } else if (c == separator_) {
      ends_.back() = begin = text_.size();
      ends_.push_back(begin);
    } else if (text_.size() == begin) {
      open_quote_ = true;
    } else {
      text_.push_back(c);
    }
  }
  ends_.back() = text_.size();
}

Result<bool> CsvReader::Next(std::vector<std::string_view>& cells) {
  cells.clear();
  text_.clear();
  ends_.clear();
  open_quote_ = false;
  std::string_view line;
  while (true) {
    ASSIGN_OR_RETURN(const bool more, input_.NextLine(line));
    if (!more) break;
    if (ends_.empty() && Trim(line).empty()) continue;
    if (open_quote_) text_.push_back('\n');
    SplitLine(line);
    if (!open_quote_ || text_.size() > kLargestRecord) break;
  }
  size_t begin = 0;
  for (const size_t end : ends_) {
    cells.push_back(std::string_view(text_).substr(begin, end - begin));
    begin = end;
  }
  return !cells.empty();
}

char CsvSeparator(std::string_view header) {
  header = header.substr(0, header.find('\n'));
  const auto count = [header](char c) { return std::count(header.begin(), header.end(), c); };
  const auto commas = count(',');
  if (count(';') > commas) return ';';
  return count('\t') > commas ? '\t' : ',';
}

}  // namespace slowtell::ingest
