// SPDX-License-Identifier: Apache-2.0
// The parts of the terminal report about causes.
#pragma once

#include <vector>

#include "report/model.h"
#include "report/terminal/page.h"

namespace slowtell::report {

// Summary with grade, measures, tables, what was rejected, what is not proven, what to do.
void FoundCause(Page& page, const CauseReport& cause);

// One line for each cause that was not found: not enough data (with the cheapest next measurement),
// failed, ruled out.
void UnsettledCauses(Page& page, const std::vector<CauseReport>& causes);

}  // namespace slowtell::report
