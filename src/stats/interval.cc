// SPDX-License-Identifier: Apache-2.0
// See interval.h. Probabilities are summed as logarithms of gamma functions, so large counts do not
// overflow.
#include "stats/interval.h"

#include <algorithm>
#include <cmath>

namespace slowtell::stats {
namespace {

constexpr double kZ = 1.959963984540054;  // 97.5 % point of the normal distribution

// std::lgamma writes the global `signgam`; judges run in parallel.
double LogFactorial(int64_t n) {
  int sign = 0;
  return ::lgamma_r(static_cast<double>(n) + 1, &sign);
}

double LogChoose(int64_t n, int64_t k) {
  return LogFactorial(n) - LogFactorial(k) - LogFactorial(n - k);
}

// Largest k >= 1 with P(Bin(n, 1/2) <= k - 1) <= 0.025; 0 when there is none.
int64_t MedianRank(int64_t n) {
  double below = 0;
  int64_t k = 0;
  while (k <= n) {
    below += std::exp(LogChoose(n, k) - static_cast<double>(n) * std::log(2.0));
    if (below > 0.025) break;
    ++k;
  }
  return k;
}

}  // namespace

Interval Wilson(int64_t hits, int64_t n) {
  if (n <= 0) return {0, 1};
  const auto count = static_cast<double>(n);
  const double q = static_cast<double>(std::clamp<int64_t>(hits, 0, n)) / count;
  const double z2 = kZ * kZ;
  const double scale = 1 + z2 / count;
  const double centre = (q + z2 / (2 * count)) / scale;
  const double half = kZ * std::sqrt(q * (1 - q) / count + z2 / (4 * count * count)) / scale;
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

std::optional<Interval> MedianInterval(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  const int64_t k = MedianRank(static_cast<int64_t>(values.size()));
  if (k == 0 || values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<size_t>(k);
  return Interval{values[rank - 1], values[values.size() - rank]};
}

double FisherExact(int64_t a, int64_t b, int64_t c, int64_t d) {
  for (int64_t* count : {&a, &b, &c, &d}) *count = std::max<int64_t>(0, *count);
  const int64_t row = a + b;
  const int64_t column = a + c;
  const int64_t total = row + c + d;
  const auto log_probability = [&](int64_t x) {
    return LogChoose(row, x) + LogChoose(total - row, column - x) - LogChoose(total, column);
  };
  // The small allowance keeps tables of equal probability together despite rounding.
  const double seen = log_probability(a) + 1e-7;
  double p = 0;
  for (int64_t x = std::max<int64_t>(0, column - (total - row)); x <= std::min(row, column); ++x) {
    const double log_p = log_probability(x);
    if (log_p <= seen) p += std::exp(log_p);
  }
  return std::min(1.0, p);
}

}  // namespace slowtell::stats
