// SPDX-License-Identifier: Apache-2.0
// The embedded engine as a Store. Together with chdb_api and chdb_session the only code that knows
// libchdb.
#pragma once

#include <memory>

#include "base/result.h"
#include "store/store.h"
#include "store/store_directory.h"

namespace slowtell {

// The engine works on one folder per process; a second store while one is open is an error.
Result<std::unique_ptr<Store>> OpenChdbStore(StoreDirectory directory);

}  // namespace slowtell
