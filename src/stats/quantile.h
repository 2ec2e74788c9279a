// SPDX-License-Identifier: Apache-2.0
// Quantiles, so that C++ and SQL give the same number for the same rows.
#pragma once

#include <utility>
#include <vector>

namespace slowtell::stats {

// Sample quantile of type 7 (Hyndman & Fan, "Sample Quantiles in Statistical Packages", 1996):
// with sorted x[0..n-1] and h = (n-1)p, the value is x[floor h] + (h - floor h)(x[floor h + 1] -
// x[floor h]). The engine's quantileExactInclusive is the same. p is clamped to 0..1; NaN values
// are ignored; nothing left gives NaN.
double Quantile(std::vector<double> values, double p);

// The same where a row stands for `weight` rows: equals Quantile over the list in which each value
// is repeated weight times. Fractional weights interpolate over the same positions. Weights of 0
// and below are ignored; if the smallest weight is below 1, all are scaled so that it becomes 1.
double WeightedQuantile(std::vector<std::pair<double, double>> value_weight, double p);

// Standard deviation (n-1) over mean. 0 below two values or when the mean is not positive.
double CoefficientOfVariation(const std::vector<double>& values);

}  // namespace slowtell::stats
