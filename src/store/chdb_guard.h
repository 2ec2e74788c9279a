// SPDX-License-Identifier: Apache-2.0
// What a person's own SQL may do in the embedded engine: read the store, with exactly one
// statement. The engine's readonly setting refuses writes, settings and table functions such as
// url(), but lets INTO OUTFILE, a second statement and the scalar function file() pass; those are
// refused here.
#pragma once

#include <string_view>

#include "base/result.h"
#include "store/chdb_session.h"
#include "store/store.h"

namespace slowtell::chdb {

// Asks the engine's parser, runs nothing.
Result<void> RequireOneRead(Session& session, std::string_view sql);
// Asks the engine's analyzer which functions the statement resolves to; written as APPLY(file) or
// hidden behind an alias they are found too. The session must be read-only already.
Result<void> RequireNoFileFunctions(Session& session, std::string_view sql, const Params& params);

}  // namespace slowtell::chdb
