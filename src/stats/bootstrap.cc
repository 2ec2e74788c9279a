// SPDX-License-Identifier: Apache-2.0
// See bootstrap.h. The generator is written here because the distributions of <random> differ
// between standard libraries, and a report must be byte-identical everywhere.
#include "stats/bootstrap.h"

#include <algorithm>

#include "stats/quantile.h"

namespace slowtell::stats {
namespace {

constexpr size_t kLeastValues = 10;
constexpr size_t kMostDraws = 20'000'000;  // bounds the time to about 0.2 s

// SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", 2014).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  size_t Below(size_t n) {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
    return static_cast<size_t>(z % n);  // the bias is n / 2^64
  }

 private:
  uint64_t state_;
};

// The median of a resample: the upper of the two middle values, which saves a second selection.
double ResampledMedian(const std::vector<double>& values, Random& random,
                       std::vector<double>& scratch) {
  scratch.clear();
  for (size_t i = 0; i < values.size(); ++i) scratch.push_back(values[random.Below(values.size())]);
  const auto middle = scratch.begin() + static_cast<std::ptrdiff_t>(scratch.size() / 2);
  std::nth_element(scratch.begin(), middle, scratch.end());
  return *middle;
}

}  // namespace

std::optional<Interval> MedianRatioInterval(const std::vector<double>& numerator,
                                            const std::vector<double>& denominator, uint64_t seed) {
  if (std::min(numerator.size(), denominator.size()) < kLeastValues) return std::nullopt;
  const size_t draws = numerator.size() + denominator.size();
  const size_t rounds = std::clamp<size_t>(kMostDraws / draws, 200, 2000);
  Random random(seed);
  std::vector<double> scratch;
  std::vector<double> ratios;
  for (size_t round = 0; round < rounds; ++round) {
    const double above = ResampledMedian(numerator, random, scratch);
    const double below = ResampledMedian(denominator, random, scratch);
    if (!(below > 0)) return std::nullopt;
    ratios.push_back(above / below);
  }
  return Interval{Quantile(ratios, 0.025), Quantile(ratios, 0.975)};
}

}  // namespace slowtell::stats
