// SPDX-License-Identifier: Apache-2.0
// The report as JSON, schema "slowtell.report/1" (docs/reference/report.schema.json): the one
// contract that pages, scripts and later versions build on.
#pragma once

#include <string>

#include "report/model.h"

namespace slowtell::report {

// Fixed order, no clock, rounded numbers: the same report gives the same bytes. Ends with a line
// feed. Text that is not valid UTF-8 has its bad bytes replaced by U+FFFD.
std::string RenderJson(const Report& report);

}  // namespace slowtell::report
