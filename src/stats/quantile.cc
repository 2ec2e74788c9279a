// SPDX-License-Identifier: Apache-2.0
// See quantile.h. Sorting the whole vector is fine: judges hold at most some 100,000 values.
#include "stats/quantile.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slowtell::stats {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

using Weighted = std::vector<std::pair<double, double>>;

void DropUnusable(Weighted& rows) {
  std::erase_if(rows, [](const auto& row) {
    return std::isnan(row.first) || !(row.second > 0) || std::isinf(row.second);
  });
}

void ScaleToAtLeastOne(Weighted& rows) {
  double least = 1;
  for (const auto& [value, weight] : rows) least = std::min(least, weight);
  for (auto& [value, weight] : rows) weight /= least;
}

// Value k fills the positions [before, before + weight - 1]; the step to the next value is linear.
double AtPosition(const Weighted& sorted, double position) {
  double before = 0;
  for (size_t k = 0; k < sorted.size(); ++k) {
    const double last = before + sorted[k].second - 1;
    if (position <= last || k + 1 == sorted.size()) return sorted[k].first;
    if (position < last + 1) {
      return std::lerp(sorted[k].first, sorted[k + 1].first, position - last);
    }
    before = last + 1;
  }
  return kNothing;
}

}  // namespace

double Quantile(std::vector<double> values, double p) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.empty()) return kNothing;
  std::sort(values.begin(), values.end());
  const double h = std::clamp(p, 0.0, 1.0) * static_cast<double>(values.size() - 1);
  const auto low = static_cast<size_t>(std::floor(h));
  const size_t high = std::min(low + 1, values.size() - 1);
  return std::lerp(values[low], values[high], h - std::floor(h));
}

double WeightedQuantile(std::vector<std::pair<double, double>> value_weight, double p) {
  DropUnusable(value_weight);
  if (value_weight.empty()) return kNothing;
  ScaleToAtLeastOne(value_weight);
  std::sort(value_weight.begin(), value_weight.end());
  double total = 0;
  for (const auto& [value, weight] : value_weight) total += weight;
  return AtPosition(value_weight, std::clamp(p, 0.0, 1.0) * (total - 1));
}

double CoefficientOfVariation(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (double value : values) mean += value / n;
  if (!(mean > 0)) return 0;
  double squares = 0;
  for (double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (n - 1)) / mean;
}

}  // namespace slowtell::stats
