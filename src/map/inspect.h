// SPDX-License-Identifier: Apache-2.0
// Looks at all rows a mapping returns before any of them is stored: rows that cannot be used are
// counted as issues, and a mistake in the mapping itself (a wrong unit, an unknown word) is an
// error.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "ingest/sink.h"
#include "map/columns.h"
#include "map/sql_error.h"
#include "store/store.h"

namespace slowtell::map {

// `prepared` is the query that returns m_row and all m_<column>s.
Result<std::vector<ingest::IssueCount>> InspectRows(Store& store, const Target& target,
                                                    const std::string& prepared,
                                                    const Params& params, const QueryLimits& limits,
                                                    const Mapping& mapping);

// The condition under which a row is stored.
std::string UsableRow(const Target& target);

// "" when the times are nanoseconds since 1970 of a plausible year, else what they seem to be.
std::string UnitTrouble(const std::string& column, int64_t first, int64_t last);

}  // namespace slowtell::map
