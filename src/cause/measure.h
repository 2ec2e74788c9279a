// SPDX-License-Identifier: Apache-2.0
// Measures that several judges report in the same form.
#pragma once

#include <vector>

#include "cause/verdict.h"

namespace slowtell {

// The median of durations in milliseconds with its 95 % interval (stats/interval.h); no interval
// where there are too few values for one.
Measure MedianMs(const char* name, const std::vector<double>& values_ms);

}  // namespace slowtell
