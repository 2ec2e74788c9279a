// SPDX-License-Identifier: Apache-2.0
// A ClickHouse server, reached over HTTP, as a Store.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "store/store.h"

namespace slowtell {

// The name by which the server of tests/clickhouse_server can be told from others.
inline constexpr const char* kStandInName = "slowtell-stand-in";

// Checks that the server answers and creates `database` when it is missing (empty: "default").
Result<std::unique_ptr<Store>> OpenClickHouseStore(const std::string& url,
                                                   const std::string& database);

}  // namespace slowtell
