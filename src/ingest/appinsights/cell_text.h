// SPDX-License-Identifier: Apache-2.0
// What the text of a cell means.
#pragma once

#include <optional>
#include <string_view>

namespace slowtell::ingest::appinsights {

// Empty for what az ("None") and the portal ("N/A") write where there is no value.
std::string_view Known(std::string_view text);

// "12.5", and what spreadsheets make of it: "12,5", "1,234.5", "1.234,5". nullopt when it is no
// number, or when one separator with three digits behind it could mean either.
std::optional<double> ParseNumber(std::string_view text);

// Lower edge of a performance bucket in ms: "<250ms", "1sec-3sec", ">=5min".
std::optional<double> BucketMs(std::string_view bucket);

// "https://host/path?query" or "/path?query" -> "/path"
std::string_view PathOf(std::string_view url);

}  // namespace slowtell::ingest::appinsights
