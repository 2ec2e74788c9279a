// SPDX-License-Identifier: Apache-2.0
// Numbers of a published cold-start investigation (14 days of an autoscaled service, and the days
// after it warmed up before opening its port), and the small mathematics to draw from them. Shared
// by what draws the telemetry and by the report that says how near it came.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace slowtell::cold_start {

constexpr double kSlowMs = 2000;
constexpr double kEarlyS = 10;             // "the first 10 s" of a replica
constexpr double kEarlyPerS = 0.266;       // requests per second in them, the first included
constexpr double kUsualPerS = 0.135;       // and later
constexpr double kLifeP50S = 7.6 * 60;     // half of the replicas live longer
constexpr double kLifeWithin10Min = 0.59;  // share gone within 10 minutes
constexpr double kFirstCallShare = 0.79;   // of the first request, before its first outbound call
constexpr double kOutboundMs = 180;        // all outbound calls of a first request together
constexpr double kSlowByNature = 0.013;    // warm requests that are reports, over 2 s each

struct Options {
  std::string format = "csv";
  std::string out = "-";
  int instances = 847;
  int requests = 250000;
  int days = 14;
  uint64_t seed = 1;
  bool after = false;
  bool report = false;
};

// xorshift64*: small, and the same everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2685821657736338717u + 88172645463325252u) {}
  uint64_t Bits() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 2685821657736338717u;
  }
  double Uniform() { return (static_cast<double>(Bits() >> 11) + 0.5) / 9007199254740992.0; }
  double Exponential(double mean) { return -mean * std::log(Uniform()); }
  template <class T>
  void Shuffle(std::vector<T>& items) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[Bits() % i]);
  }

 private:
  uint64_t state_;
};

// Inverse of the standard normal distribution, by bisection: short, and exact enough.
inline double Normal(double p) {
  double low = -8, high = 8;
  for (int i = 0; i < 60; ++i) {
    const double mid = (low + high) / 2;
    (0.5 * std::erfc(-mid / std::sqrt(2.0)) < p ? low : high) = mid;
  }
  return (low + high) / 2;
}

// A distribution given by some of its quantiles (at least two), log-normal in between and beyond.
class Curve {
 public:
  struct Point {
    double p;
    double value;
  };
  explicit Curve(const std::vector<Point>& points) {
    for (const Point& point : points) knots_.push_back({Normal(point.p), std::log(point.value)});
  }
  static Curve LogNormal(double median, double sigma) {
    return Curve({{0.5, median}, {0.841344746, median * std::exp(sigma)}});
  }
  double At(double p) const {
    const double z = Normal(p);
    size_t right = 1;
    while (right + 1 < knots_.size() && knots_[right].z < z) ++right;
    const Knot &a = knots_[right - 1], &b = knots_[right];
    return std::exp(a.log + (b.log - a.log) * (z - a.z) / (b.z - a.z));
  }
  // `count` values at evenly spaced quantiles, in order: the sample has the curve's own quantiles.
  std::vector<double> Sample(size_t count) const {
    std::vector<double> values;
    for (size_t i = 0; i < count; ++i)
      values.push_back(At((static_cast<double>(i) + 0.5) / static_cast<double>(count)));
    return values;
  }

 private:
  struct Knot {
    double z;
    double log;
  };
  std::vector<Knot> knots_;
};

// Requests by arrival order on their replica.
struct Band {
  int first_order;
  const char* name;
  double p50_ms;      // published where `published`, else a value between its neighbours
  double slow_share;  // over 2 s
  bool published;
};

inline const std::vector<Band>& Bands(bool after) {
  static const std::vector<Band> before_warmup = {
      {1, "1", 7316, 0.942, true},      {2, "2", 4560, 0.649, true},
      {3, "3", 1601, 0.437, true},      {4, "4-5", 600, 0.22, false},
      {6, "6-10", 202, 0.068, true},    {11, "11-20", 95, 0.016, true},
      {21, "21-100", 40, 0.014, false}, {101, ">100", 23, 0.013, true}};
  static const std::vector<Band> after_warmup = {
      {1, "1", 1285, 0.347, true},      {2, "2", 700, 0.32, false},
      {3, "3", 300, 0.12, false},       {4, "4-5", 180, 0.06, false},
      {6, "6-10", 110, 0.03, false},    {11, "11-20", 70, 0.016, false},
      {21, "21-100", 40, 0.014, false}, {101, ">100", 23, 0.013, false}};
  return after ? after_warmup : before_warmup;
}

// The last band, for order 0 (replicas that were warm before the data starts), too.
inline size_t BandOf(int order, const std::vector<Band>& bands) {
  size_t band = bands.size() - 1;
  while (order > 0 && band > 0 && bands[band].first_order > order) --band;
  return band;
}

// What the first two requests of a replica cost, and how the second meets the first.
struct FirstTwo {
  Curve first;
  double after_finish_p50_ms;
  double after_finish_slow_share;
  double overlapping_p50_ms;
  double overlapping_share;  // of replicas, whose second request comes before the first ends
  double overlapping_per_s;  // further arrivals on those replicas in their first 10 s
};

inline FirstTwo FirstTwoOf(bool after) {
  if (after) {
    return {.first = Curve({{0.5, 1285}, {0.653, 2000}, {0.9, 3712}}),
            .after_finish_p50_ms = 277,
            .after_finish_slow_share = 0.01,
            .overlapping_p50_ms = 2490,
            .overlapping_share = 0.42,
            .overlapping_per_s = 0.19};
  }
  // A few replicas are warm already when their first request comes; for the rest it is one wait.
  return {.first = Curve({{0.001, 800}, {0.058, 2000}, {0.075, 5200}, {0.5, 7316}, {0.9, 10109}}),
          .after_finish_p50_ms = 760,
          .after_finish_slow_share = 0.088,
          .overlapping_p50_ms = 7856,
          .overlapping_share = 0.628,
          .overlapping_per_s = 0.19};
}

}  // namespace slowtell::cold_start
