// SPDX-License-Identifier: Apache-2.0
#include "ingest/otlp_json/json_text.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/text.h"

namespace slowtell::ingest::otlp_json {
namespace {

constexpr int kMaxDepth = 16;
constexpr uint64_t kOnes = 0x0101010101010101u;
constexpr uint64_t kHighs = 0x8080808080808080u;

// Marks bytes that are zero (and perhaps bytes above a zero one: only the lowest mark is exact).
uint64_t ZeroBytes(uint64_t word) { return (word - kOnes) & ~word & kHighs; }

uint64_t QuotesOrBackslashes(uint64_t word) {
  return ZeroBytes(word ^ (kOnes * '"')) | ZeroBytes(word ^ (kOnes * '\\'));
}

std::string_view Token(ondemand::value& value) { return Trim(value.raw_json_token()); }

std::string_view WithoutQuotes(std::string_view token) {
  if (token.size() >= 2 && token.front() == '"' && token.back() == '"') {
    return token.substr(1, token.size() - 2);
  }
  return token;
}

// JavaScript writes large numbers as 1.6e18; that is the best it can say.
uint64_t FromReal(std::string_view text) {
  const auto real = ParseDouble(text);
  if (!real || !(*real >= 0) || *real >= 18446744073709551615.0) return 0;
  return static_cast<uint64_t>(*real);
}

bool IsScalar(ondemand::json_type type) {
  return type == ondemand::json_type::number || type == ondemand::json_type::boolean;
}

}  // namespace

RawText ScanString(const char* begin) {
  const char* at = begin;
  bool escaped = false;
  while (true) {
    if constexpr (std::endian::native == std::endian::little) {
      uint64_t word;
      std::memcpy(&word, at, sizeof(word));
      const uint64_t marks = QuotesOrBackslashes(word);
      if (marks == 0) {
        at += sizeof(word);
        continue;
      }
      at += std::countr_zero(marks) / 8;
    } else {
      while (*at != '"' && *at != '\\') ++at;
    }
    if (*at == '"') return {std::string_view(begin, static_cast<size_t>(at - begin)), escaped};
    escaped = true;
    at += 2;
  }
}

std::string_view JsonText::Unescape(ondemand::raw_json_string raw, std::string_view text) {
  auto* out = reinterpret_cast<uint8_t*>(arena_.Allocate(text.size() + simdjson::SIMDJSON_PADDING));
  std::string_view clean;
  // Half of a surrogate pair and the like: keep it as it was written.
  return parser_.unescape(raw, out).get(clean) ? text : clean;
}

simdjson::error_code JsonText::Read(ondemand::value& value, std::string_view& text) {
  ondemand::json_type type;
  SLOWTELL_JSON_TRY(value.type().get(type));
  text = {};
  if (type == ondemand::json_type::string) {
    ondemand::raw_json_string raw;
    SLOWTELL_JSON_TRY(value.get_raw_json_string().get(raw));
    const RawText found = ScanString(raw.raw());
    text = found.escaped ? Unescape(raw, found.text) : found.text;
  } else if (IsScalar(type)) {
    text = Token(value);
  }
  return simdjson::SUCCESS;
}

simdjson::error_code JsonText::Read(ondemand::value& value, uint64_t& number) {
  const std::string_view token = WithoutQuotes(Token(value));
  number = 0;
  for (const char c : token) {
    const auto digit = static_cast<uint64_t>(c - '0');
    if (digit > 9) {
      number = FromReal(token);
      break;
    }
    // 20 digits and more do not fit; neither does any real time.
    if (number > (std::numeric_limits<uint64_t>::max() - digit) / 10) {
      number = std::numeric_limits<uint64_t>::max();
      break;
    }
    number = number * 10 + digit;
  }
  return simdjson::SUCCESS;
}

simdjson::error_code JsonText::Read(ondemand::value& value, double& number) {
  number = ParseDouble(WithoutQuotes(Token(value))).value_or(std::nan(""));
  return simdjson::SUCCESS;
}

simdjson::error_code JsonText::ReadAny(ondemand::value& value, std::string_view& text) {
  ondemand::json_type type;
  SLOWTELL_JSON_TRY(value.type().get(type));
  if (type != ondemand::json_type::object) return Read(value, text);
  ondemand::object object;
  SLOWTELL_JSON_TRY(value.get_object().get(object));
  return ReadAnyObject(object, text);
}

simdjson::error_code JsonText::ReadAnyObject(ondemand::object& object, std::string_view& text) {
  text = {};
  for (auto field : object) {
    ondemand::raw_json_string raw;
    ondemand::value inner;
    SLOWTELL_JSON_TRY(field.key().get(raw));
    SLOWTELL_JSON_TRY(field.value().get(inner));
    const std::string_view type = Key(raw);
    if (type.starts_with("array") || type.starts_with("kvlist")) {
      json_.clear();
      SLOWTELL_JSON_TRY(WriteField(type, inner, 0));
      text = arena_.Put(json_);
    } else {
      SLOWTELL_JSON_TRY(Read(inner, text));
    }
  }
  return simdjson::SUCCESS;
}

simdjson::error_code JsonText::Write(ondemand::value& any, int depth) {
  ondemand::object object;
  if (depth > kMaxDepth || any.get_object().get(object)) {
    json_ += "null";
    return simdjson::SUCCESS;
  }
  const size_t before = json_.size();
  for (auto field : object) {
    ondemand::raw_json_string raw;
    ondemand::value inner;
    SLOWTELL_JSON_TRY(field.key().get(raw));
    SLOWTELL_JSON_TRY(field.value().get(inner));
    if (json_.size() == before) SLOWTELL_JSON_TRY(WriteField(Key(raw), inner, depth));
  }
  if (json_.size() == before) json_ += "null";
  return simdjson::SUCCESS;
}

simdjson::error_code JsonText::WriteField(std::string_view type, ondemand::value& value,
                                          int depth) {
  if (type.starts_with("array")) return WriteList(value, depth);
  if (type.starts_with("kvlist")) return WriteMap(value, depth);
  const std::string_view token = Token(value);
  const bool number = type.starts_with("int") || type.starts_with("double");
  json_ += number ? WithoutQuotes(token) : token;
  return simdjson::SUCCESS;
}

simdjson::error_code JsonText::WriteList(ondemand::value& value, int depth) {
  ondemand::array values;
  json_ += '[';
  if (value.find_field_unordered("values").get_array().get(values) == simdjson::SUCCESS) {
    bool first = true;
    for (auto element : values) {
      ondemand::value any;
      SLOWTELL_JSON_TRY(element.get(any));
      if (!first) json_ += ',';
      first = false;
      SLOWTELL_JSON_TRY(Write(any, depth + 1));
    }
  }
  json_ += ']';
  return simdjson::SUCCESS;
}

simdjson::error_code JsonText::WriteMap(ondemand::value& value, int depth) {
  ondemand::array values;
  json_ += '{';
  if (value.find_field_unordered("values").get_array().get(values) == simdjson::SUCCESS) {
    bool first = true;
    for (auto element : values) {
      ondemand::object pair;
      ondemand::value key;
      ondemand::value any;
      SLOWTELL_JSON_TRY(element.get_object().get(pair));
      SLOWTELL_JSON_TRY(pair.find_field_unordered("key").get(key));
      if (!first) json_ += ',';
      first = false;
      json_ += Token(key);
      json_ += ':';
      if (pair.find_field_unordered("value").get(any) == simdjson::SUCCESS) {
        SLOWTELL_JSON_TRY(Write(any, depth + 1));
      } else {
        json_ += "null";
      }
    }
  }
  json_ += '}';
  return simdjson::SUCCESS;
}

}  // namespace slowtell::ingest::otlp_json
