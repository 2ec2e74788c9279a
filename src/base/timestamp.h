// SPDX-License-Identifier: Apache-2.0
// Times and durations as people and portals write them. Pure text to numbers; nothing depends on
// the machine's locale or time zone.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace slowtell {

enum class Zone { kUtc, kUnknown };

struct Timestamp {
  int64_t unix_ns = 0;     // read as UTC when the zone is unknown
  Zone zone = Zone::kUtc;  // kUnknown: the text names none
};

// "2026-06-22T05:09:24.935442Z", "2026-06-24 00:18:22.9775831 +0000 UTC", "+06:00" offsets,
// "12/3/2025, 8:27:06.952 AM" and "11/23/2022 11:12:00.000 PM" (month first, as the Azure portal
// writes). Up to nine decimals count. nullopt when it is none of these or no such day exists.
std::optional<Timestamp> ParseTimestamp(std::string_view text);

// .NET time spans: "00:00:01.2345678", "1.02:03:04.5", and the day spelt "1:02:03:04.5".
std::optional<int64_t> ParseTimeSpanNs(std::string_view text);

}  // namespace slowtell
