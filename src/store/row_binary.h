// SPDX-License-Identifier: Apache-2.0
// Reads RowBinaryWithNamesAndTypes, the format in which both stores fetch results: it carries the
// types, needs no escaping, and is the same from the embedded engine and from a server.
#pragma once

#include <string_view>

#include "base/result.h"
#include "store/table.h"

namespace slowtell {

// Integers and booleans become int64 (a UInt64 above 2^63 keeps its bits), floats double, strings
// and enums text; NULL becomes 0 or "". Any other type is an error that names the column. An empty
// text is an empty table: the engine sends nothing for a statement without a result.
Result<Table> DecodeRowBinary(std::string_view bytes);

}  // namespace slowtell
