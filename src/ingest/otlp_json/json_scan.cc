// SPDX-License-Identifier: Apache-2.0
#include "ingest/otlp_json/json_scan.h"

#include <cstring>

namespace slowtell::ingest::otlp_json {
namespace {

constexpr size_t kNone = std::string_view::npos;
constexpr size_t kMaxDepth = 1024;

// Behind the string that contains `at`, or the position to go on from when its end is not there
// yet.
struct StringEnd {
  size_t at = 0;
  bool found = false;
};

StringEnd SkipString(std::string_view text, size_t at) {
  while (at < text.size()) {
    const size_t mark = text.find_first_of("\"\\", at);
    if (mark == kNone) return {text.size(), false};
    if (text[mark] == '"') return {mark + 1, true};
    // An escape is two bytes; one that is cut is looked at again.
    if (mark + 1 >= text.size()) return {mark, false};
    at = mark + 2;
  }
  return {at, false};
}

}  // namespace

std::optional<size_t> ValueScan::Advance(std::string_view text) {
  while (at_ < text.size()) {
    if (in_string_) {
      const StringEnd end = SkipString(text, at_);
      at_ = end.at;
      if (!end.found) return std::nullopt;
      in_string_ = false;
      continue;
    }
    const char c = text[at_++];
    if (c == '"') {
      in_string_ = true;
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if (c == '}' || c == ']') {
      if (--depth_ <= 0) return at_;
    }
  }
  return std::nullopt;
}

bool IsComplete(std::string_view text) { return ValueScan().Advance(text).has_value(); }

std::optional<std::string> CloseAfterLastSpan(std::string_view cut, size_t span_depth) {
  std::string open;       // the brackets that are open, outermost first
  std::string open_then;  // the same behind the last complete span
  size_t last = 0;
  for (size_t at = 0; at < cut.size() && open.size() < kMaxDepth;) {
    const char c = cut[at++];
    if (c == '"') {
      const StringEnd end = SkipString(cut, at);
      if (!end.found) break;
      at = end.at;
    } else if (c == '{' || c == '[') {
      open += c;
    } else if (c == '}' || c == ']') {
      if (open.empty()) break;
      open.pop_back();
      if (c == '}' && open.size() == span_depth && open.back() == '[') {
        last = at;
        open_then = open;
      }
    }
  }
  if (last == 0) return std::nullopt;
  std::string closed(cut.substr(0, last));
  for (size_t i = open_then.size(); i > 0; --i) closed += open_then[i - 1] == '{' ? '}' : ']';
  return closed;
}

}  // namespace slowtell::ingest::otlp_json
