// SPDX-License-Identifier: Apache-2.0
#include "ingest/appinsights/cell_text.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace slowtell::ingest::appinsights {
namespace {

constexpr size_t kNone = std::string_view::npos;
constexpr size_t kLongestNumber = 40;

// "1,234,567" -> "1234567"; nullopt unless three digits stand behind each separator.
std::optional<std::string> WithoutGroups(std::string_view text, char separator) {
  std::string digits;
  size_t behind = 0;
  bool grouped = false;
  for (char c : text) {
    if (c == separator) {
      if (grouped ? behind != 3 : behind == 0 || behind > 3) return std::nullopt;
      grouped = true;
      behind = 0;
    } else {
      digits.push_back(c);
      ++behind;
    }
  }
  if (grouped && behind != 3) return std::nullopt;
  return digits;
}

std::optional<double> ParseDecimalComma(std::string_view text) {
  const size_t comma = text.find(',');
  const bool groups = text.find(',', comma + 1) != kNone;
  const bool ambiguous = text.size() - comma - 1 == 3 && text.substr(0, comma) != "0";
  if (groups) {
    const auto whole = WithoutGroups(text, ',');
    return whole ? ParseDouble(*whole) : std::nullopt;
  }
  if (ambiguous || comma + 1 == text.size()) return std::nullopt;
  std::string plain(text);
  plain[comma] = '.';
  return ParseDouble(plain);
}

}  // namespace

std::string_view Known(std::string_view text) {
  text = Trim(text);
  return text == "None" || text == "N/A" || text == "null" ? std::string_view() : text;
}

std::optional<double> ParseNumber(std::string_view text) {
  if (const auto plain = ParseDouble(text)) return plain;
  if (text.size() > kLongestNumber) return std::nullopt;
  const size_t comma = text.rfind(','), point = text.rfind('.');
  if (comma == kNone) return std::nullopt;
  if (point == kNone) return ParseDecimalComma(text);
  const size_t decimal = std::max(comma, point);
  const auto whole = WithoutGroups(text.substr(0, decimal), comma < point ? ',' : '.');
  if (!whole) return std::nullopt;
  return ParseDouble(*whole + "." + std::string(text.substr(decimal + 1)));
}

std::optional<double> BucketMs(std::string_view bucket) {
  if (bucket.empty()) return std::nullopt;
  if (bucket.front() == '<') return 0;
  while (!bucket.empty() && (bucket.front() == '>' || bucket.front() == '='))
    bucket.remove_prefix(1);
  const std::string_view low = bucket.substr(0, bucket.find('-'));
  const size_t unit = low.find_first_not_of("0123456789.");
  const auto value = ParseDouble(low.substr(0, unit));
  if (!value || unit == kNone) return std::nullopt;
  const std::string_view name = low.substr(unit);
  if (name == "ms") return *value;
  if (name == "sec") return *value * 1e3;
  if (name == "min") return *value * 60e3;
  return std::nullopt;
}

std::string_view PathOf(std::string_view url) {
  if (const size_t scheme = url.find("://"); scheme != kNone) {
    const size_t slash = url.find('/', scheme + 3);
    url = slash == kNone ? std::string_view("/") : url.substr(slash);
  }
  return url.substr(0, url.find_first_of("?#"));
}

}  // namespace slowtell::ingest::appinsights
