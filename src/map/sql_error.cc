// SPDX-License-Identifier: Apache-2.0
#include "map/sql_error.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "map/placeholder.h"

namespace slowtell::map {
namespace {

// The number behind `mark`; 0 when there is none.
size_t NumberAfter(std::string_view message, std::string_view mark) {
  const size_t at = message.find(mark);
  if (at == message.npos) return 0;
  size_t number = 0;
  for (size_t i = at + mark.size();
       i < message.size() && std::isdigit(static_cast<unsigned char>(message[i])); ++i)
    number = std::min<size_t>(number * 10 + static_cast<size_t>(message[i] - '0'), 1'000'000'000);
  return number;
}

int LineAt(std::string_view text, size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

bool IsNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// "Unknown expression identifier `dura` in scope ..." -> where `dura` first stands.
int LineOfName(std::string_view message, std::string_view text) {
  const size_t open = message.find_first_of("`'");
  if (open == message.npos) return 0;
  const size_t close = message.find(message[open], open + 1);
  if (close == message.npos || close == open + 1) return 0;
  const std::string_view name = message.substr(open + 1, close - open - 1);
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !IsNameCharacter(text[at - 1])) &&
        (end == text.size() || !IsNameCharacter(text[end])))
      return LineAt(text, at);
  }
  return 0;
}

void CutAt(std::string& text, std::string_view mark) {
  if (const size_t at = text.find(mark); at != std::string::npos) {
    const size_t code = text.find(" (engine code ", at);
    text.replace(at, (code == std::string::npos ? text.size() : code) - at, "");
  }
}

// slowtell_map_input_1 -> {{input}}
void NameInputs(std::string& text) {
  constexpr std::string_view kTable = "slowtell_map_input_";
  for (size_t at = text.find(kTable); at != std::string::npos; at = text.find(kTable, at)) {
    size_t end = at + kTable.size();
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    const size_t begin = at >= 8 && text.compare(at - 8, 8, "default.") == 0 ? at - 8 : at;
    text.replace(begin, end - begin, "{{input}}");
    at = begin;
  }
}

}  // namespace

int LineIn(std::string_view message, std::string_view text) {
  if (const size_t line = NumberAfter(message, "(line "); line != 0) return static_cast<int>(line);
  if (const size_t position = NumberAfter(message, "failed at position "); position != 0)
    return LineAt(text, position - 1);
  return LineOfName(message, text);
}

Error AboutMapping(Error error, const Mapping& mapping) {
  if (error.kind == ErrorKind::kInterrupted || error.kind == ErrorKind::kIo) return error;
  const int line = LineIn(error.why, WithoutComments(mapping.text));
  error.kind = ErrorKind::kBadInput;
  error.what = "cannot run the mapping";
  error.where = mapping.path + (line ? ":" + std::to_string(line) : "");
  if (error.why.find("UNKNOWN_QUERY_PARAMETER") != std::string::npos)
    error.hint = "the mapping needs a value from the command line: --set NAME=VALUE";
  if (error.why.find("READONLY") != std::string::npos ||
      error.why.find("which reads files") != std::string::npos)
    error.hint = "a mapping reads {{input}} and nothing else";
  CutAt(error.why, " in scope ");
  CutAt(error.why, ": In scope ");
  NameInputs(error.why);
  error.why = Printable(error.why, 600);
  return error;
}

}  // namespace slowtell::map
