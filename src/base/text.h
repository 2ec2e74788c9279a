// SPDX-License-Identifier: Apache-2.0
// Small text functions and the one way numbers are printed for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slowtell {

std::string_view Trim(std::string_view text);
std::string Lower(std::string_view text);
bool EqualsIgnoreCase(std::string_view a, std::string_view b);
bool StartsWithIgnoreCase(std::string_view text, std::string_view prefix);
std::vector<std::string_view> Split(std::string_view text, char separator);
std::string Join(const std::vector<std::string>& parts, std::string_view separator);

// Whole-text parses; nullopt when anything is left over or the value does not fit.
std::optional<int64_t> ParseInt(std::string_view text);
std::optional<double> ParseDouble(std::string_view text);

// 1234567 -> "1,234,567".
std::string WithThousands(int64_t value);
// Fixed decimals, never an exponent: Fixed(0.7131, 2) -> "0.71".
std::string Fixed(double value, int decimals);
// A duration as a person says it: "850 us", "23 ms", "7.32 s", "3.6 min", "2.1 h".
std::string HumanDuration(double nanoseconds);
// 0.713 -> "71.3 %".
std::string Percent(double ratio);
// Nanoseconds since the epoch -> "2026-11-30T21:49:33.718Z" (UTC, milliseconds).
std::string IsoTime(int64_t unix_ns);
// Keeps text to `max_bytes` without cutting a UTF-8 character; replaces control characters by '?'.
std::string Printable(std::string_view text, size_t max_bytes);

}  // namespace slowtell
