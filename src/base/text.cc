// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace slowtell {
namespace {

char LowerChar(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

template <class T>
std::optional<T> ParseWhole(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string_view Trim(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), LowerChar);
  return lower;
}

bool EqualsIgnoreCase(std::string_view a, std::string_view b) {
  return a.size() == b.size() && StartsWithIgnoreCase(a, b);
}

bool StartsWithIgnoreCase(std::string_view text, std::string_view prefix) {
  if (text.size() < prefix.size()) return false;
  return std::equal(prefix.begin(), prefix.end(), text.begin(),
                    [](char a, char b) { return LowerChar(a) == LowerChar(b); });
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (const std::string& part : parts) {
    if (!joined.empty()) joined += separator;
    joined += part;
  }
  return joined;
}

std::optional<int64_t> ParseInt(std::string_view text) { return ParseWhole<int64_t>(text); }
std::optional<double> ParseDouble(std::string_view text) { return ParseWhole<double>(text); }

std::string WithThousands(int64_t value) {
  std::string digits = std::to_string(value);
  const int64_t first = value < 0 ? 1 : 0;
  for (int64_t at = static_cast<int64_t>(digits.size()) - 3; at > first; at -= 3)
    digits.insert(static_cast<size_t>(at), 1, ',');
  return digits;
}

std::string Fixed(double value, int decimals) {
  std::array<char, 64> buffer;
  const int length = std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
  return std::string(buffer.data(), std::min<size_t>(static_cast<size_t>(length), 63));
}

std::string HumanDuration(double nanoseconds) {
  const double size = std::abs(nanoseconds);
  if (size < 999.5e3) return Fixed(nanoseconds / 1e3, 0) + " us";
  if (size < 9.95e6) return Fixed(nanoseconds / 1e6, 1) + " ms";
  if (size < 999.5e6) return Fixed(nanoseconds / 1e6, 0) + " ms";
  if (size < 9.995e9) return Fixed(nanoseconds / 1e9, 2) + " s";
  if (size < 119.95e9) return Fixed(nanoseconds / 1e9, 1) + " s";
  if (size < 119.95 * 60e9) return Fixed(nanoseconds / 60e9, 1) + " min";
  return Fixed(nanoseconds / 3600e9, 1) + " h";
}

std::string Percent(double ratio) { return Fixed(ratio * 100, 1) + " %"; }

std::string IsoTime(int64_t unix_ns) {
  const int64_t ms = unix_ns >= 0 ? unix_ns / 1000000 : (unix_ns - 999999) / 1000000;
  const int64_t fraction = ((ms % 1000) + 1000) % 1000;
  const time_t seconds = static_cast<time_t>((ms - fraction) / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 64> buffer;
  const size_t length = std::strftime(buffer.data(), buffer.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::string millis = std::to_string(1000 + fraction).substr(1);
  return std::string(buffer.data(), length) + "." + millis + "Z";
}

std::string Printable(std::string_view text, size_t max_bytes) {
  size_t length = std::min(text.size(), max_bytes);
  while (length > 0 && length < text.size() && (text[length] & 0xC0) == 0x80) --length;
  std::string out(text.substr(0, length));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  if (length < text.size()) out += "...";
  return out;
}

}  // namespace slowtell
