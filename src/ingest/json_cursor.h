// SPDX-License-Identifier: Apache-2.0
// Walks through a JSON document of any size without holding it: the outer objects and lists are
// stepped through, and whatever is a record is handed out as text for the parser.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "ingest/importer.h"

namespace slowtell::ingest {

// One object, list or string, whose text arrives in growing views of the same bytes.
class JsonScan {
 public:
  // Goes on where the call before stopped. The position behind the value, once it is complete.
  std::optional<size_t> Advance(std::string_view text);

 private:
  bool SkipString(std::string_view text);

  size_t at_ = 0;
  int64_t depth_ = 0;
  bool in_string_ = false;
};

// What came instead of what was asked for. kEnd: the bytes ended. kBroken: this is no JSON.
// kTooBig: one value is larger than anything that can be a record.
enum class JsonStep { kOk, kEnd, kBroken, kTooBig };

class JsonCursor {
 public:
  // Longest value handed out, in bytes.
  static constexpr size_t kLargestValue = size_t{64} << 20;

  explicit JsonCursor(Input& input) : input_(&input) {}
  // Over text in memory, which Input::kPadding readable bytes must follow.
  explicit JsonCursor(std::string_view text) : text_(text) {}

  // The next byte that is not white space, not consumed; '\0' at the end.
  Result<char> Next();
  // Consumes bytes of the value PeekValue returned, or one bracket.
  void Consume(size_t bytes);
  // The complete value at the current position, not consumed. Valid until the next call.
  Result<JsonStep> PeekValue(std::string_view& value);
  // Consumes a value of any size.
  Result<JsonStep> SkipValue();
  // Consumes a key and its colon; escapes stay as they are.
  Result<JsonStep> TakeKey(std::string& key);
  // Behind the opening bracket, or behind an element: is there another one? Consumes the comma or
  // the closing bracket.
  enum class Place { kFirst, kLater };
  Result<JsonStep> TakeSeparator(char closing, Place place, bool& more);

 private:
  Result<std::string_view> Peek(size_t want);
  Result<JsonStep> PeekScalar(std::string_view& value);

  Input* input_ = nullptr;
  std::string_view text_;
};

}  // namespace slowtell::ingest
