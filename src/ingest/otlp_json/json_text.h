// SPDX-License-Identifier: Apache-2.0
// Text out of JSON without copying it: views into the record, or into an arena where escapes had to
// be resolved. simdjson's own strings would be copied one by one, and byte by byte on a plain
// x86-64 build.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ingest/text_arena.h"

namespace slowtell::ingest::otlp_json {

namespace ondemand = simdjson::ondemand;

// Leaves the function with a simdjson error.
#define SLOWTELL_JSON_CONCAT_(a, b) a##b
#define SLOWTELL_JSON_CONCAT(a, b) SLOWTELL_JSON_CONCAT_(a, b)
#define SLOWTELL_JSON_TRY(expr)                                                          \
  do {                                                                                   \
    if (const simdjson::error_code SLOWTELL_JSON_CONCAT(json_error_, __LINE__) = (expr)) \
      return SLOWTELL_JSON_CONCAT(json_error_, __LINE__);                                \
  } while (false)

// A string as it stands in the record, without its quotes.
struct RawText {
  std::string_view text;
  bool escaped = false;
};
// `begin` is behind the opening quote; the closing one must exist, and 8 bytes must be readable
// behind it.
RawText ScanString(const char* begin);

class JsonText {
 public:
  JsonText(ondemand::parser& parser, TextArena& arena) : parser_(parser), arena_(arena) {}

  // An object's key as found (the keys that matter have no escapes).
  static std::string_view Key(const ondemand::raw_json_string& key) {
    return ScanString(key.raw()).text;
  }
  // A string's text, or the token of a number or boolean; empty for null, objects and arrays.
  simdjson::error_code Read(ondemand::value& value, std::string_view& text);
  // 64-bit counters and times: a number, or a string of digits. 0 when it is neither.
  static simdjson::error_code Read(ondemand::value& value, uint64_t& number);
  static simdjson::error_code Read(ondemand::value& value, double& number);
  // An OpenTelemetry AnyValue: text, or compact JSON for arrays and key-value lists.
  simdjson::error_code ReadAny(ondemand::value& value, std::string_view& text);

 private:
  std::string_view Unescape(ondemand::raw_json_string raw, std::string_view text);
  simdjson::error_code ReadAnyObject(ondemand::object& object, std::string_view& text);
  // Appends the value as JSON. Below `kMaxDepth` it writes null: nobody reads that deep.
  simdjson::error_code Write(ondemand::value& any, int depth);
  simdjson::error_code WriteField(std::string_view type, ondemand::value& value, int depth);
  simdjson::error_code WriteList(ondemand::value& value, int depth);
  simdjson::error_code WriteMap(ondemand::value& value, int depth);

  ondemand::parser& parser_;
  TextArena& arena_;
  std::string json_;
};

}  // namespace slowtell::ingest::otlp_json
