// SPDX-License-Identifier: Apache-2.0
// A measured table as aligned lines.
#pragma once

#include <string>
#include <vector>

#include "cause/verdict.h"

namespace slowtell::report {

// Numbers right, text left, header first, every line at most `width` columns. The widest text
// columns are cut when the table is too wide; a table that still does not fit is printed as one
// wrapped "name: value" paragraph per row.
std::vector<std::string> LayOutTable(const MeasureTable& table, int indent, int width);

// A number as a person writes it: 7,316 - 23.3 - 0.266; what is no number: "-".
std::string HumanNumber(double value);

}  // namespace slowtell::report
