// SPDX-License-Identifier: Apache-2.0
// `--map mapping.sql FILE`: reads any table the engine can read through one SELECT that names its
// columns as the canonical tables do. How to write one: README.md beside this file.
#pragma once

#include <string>

#include "base/result.h"
#include "ingest/import.h"
#include "store/store.h"

namespace slowtell::map {

// `--set NAME=VALUE`: the values of the mapping's {NAME:Type} parameters.
using MapValues = Params;

// All rows or none. The same file with the same mapping and the same values a second time adds
// nothing. The format of the source is 'map'.
Result<ingest::ImportSummary> ImportMapped(Store& store, const std::string& mapping_path,
                                           const std::string& data_path, const MapValues& values,
                                           const ingest::ImportOptions& options);

}  // namespace slowtell::map
