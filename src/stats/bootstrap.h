// SPDX-License-Identifier: Apache-2.0
// A resampling interval for "how many times slower", the same on every machine and every run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "stats/interval.h"

namespace slowtell::stats {

// 95 % percentile bootstrap (Efron & Tibshirani, "An Introduction to the Bootstrap", 1993, ch. 13)
// of median(numerator) / median(denominator): both sides are resampled with replacement 2,000 times
// (fewer, at least 200, for very large samples) and the 2.5 % and 97.5 % quantiles of the ratio are
// returned. nullopt below ten values a side, where this interval is too narrow, or when a median of
// the denominator is not positive. The random numbers come from `seed` alone.
std::optional<Interval> MedianRatioInterval(const std::vector<double>& numerator,
                                            const std::vector<double>& denominator,
                                            uint64_t seed = 1);

}  // namespace slowtell::stats
