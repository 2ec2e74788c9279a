// SPDX-License-Identifier: Apache-2.0
// What a row is: exports mix requests, dependencies and other telemetry in one result.
#pragma once

#include <string_view>

#include "ingest/appinsights/fields.h"

namespace slowtell::ingest::appinsights {

enum class RowTable { kRequest, kDependency, kOther };

// By itemType, Type or $table; without these by the columns that are there.
RowTable TableOf(const Fields& fields);

// "HTTP", "SQL", "InProc | Microsoft.AAD", ...
std::string_view DependencyTypeOf(const Fields& fields);

// The span kind: "server", "consumer", "client", "producer" or "internal".
std::string_view KindOf(RowTable table, const Fields& fields);

// "GET" of "GET /path"; empty when the name does not begin with an HTTP method.
std::string_view VerbOf(std::string_view name);

}  // namespace slowtell::ingest::appinsights
