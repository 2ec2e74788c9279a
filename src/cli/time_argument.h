// SPDX-License-Identifier: Apache-2.0
// Durations and times as people type them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace slowtell::cli {

// "2s", "1.5 s", "800ms", "250us", "2m" or "2min", "1h": nanoseconds, more than 0. A number without
// a unit is refused: 2 could be seconds or milliseconds.
Result<int64_t> ParseDuration(std::string_view text);

// "2026-11-30", "2026-11-30T21:49", "2026-11-30 21:49:33.718Z", with "Z", "+01:00" or nothing
// (UTC): nanoseconds since 1970-01-01 UTC.
Result<int64_t> ParseTime(std::string_view text);

}  // namespace slowtell::cli
