// SPDX-License-Identifier: Apache-2.0
#include "cli/time_argument.h"

#include <gtest/gtest.h>

namespace slowtell::cli {
namespace {

TEST(ParseDuration, Units) {
  EXPECT_EQ(*ParseDuration("2s"), 2'000'000'000);
  EXPECT_EQ(*ParseDuration(" 1.5 S "), 1'500'000'000);
  EXPECT_EQ(*ParseDuration("800ms"), 800'000'000);
  EXPECT_EQ(*ParseDuration("2min"), 120'000'000'000);
  EXPECT_EQ(*ParseDuration("1h"), 3'600'000'000'000);
}

TEST(ParseDuration, RefusesWhatIsAmbiguousOrEmpty) {
  for (const char* text :
       {"", "2", "s", "0s", "-2s", "2 parsecs", "1e3s", "1.2.3s", "99999999999h"})
    EXPECT_FALSE(ParseDuration(text)) << text;
  EXPECT_EQ(ParseDuration("2").error().hint, "write 2s or 2ms");
}

TEST(ParseTime, Forms) {
  const int64_t noon = 1'764'504'000'000'000'000;  // 2025-11-30T12:00:00Z
  EXPECT_EQ(*ParseTime("2025-11-30T12:00:00Z"), noon);
  EXPECT_EQ(*ParseTime("2025-11-30 12:00"), noon);
  EXPECT_EQ(*ParseTime("2025-11-30T13:00:00+01:00"), noon);
  EXPECT_EQ(*ParseTime("2025-11-30T07:30:00-0430"), noon);
  EXPECT_EQ(*ParseTime("2025-11-30T12:00:00.718Z"), noon + 718'000'000);
  EXPECT_EQ(*ParseTime("2025-11-30"), noon - 43'200'000'000'000);
  EXPECT_EQ(*ParseTime("1970-01-01"), 0);
}

TEST(ParseTime, RefusesTheRest) {
  for (const char* text :
       {"", "yesterday", "2025-13-01", "2025-02-30", "2025-11-30T25:00", "1969-12-31",
        "2025-11-30T12:00:00Zz", "2025-11-30T12:00:00.", "2025-11-30T12:00+1", "9999-01-01"})
    EXPECT_FALSE(ParseTime(text)) << text;
}

}  // namespace
}  // namespace slowtell::cli
