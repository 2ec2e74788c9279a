// SPDX-License-Identifier: Apache-2.0
#include "base/timestamp.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace slowtell {
namespace {

std::string Iso(std::string_view text) {
  const auto time = ParseTimestamp(text);
  return time ? IsoTime(time->unix_ns) : "none";
}

TEST(TimestampTest, SpellingsOfOneInstant) {
  for (const char* text :
       {"2025-12-03T08:27:06.952Z", "2025-12-03 08:27:06.9520000 +0000 UTC",
        "2025-12-03T14:27:06.952+06:00", "2025-12-03T03:27:06.952-0500",
        "12/3/2025, 8:27:06.952 AM", "12/3/2025 8:27:06.952 AM", "2025-12-03 08:27:06.952",
        "2025-12-03 08:27:06.952 +0000 UTC m=+0.24"}) {
    EXPECT_EQ(Iso(text), "2025-12-03T08:27:06.952Z") << text;
  }
}

TEST(TimestampTest, NoonAndMidnight) {
  EXPECT_EQ(Iso("11/23/2022 12:00:00.000 AM"), "2022-11-23T00:00:00.000Z");
  EXPECT_EQ(Iso("11/23/2022 12:30:00.000 PM"), "2022-11-23T12:30:00.000Z");
  EXPECT_EQ(Iso("11/23/2022 11:12:00.000 PM"), "2022-11-23T23:12:00.000Z");
}

TEST(TimestampTest, SaysWhenTheZoneIsUnknown) {
  EXPECT_EQ(ParseTimestamp("12/3/2025, 8:27:06 AM")->zone, Zone::kUnknown);
  EXPECT_EQ(ParseTimestamp("2025-12-03T08:27:06Z")->zone, Zone::kUtc);
}

TEST(TimestampTest, RefusesWhatIsNoTime) {
  for (const char* text :
       {"", "yesterday", "2025-02-30T00:00:00Z", "13/13/2025 1:00:00 AM", "2025-12-03T25:00:00Z",
        "2025-12-03T08:27:06.952X", "9999-01-01T00:00:00Z"}) {
    EXPECT_EQ(Iso(text), "none") << text;
  }
}

TEST(TimeSpanTest, DotNetSpellings) {
  EXPECT_EQ(ParseTimeSpanNs("00:00:01.2345678"), 1234567800);
  EXPECT_EQ(ParseTimeSpanNs("1.02:03:04.5"),
            ((24 + 2) * 3600 + 3 * 60 + 4) * int64_t{1000000000} + 500000000);
  EXPECT_EQ(ParseTimeSpanNs("0:00:00:27.478494"), 27478494000);
  EXPECT_FALSE(ParseTimeSpanNs("27.4").has_value());
  EXPECT_FALSE(ParseTimeSpanNs("00:61:00").has_value());
}

}  // namespace
}  // namespace slowtell
