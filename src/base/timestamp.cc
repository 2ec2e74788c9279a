// SPDX-License-Identifier: Apache-2.0
#include "base/timestamp.h"

#include <chrono>

#include "base/text.h"

namespace slowtell {
namespace {

constexpr int64_t kSecondNs = 1000000000;

// Reads from the front of a text; every Take leaves it untouched when it fails.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<int64_t> Digits(size_t least, size_t most) {
    size_t n = 0;
    int64_t value = 0;
    while (n < most && n < text_.size() && text_[n] >= '0' && text_[n] <= '9')
      value = value * 10 + (text_[n++] - '0');
    if (n < least) return std::nullopt;
    text_.remove_prefix(n);
    return value;
  }
  bool Take(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool TakeWord(std::string_view word) {
    if (!StartsWithIgnoreCase(text_, word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  void Spaces() {
    while (Take(' ')) {
    }
  }
  bool Done() const { return text_.empty(); }
  char Next() const { return text_.empty() ? '\0' : text_.front(); }

 private:
  std::string_view text_;
};

// ".9775831" -> 977583100; 0 without a point. Digits beyond nanoseconds are read and dropped.
std::optional<int64_t> FractionNs(Reader& in) {
  if (!in.Take('.')) return 0;
  int64_t ns = 0, scale = kSecondNs / 10;
  bool any = false;
  while (const auto digit = in.Digits(1, 1)) {
    ns += *digit * scale;
    scale /= 10;
    any = true;
  }
  if (!any) return std::nullopt;
  return ns;
}

std::optional<int64_t> DayNs(int64_t year, int64_t month, int64_t day) {
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  // Beyond these years nanoseconds since 1970 do not fit 64 bits.
  if (!date.ok() || year < 1678 || year > 2261) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count() * int64_t{86400} * kSecondNs;
}

// "hh:mm[:ss[.f]]"
std::optional<int64_t> ClockNs(Reader& in, int64_t& hour) {
  const auto h = in.Digits(1, 2);
  if (!h || !in.Take(':')) return std::nullopt;
  const auto m = in.Digits(2, 2);
  if (!m || *h > 24 || *m > 59) return std::nullopt;
  hour = *h;
  int64_t ns = *m * 60 * kSecondNs;
  if (in.Take(':')) {
    const auto s = in.Digits(2, 2);
    if (!s || *s > 60) return std::nullopt;
    const auto fraction = FractionNs(in);
    if (!fraction) return std::nullopt;
    ns += *s * kSecondNs + *fraction;
  }
  return ns;
}

// "Z", "+06:00", "-0500", "+0000 UTC", " UTC", or nothing.
bool ReadZone(Reader& in, Timestamp& out) {
  in.Spaces();
  if (in.Done()) {
    out.zone = Zone::kUnknown;
    return true;
  }
  if (in.TakeWord("Z") || in.TakeWord("UTC") || in.TakeWord("GMT")) return in.Done();
  const bool minus = in.Next() == '-';
  if (!in.Take('+') && !in.Take('-')) return false;
  const auto hours = in.Digits(2, 2);
  in.Take(':');
  const auto minutes = in.Digits(2, 2);
  if (!hours || !minutes) return false;
  const int64_t offset_ns = (*hours * 60 + *minutes) * 60 * kSecondNs;
  out.unix_ns += minus ? offset_ns : -offset_ns;
  in.Spaces();
  in.TakeWord("UTC");
  in.Spaces();
  if (in.TakeWord("m=")) return true;  // Go's monotonic reading
  return in.Done();
}

std::optional<Timestamp> ReadIso(Reader in) {
  const auto year = in.Digits(4, 4);
  if (!year || !in.Take('-')) return std::nullopt;
  const auto month = in.Digits(1, 2);
  if (!month || !in.Take('-')) return std::nullopt;
  const auto day = in.Digits(1, 2);
  if (!day || (!in.TakeWord("T") && !in.Take(' '))) return std::nullopt;
  const auto day_ns = DayNs(*year, *month, *day);
  int64_t hour = 0;
  const auto clock = ClockNs(in, hour);
  if (!day_ns || !clock) return std::nullopt;
  Timestamp out{*day_ns + hour * 3600 * kSecondNs + *clock, Zone::kUtc};
  if (!ReadZone(in, out)) return std::nullopt;
  return out;
}

std::optional<Timestamp> ReadPortal(Reader in) {
  const auto month = in.Digits(1, 2);
  if (!month || !in.Take('/')) return std::nullopt;
  const auto day = in.Digits(1, 2);
  if (!day || !in.Take('/')) return std::nullopt;
  const auto year = in.Digits(4, 4);
  if (!year) return std::nullopt;
  in.Take(',');
  in.Spaces();
  const auto day_ns = DayNs(*year, *month, *day);
  int64_t hour = 0;
  const auto clock = ClockNs(in, hour);
  if (!day_ns || !clock) return std::nullopt;
  in.Spaces();
  if (in.TakeWord("AM")) {
    hour = hour % 12;
  } else if (in.TakeWord("PM")) {
    hour = hour % 12 + 12;
  }
  Timestamp out{*day_ns + hour * 3600 * kSecondNs + *clock, Zone::kUtc};
  if (!ReadZone(in, out)) return std::nullopt;
  return out;
}

}  // namespace

std::optional<Timestamp> ParseTimestamp(std::string_view text) {
  text = Trim(text);
  if (auto iso = ReadIso(Reader(text))) return iso;
  return ReadPortal(Reader(text));
}

std::optional<int64_t> ParseTimeSpanNs(std::string_view text) {
  Reader in(Trim(text));
  auto first = in.Digits(1, 6);
  if (!first) return std::nullopt;
  int64_t days = 0;
  if (in.Take('.')) {
    days = *first;
    first = in.Digits(1, 2);
    if (!first) return std::nullopt;
  }
  if (!in.Take(':')) return std::nullopt;
  auto second = in.Digits(1, 2);
  if (!second || !in.Take(':')) return std::nullopt;
  auto third = in.Digits(1, 2);
  if (!third) return std::nullopt;
  if (in.Take(':')) {  // d:hh:mm:ss
    const auto fourth = in.Digits(1, 2);
    if (!fourth || days != 0) return std::nullopt;
    days = *first;
    first = second;
    second = third;
    third = fourth;
  }
  const auto fraction = FractionNs(in);
  if (!fraction || !in.Done() || *first > 23 || *second > 59 || *third > 59) return std::nullopt;
  return ((days * 24 + *first) * 3600 + *second * 60 + *third) * kSecondNs + *fraction;
}

}  // namespace slowtell
