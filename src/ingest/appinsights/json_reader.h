// SPDX-License-Identifier: Apache-2.0
// JSON shapes of Application Insights exports: REST result tables, lists of objects (az), lines of
// objects and {"records": [...]} (diagnostic settings).
#pragma once

#include "base/result.h"
#include "ingest/appinsights/row_writer.h"
#include "ingest/importer.h"

namespace slowtell::ingest::appinsights {

// One value per line, or one value over many lines (up to 1 GiB).
Result<void> ReadJson(Input& input, Sink& sink);

}  // namespace slowtell::ingest::appinsights
