// SPDX-License-Identifier: Apache-2.0
// --map: turns any table that the engine can read (CSV, JSON, Parquet, lines of text) into spans by
// a SELECT that the user writes. src/map/README.md says how to write one.
#pragma once

#include <array>
#include <string>

#include "base/result.h"
#include "ingest/import.h"
#include "store/store.h"

namespace slowtell::map {

// `--set name=value` for `{name:Type}` in the mapping.
using MapValues = Params;

inline constexpr ingest::IssueDef kRowWithoutDuration{
    "mapped_row_without_duration", ingest::Severity::kDataLoss,
    "A row of the mapping has no start, no duration, or a negative one.", "It is left out."};
inline constexpr std::array<const ingest::IssueDef*, 1> kMapIssues = {&kRowWithoutDuration};

// Imports `data_path` through the SELECT in `mapping_path`, completely or not at all; the same
// data, mapping and values a second time add nothing. Errors: kBadInput with the mapping's file and
// line.
Result<ingest::ImportSummary> ImportMapped(Store& store, const std::string& mapping_path,
                                           const std::string& data_path, const MapValues& values,
                                           const ingest::ImportOptions& options);

}  // namespace slowtell::map
