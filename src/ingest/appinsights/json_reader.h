// SPDX-License-Identifier: Apache-2.0
// JSON shapes of Application Insights exports: REST result tables, lists of objects (az), lines of
// objects and {"records": [...]} (diagnostic settings).
#pragma once

#include "base/result.h"
#include "ingest/appinsights/row_writer.h"
#include "ingest/importer.h"

namespace slowtell::ingest::appinsights {

// One value per line, or values over many lines. Memory: one row.
Result<void> ReadJson(Input& input, Sink& sink);

}  // namespace slowtell::ingest::appinsights
