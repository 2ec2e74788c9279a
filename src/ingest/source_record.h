// SPDX-License-Identifier: Apache-2.0
// The row in `sources` that makes an import count. Whoever writes rows of a source (files,
// mappings) takes a number here, and either commits it at the end or drops it.
#pragma once

#include <cstdint>
#include <string>

#include "ingest/import.h"
#include "store/store.h"

namespace slowtell::ingest {

Result<uint32_t> NextSourceId(Store& store);
// The source with these bytes; 0 when they are not in the store.
Result<uint32_t> FindSource(Store& store, const std::string& sha256);
// Every table whose partitions are sources loses the one of this source.
Result<void> DropSource(Store& store, uint32_t source_id);
// Writes the issues, then the row in `sources`.
Result<void> CommitSource(Store& store, const ImportSummary& summary);

}  // namespace slowtell::ingest
