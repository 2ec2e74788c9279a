// SPDX-License-Identifier: Apache-2.0
// See time_argument.h.
#include "cli/time_argument.h"

#include <array>
#include <chrono>
#include <cmath>
#include <optional>

#include "base/text.h"

namespace slowtell::cli {
namespace {

struct Unit {
  std::string_view name;
  double ns;
};

constexpr std::array<Unit, 8> kUnits = {{{"ns", 1},
                                         {"us", 1e3},
                                         {"ms", 1e6},
                                         {"s", 1e9},
                                         {"sec", 1e9},
                                         {"m", 60e9},
                                         {"min", 60e9},
                                         {"h", 3600e9}}};
constexpr double kLongest = 1e18;  // 31 years
constexpr int64_t kNsPerSecond = 1'000'000'000;

std::optional<double> UnitNs(std::string_view name) {
  for (const Unit& unit : kUnits) {
    if (EqualsIgnoreCase(name, unit.name)) return unit.ns;
  }
  return std::nullopt;
}

// Takes `digits` digits from the front; nullopt when there are fewer or the value is above `most`.
std::optional<int> TakeNumber(std::string_view& text, size_t digits, int most) {
  int value = 0;
  for (size_t i = 0; i < digits; ++i) {
    if (i >= text.size() || text[i] < '0' || text[i] > '9') return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return value > most ? std::nullopt : std::optional(value);
}

bool Take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<int64_t> TakeDate(std::string_view& text) {
  const auto year = TakeNumber(text, 4, 2261);
  if (!year || !Take(text, "-")) return std::nullopt;
  const auto month = TakeNumber(text, 2, 12);
  if (!month || !Take(text, "-")) return std::nullopt;
  const auto day = TakeNumber(text, 2, 31);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *year < 1970) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count() * 86400 * kNsPerSecond;
}

std::optional<int64_t> TakeFraction(std::string_view& text) {
  int64_t ns = 0;
  int64_t step = kNsPerSecond / 10;
  const size_t before = text.size();
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    ns += (text.front() - '0') * step;
    step /= 10;
    text.remove_prefix(1);
  }
  return text.size() == before ? std::nullopt : std::optional(ns);
}

// "21:49", "21:49:33", "21:49:33.718"
std::optional<int64_t> TakeClock(std::string_view& text) {
  const auto hour = TakeNumber(text, 2, 23);
  if (!hour || !Take(text, ":")) return std::nullopt;
  const auto minute = TakeNumber(text, 2, 59);
  if (!minute) return std::nullopt;
  const int64_t ns = (*hour * 3600 + *minute * 60) * kNsPerSecond;
  if (!Take(text, ":")) return ns;
  const auto second = TakeNumber(text, 2, 60);
  if (!second) return std::nullopt;
  const std::optional<int64_t> fraction = Take(text, ".,") ? TakeFraction(text) : 0;
  if (!fraction) return std::nullopt;
  return ns + *second * kNsPerSecond + *fraction;
}

// "", "Z", "+01:00", "+0100"; how far the clock is ahead of UTC.
std::optional<int64_t> TakeZone(std::string_view& text) {
  if (text.empty() || Take(text, "Zz")) return 0;
  const int64_t sign = text.front() == '-' ? -1 : 1;
  if (!Take(text, "+-")) return std::nullopt;
  const auto hour = TakeNumber(text, 2, 14);
  if (!hour) return std::nullopt;
  Take(text, ":");
  const auto minute = TakeNumber(text, 2, 59);
  if (!minute) return std::nullopt;
  return sign * (*hour * 3600 + *minute * 60) * kNsPerSecond;
}

std::optional<int64_t> ReadTime(std::string_view text) {
  const auto date = TakeDate(text);
  if (!date) return std::nullopt;
  if (text.empty()) return date;
  if (!Take(text, "T ")) return std::nullopt;
  const auto clock = TakeClock(text);
  if (!clock) return std::nullopt;
  const auto zone = TakeZone(text);
  if (!zone || !text.empty()) return std::nullopt;
  return *date + *clock - *zone;
}

}  // namespace

Result<int64_t> ParseDuration(std::string_view text) {
  const std::string_view trimmed = Trim(text);
  const size_t number_end = trimmed.find_first_not_of("0123456789.");
  const auto value = ParseDouble(trimmed.substr(0, number_end));
  const auto unit = number_end == std::string_view::npos ? std::nullopt
                                                         : UnitNs(Trim(trimmed.substr(number_end)));
  if (value && unit && *value * *unit >= 1 && *value * *unit < kLongest)
    return static_cast<int64_t>(std::llround(*value * *unit));
  const bool no_unit = value && number_end == std::string_view::npos;
  return Fail(ErrorKind::kUsage, "not a duration: '" + Printable(text, 80) + "'",
              no_unit ? "it has no unit" : "", "",
              no_unit ? "write " + Printable(trimmed, 40) + "s or " + Printable(trimmed, 40) + "ms"
                      : "write 2s, 800ms or 1.5min");
}

Result<int64_t> ParseTime(std::string_view text) {
  if (const auto ns = ReadTime(Trim(text))) return *ns;
  return Fail(ErrorKind::kUsage, "not a time: '" + Printable(text, 80) + "'", "", "",
              "write 2026-11-30, 2026-11-30T21:49:33Z or 2026-11-30T22:49:33+01:00");
}

}  // namespace slowtell::cli
