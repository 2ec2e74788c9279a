// SPDX-License-Identifier: Apache-2.0
#include "ingest/json_cursor.h"

#include <algorithm>
#include <cstring>

namespace slowtell::ingest {
namespace {

constexpr size_t kStep = size_t{1} << 20;
constexpr size_t kLongestKey = 4096;
constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::string_view kScalarEnd = ",]} \t\r\n";

}  // namespace

// Moves behind the string that contains at_. False when its end is not there yet: at_ is then where
// to go on, which is the last escape when its second byte is missing.
bool JsonScan::SkipString(std::string_view text) {
  while (at_ < text.size()) {
    const void* quote = std::memchr(text.data() + at_, '"', text.size() - at_);
    const size_t end = quote == nullptr
                           ? text.size()
                           : static_cast<size_t>(static_cast<const char*>(quote) - text.data());
    const void* escape = std::memchr(text.data() + at_, '\\', end - at_);
    if (escape == nullptr) {
      at_ = end;
      if (quote == nullptr) return false;
      ++at_;
      return true;
    }
    at_ = static_cast<size_t>(static_cast<const char*>(escape) - text.data());
    if (at_ + 1 >= text.size()) return false;
    at_ += 2;
  }
  return false;
}

std::optional<size_t> JsonScan::Advance(std::string_view text) {
  while (at_ < text.size()) {
    if (!in_string_) {
      const char c = text[at_++];
      if (c == '{' || c == '[') ++depth_;
      if ((c == '}' || c == ']') && --depth_ <= 0) return at_;
      in_string_ = c == '"';
      continue;
    }
    if (!SkipString(text)) return std::nullopt;
    in_string_ = false;
    if (depth_ == 0) return at_;
  }
  return std::nullopt;
}

Result<std::string_view> JsonCursor::Peek(size_t want) {
  if (input_ == nullptr) return text_;
  return input_->Peek(want);
}

void JsonCursor::Consume(size_t bytes) {
  if (input_ == nullptr) {
    text_.remove_prefix(bytes);
  } else {
    input_->Consume(bytes);
  }
}

Result<char> JsonCursor::Next() {
  while (true) {
    ASSIGN_OR_RETURN(const std::string_view view, Peek(1));
    const size_t at = std::min(view.find_first_not_of(kSpaces), view.size());
    const char next = at < view.size() ? view[at] : '\0';
    const bool end = view.empty();
    Consume(at);
    if (next != '\0' || end) return next;
    if (at < view.size()) return '\x01';  // a NUL byte: no JSON, and not the end either
  }
}

Result<JsonStep> JsonCursor::PeekScalar(std::string_view& value) {
  ASSIGN_OR_RETURN(const std::string_view view, Peek(kLongestKey));
  const size_t end = view.find_first_of(kScalarEnd);
  if (end == std::string_view::npos)
    return view.size() < kLongestKey ? JsonStep::kEnd : JsonStep::kBroken;
  value = view.substr(0, end);
  return end == 0 ? JsonStep::kBroken : JsonStep::kOk;
}

Result<JsonStep> JsonCursor::PeekValue(std::string_view& value) {
  ASSIGN_OR_RETURN(const char first, Next());
  if (first == '\0') return JsonStep::kEnd;
  if (static_cast<unsigned char>(first) < ' ') return JsonStep::kBroken;
  if (first != '{' && first != '[' && first != '"') return PeekScalar(value);
  JsonScan scan;
  for (size_t want = 1;; want += kStep + want / 2) {
    ASSIGN_OR_RETURN(const std::string_view view, Peek(want));
    if (const auto end = scan.Advance(view)) {
      value = view.substr(0, *end);
      return JsonStep::kOk;
    }
    if (view.size() < want || input_ == nullptr) return JsonStep::kEnd;
    if (view.size() > kLargestValue) return JsonStep::kTooBig;
    want = std::max(want, view.size());
  }
}

Result<JsonStep> JsonCursor::SkipValue() {
  std::string_view value;
  ASSIGN_OR_RETURN(const JsonStep step, PeekValue(value));
  if (step == JsonStep::kOk) Consume(value.size());
  if (step != JsonStep::kTooBig) return step;
  // Step through it instead. Only lists and objects get that big; strings are refused.
  ASSIGN_OR_RETURN(const char open, Next());
  if (open == '"') return JsonStep::kTooBig;
  int64_t depth = 0;
  while (true) {
    ASSIGN_OR_RETURN(const char next, Next());
    if (next == '\0') return JsonStep::kEnd;
    if (next == '"') {
      ASSIGN_OR_RETURN(const JsonStep text, PeekValue(value));
      if (text != JsonStep::kOk) return text;
      Consume(value.size());
      continue;
    }
    if (next == '{' || next == '[') ++depth;
    if (next == '}' || next == ']') --depth;
    Consume(1);
    if (depth == 0) return JsonStep::kOk;
  }
}

Result<JsonStep> JsonCursor::TakeKey(std::string& key) {
  ASSIGN_OR_RETURN(const char quote, Next());
  if (quote == '\0') return JsonStep::kEnd;
  if (quote != '"') return JsonStep::kBroken;
  std::string_view value;
  ASSIGN_OR_RETURN(const JsonStep step, PeekValue(value));
  if (step != JsonStep::kOk) return step;
  if (value.size() > kLongestKey) return JsonStep::kBroken;
  key.assign(value.substr(1, value.size() - 2));
  Consume(value.size());
  ASSIGN_OR_RETURN(const char colon, Next());
  if (colon != ':') return colon == '\0' ? JsonStep::kEnd : JsonStep::kBroken;
  Consume(1);
  return JsonStep::kOk;
}

Result<JsonStep> JsonCursor::TakeSeparator(char closing, Place place, bool& more) {
  ASSIGN_OR_RETURN(const char next, Next());
  if (next == '\0') return JsonStep::kEnd;
  more = next != closing;
  if (place == Place::kFirst && more) return JsonStep::kOk;
  if (more && next != ',') return JsonStep::kBroken;
  Consume(1);
  return JsonStep::kOk;
}

}  // namespace slowtell::ingest
