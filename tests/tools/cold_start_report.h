// SPDX-License-Identifier: Apache-2.0
// What the drawn telemetry achieves beside what was published, for --report.
#pragma once

#include <cstdio>

#include "cold_start_durations.h"

namespace slowtell::cold_start {

class AchievedReport {
 public:
  AchievedReport(const Options& options, const FirstTwo& two, const std::vector<Replica>& replicas,
                 const std::vector<Request>& requests)
      : options_(options), two_(two), replicas_(replicas), requests_(requests) {}

  void Print(std::FILE* to) const {
    PrintOrder(to);
    PrintFirstTwo(to);
    PrintArrivals(to);
    PrintLives(to);
  }

 private:
  struct Achieved {
    size_t n = 0;
    double p50 = 0;
    double slow = 0;
  };
  static Achieved Of(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const size_t n = values.size();
    const auto fast = std::upper_bound(values.begin(), values.end(), kSlowMs);
    return {n, (values[(n - 1) / 2] + values[n / 2]) / 2,
            static_cast<double>(values.end() - fast) / static_cast<double>(n)};
  }

  const Replica& ReplicaOf(const Request& request) const {
    return replicas_[static_cast<size_t>(request.instance) - 1];
  }
  double AgeS(const Request& request) const { return request.at_s - ReplicaOf(request).birth_s; }

  void PrintOrder(std::FILE* to) const {
    const std::vector<Band>& bands = Bands(options_.after);
    std::vector<std::vector<double>> members(bands.size());
    for (const Request& request : requests_)
      if (request.order > 0) members[BandOf(request.order, bands)].push_back(request.duration_ms);
    std::fputs("order        n  p50 ms    aim  over 2 s    aim\n", to);
    for (size_t i = 0; i < bands.size(); ++i) {
      const Achieved got = Of(members[i]);
      std::fprintf(to, "%-6s %7zu %7.1f %6.0f   %5.1f %% %4.1f %%%s\n", bands[i].name, got.n,
                   got.p50, bands[i].p50_ms, 100 * got.slow, 100 * bands[i].slow_share,
                   bands[i].published ? "" : "  (aim not published)");
    }
  }

  void PrintFirstTwo(std::FILE* to) const {
    std::vector<double> first, after, overlapping;
    size_t during = 0;
    for (const Request& request : requests_) {
      if (request.order == 0) continue;
      const bool in_first = AgeS(request) * 1e3 < ReplicaOf(request).first_ms;
      if (request.order == 1) first.push_back(request.duration_ms);
      if (request.order == 2) (in_first ? overlapping : after).push_back(request.duration_ms);
      during += request.order > 1 && in_first ? 1 : 0;
    }
    std::fprintf(to,
                 "first %.0f ms; second after finish %.0f ms (n %zu, aim %.0f); overlapping "
                 "%.0f ms (n %zu, aim %.0f); %.2f overlapping per replica\n",
                 Of(first).p50, Of(after).p50, after.size(), two_.after_finish_p50_ms,
                 Of(overlapping).p50, overlapping.size(), two_.overlapping_p50_ms,
                 static_cast<double>(during) / static_cast<double>(replicas_.size()));
  }

  static double Weight(const Request& request) { return request.kept_for_sure ? 1 : 1 / kKeepRate; }

  void PrintArrivals(std::FILE* to) const {
    std::vector<double> last_s(replicas_.size());
    double early = 0, later = 0, later_s = 0, all = 0;
    for (const Request& request : requests_) {
      all += Weight(request);
      if (request.order == 0) continue;
      (AgeS(request) < kEarlyS ? early : later) += Weight(request);
      last_s[static_cast<size_t>(request.instance) - 1] = AgeS(request);
    }
    for (double age_s : last_s) later_s += std::max(0.0, age_s - kEarlyS);
    std::fprintf(to,
                 "arrivals %.3f/s in the first 10 s (aim %.3f), %.3f/s later (aim %.3f); "
                 "%zu requests kept stand for %.0f\n",
                 early / kEarlyS / static_cast<double>(replicas_.size()), kEarlyPerS,
                 later / later_s, kUsualPerS, requests_.size(), all);
  }

  void PrintLives(std::FILE* to) const {
    std::vector<double> lives_s(replicas_.size());
    for (const Request& request : requests_)
      if (request.order > 0) lives_s[static_cast<size_t>(request.instance) - 1] = AgeS(request);
    std::sort(lives_s.begin(), lives_s.end());
    const auto within = std::upper_bound(lives_s.begin(), lives_s.end(), 600.0) - lives_s.begin();
    std::vector<int> births(static_cast<size_t>(options_.days) * 24);
    for (const Replica& replica : replicas_)
      ++births[std::min(births.size() - 1, static_cast<size_t>(replica.birth_s / 3600))];
    int most = 0, least = options_.instances, night = 0;
    for (size_t hour = 0; hour < births.size(); ++hour) {
      if (hour % 24 >= 12) night += births[hour];
      if (hour % 24 >= 12 || Weekend(static_cast<int>(hour / 24))) continue;
      most = std::max(most, births[hour]);
      least = std::min(least, births[hour]);
    }
    std::fprintf(to,
                 "lives p50 %.1f min (aim %.1f), %.0f %% within 10 min (aim %.0f %%); %d to %d "
                 "births per working hour (aim 4 to 7), %d at night\n",
                 lives_s[lives_s.size() / 2] / 60, kLifeP50S / 60,
                 100 * static_cast<double>(within) / static_cast<double>(lives_s.size()),
                 100 * kLifeWithin10Min, least, most, night);
  }

  const Options& options_;
  const FirstTwo& two_;
  const std::vector<Replica>& replicas_;
  const std::vector<Request>& requests_;
};

}  // namespace slowtell::cold_start
