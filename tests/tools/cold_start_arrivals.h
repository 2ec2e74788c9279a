// SPDX-License-Identifier: Apache-2.0
// When replicas are born, how long they live, and when requests reach them.
#pragma once

#include <numeric>

#include "cold_start_numbers.h"

namespace slowtell::cold_start {

constexpr double kDayS = 86400;
constexpr double kKeepRate = 0.825;
constexpr int kAlwaysKept = 20;  // requests of a new replica that sampling lets through
constexpr int kAliveAtStart = 3;
constexpr double kWarmUpMargin = 0.97;  // an overlapping request comes clearly before the end

struct Request {
  double at_s = 0;   // since the data starts
  int instance = 0;  // 0: always there; up to Options::instances: born; above: alive at the start
  int order = 0;     // on a born replica, 1 = first; 0 elsewhere
  bool kept_for_sure = false;
  double duration_ms = 0;
  bool report = false;  // slow by nature
};

struct Replica {
  double birth_s = 0;
  double life_s = 0;
  double first_ms = 0;
  bool overlapped = false;
};

// The data starts at 09:00 of a Tuesday where the users are: twelve hours of work, then the night.
inline bool Weekend(int day) { return (day + 1) % 7 == 5 || (day + 1) % 7 == 6; }
inline double BirthsAt(int hour) {
  const int of_day = hour % 24;
  if (of_day >= 12) return 0;
  const double share = 1 + 0.14 * std::sin((of_day - 2) * 0.7);
  return Weekend(hour / 24) ? 0.68 * share : share;
}
inline double TrafficAt(int hour) {
  const double share = hour % 24 < 12 ? 1 : 0.25;
  return Weekend(hour / 24) ? 0.6 * share : share;
}

// Turns a share of everything (0 to 1) into the time at which that share has happened.
class Calendar {
 public:
  Calendar(int days, double (*rate)(int hour)) {
    for (int hour = 0; hour < days * 24; ++hour) sum_.push_back(sum_.back() + rate(hour));
  }
  double At(double share) const {
    const double wanted = std::clamp(share, 0.0, 1.0) * sum_.back();
    const auto next = std::upper_bound(sum_.begin(), sum_.end() - 1, wanted);
    const size_t hour = static_cast<size_t>(next - sum_.begin()) - 1;
    const double width = sum_[hour + 1] - sum_[hour];
    return 3600 * (static_cast<double>(hour) + (width > 0 ? (wanted - sum_[hour]) / width : 0));
  }

 private:
  std::vector<double> sum_ = {0};
};

inline double RoundToMs(double seconds) { return std::round(seconds * 1e3) / 1e3; }

inline Curve Lifetimes() { return Curve({{0.5, kLifeP50S}, {kLifeWithin10Min, 600}}); }

// The longer the first request takes, the likelier another one arrives meanwhile; how many
// replicas that happens to is fixed, so that a small sample has the published share too.
inline void ChooseOverlapped(double share, Random& random, std::vector<Replica>& replicas) {
  std::vector<std::pair<double, size_t>> order;
  for (size_t i = 0; i < replicas.size(); ++i)
    order.push_back({random.Exponential(1) / replicas[i].first_ms, i});
  std::sort(order.begin(), order.end());
  order.resize(static_cast<size_t>(std::lround(share * static_cast<double>(order.size()))));
  for (const auto& [key, i] : order) replicas[i].overlapped = true;
}

inline std::vector<Replica> MakeReplicas(const Options& options, const FirstTwo& two,
                                         Random& random) {
  const size_t count = static_cast<size_t>(options.instances);
  std::vector<double> first_ms = two.first.Sample(count), lives_s = Lifetimes().Sample(count);
  random.Shuffle(first_ms);
  random.Shuffle(lives_s);
  const Calendar calendar(options.days, &BirthsAt);
  std::vector<Replica> replicas(count);
  for (size_t i = 0; i < count; ++i) {
    const double position = static_cast<double>(i) + 0.1 + 0.8 * random.Uniform();
    replicas[i].birth_s = RoundToMs(
        std::max(180 + static_cast<double>(i), calendar.At(position / static_cast<double>(count))));
    // The last request comes somewhat before the end of life: make up for that.
    replicas[i].life_s = lives_s[i] + 1 / (kUsualPerS * kKeepRate);
    replicas[i].first_ms = first_ms[i];
  }
  ChooseOverlapped(two.overlapping_share, random, replicas);
  return replicas;
}

inline double SecondArrivalS(const Replica& replica, double per_s, Random& random) {
  const double first_s = replica.first_ms / 1e3;
  if (!replica.overlapped) return first_s + 0.05 + random.Exponential(1 / kUsualPerS);
  const double within = 1 - std::exp(-per_s * kWarmUpMargin * first_s);
  return -std::log(1 - random.Uniform() * within) / per_s;
}

inline void AddBorn(int number, const Replica& replica, double per_s, Random& random,
                    std::vector<Request>& out) {
  const double early_per_s = replica.overlapped ? per_s : kUsualPerS;
  double at = 0;
  for (int order = 1; order == 1 || at <= replica.life_s; ++order) {
    Request request;
    request.at_s = RoundToMs(replica.birth_s + at);
    request.instance = number;
    request.kept_for_sure = order <= kAlwaysKept;
    if (order == 1) request.duration_ms = replica.first_ms;
    out.push_back(request);
    if (order == 1) {
      at = SecondArrivalS(replica, per_s, random);
      continue;
    }
    const double next = at + random.Exponential(1 / (at < kEarlyS ? early_per_s : kUsualPerS));
    at = at < kEarlyS && next > kEarlyS ? kEarlyS + random.Exponential(1 / kUsualPerS) : next;
  }
}

// Replicas whose birth the data does not show. Their first request in it is an ordinary one.
inline void AddAliveAtStart(int number, Random& random, std::vector<Request>& out) {
  const double life_s = 300 + 900 * random.Uniform();
  for (double at = 4 * random.Uniform(); at < life_s; at += random.Exponential(1 / kUsualPerS)) {
    Request request;
    request.at_s = RoundToMs(at);
    request.instance = number;
    out.push_back(request);
  }
}

inline void AddAlwaysThere(const Options& options, Random& random, std::vector<Request>& out) {
  const size_t count =
      static_cast<size_t>(std::max(1000.0, options.requests - static_cast<double>(out.size())));
  const Calendar calendar(options.days, &TrafficAt);
  for (size_t i = 0; i < count; ++i) {
    Request request;
    request.at_s = i == 0 ? 1 : RoundToMs(calendar.At(random.Uniform()));
    out.push_back(request);
  }
}

// In time order, after sampling, numbered by arrival on born replicas.
inline void SampleAndNumber(const Options& options, Random& random,
                            std::vector<Request>& requests) {
  std::erase_if(requests, [&random](const Request& request) {
    return !request.kept_for_sure && random.Uniform() >= kKeepRate;
  });
  std::stable_sort(requests.begin(), requests.end(),
                   [](const Request& a, const Request& b) { return a.at_s < b.at_s; });
  std::vector<int> seen(static_cast<size_t>(options.instances) + 1);
  for (Request& request : requests)
    if (request.instance > 0 && request.instance <= options.instances)
      request.order = ++seen[static_cast<size_t>(request.instance)];
}

inline std::vector<Request> MakeArrivals(const Options& options,
                                         const std::vector<Replica>& replicas, const FirstTwo& two,
                                         Random& random) {
  std::vector<Request> requests;
  for (size_t i = 0; i < replicas.size(); ++i)
    AddBorn(static_cast<int>(i) + 1, replicas[i], two.overlapping_per_s, random, requests);
  for (int i = 1; i <= kAliveAtStart; ++i) AddAliveAtStart(options.instances + i, random, requests);
  AddAlwaysThere(options, random, requests);
  SampleAndNumber(options, random, requests);
  return requests;
}

}  // namespace slowtell::cold_start
