// SPDX-License-Identifier: Apache-2.0
// How long each request takes. The first one of a replica waits until the process is warm; one that
// arrives meanwhile waits for the same preparation and ends after it; later ones pay less and less.
// What waits is drawn first; the others of a band are drawn so that the band as a whole has its
// published median and share over 2 s, whatever the seed.
#pragma once

#include "cold_start_arrivals.h"

namespace slowtell::cold_start {

class Durations {
 public:
  Durations(const Options& options, const FirstTwo& two, const std::vector<Replica>& replicas,
            Random& random, std::vector<Request>& requests)
      : options_(options), two_(two), replicas_(replicas), random_(random), requests_(requests) {}

  void Draw() {
    const std::vector<Band>& bands = Bands(options_.after);
    std::vector<std::vector<Request*>> members(bands.size() + 1);  // the last: not born
    for (Request& request : requests_)
      members[request.order == 0 ? bands.size() : BandOf(request.order, bands)].push_back(&request);
    DrawSecond(bands[1], members[1]);
    for (size_t band = 2; band < bands.size(); ++band) DrawBand(bands[band], members[band]);
    DrawWarm(bands.back(), members.back());
  }

 private:
  double RemainingMs(const Request& request) const {
    const Replica& replica = replicas_[static_cast<size_t>(request.instance) - 1];
    return replica.first_ms - (request.at_s - replica.birth_s) * 1e3;
  }

  void SplitByOverlap(const std::vector<Request*>& members, std::vector<Request*>& overlapping,
                      std::vector<Request*>& others) const {
    for (Request* request : members)
      (RemainingMs(*request) > 0 ? overlapping : others).push_back(request);
  }

  // `values` in random order.
  void Assign(std::vector<double> values, const std::vector<Request*>& to) {
    random_.Shuffle(values);
    for (size_t i = 0; i < to.size(); ++i) to[i]->duration_ms = values[i];
  }

  // The longer the wait that is left, the longer the request; nothing ends before the first one.
  void AssignWaiting(const std::vector<double>& ascending, std::vector<Request*> to) {
    std::vector<std::pair<double, Request*>> order;
    for (Request* request : to)
      order.push_back({RemainingMs(*request) * std::exp(0.1 * Normal(random_.Uniform())), request});
    std::sort(order.begin(), order.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (size_t i = 0; i < order.size(); ++i)
      order[i].second->duration_ms =
          std::max(ascending[i], RemainingMs(*order[i].second) + 20 + 40 * random_.Uniform());
  }

  // Both halves have a published median, and so has the mixture: the share of overlapping requests
  // below the mixture's median follows.
  void DrawSecond(const Band& band, const std::vector<Request*>& members) {
    std::vector<Request*> overlapping, others;
    SplitByOverlap(members, overlapping, others);
    const Curve rest(
        {{0.5, two_.after_finish_p50_ms}, {1 - two_.after_finish_slow_share, kSlowMs}});
    const std::vector<double> rest_ms = rest.Sample(others.size());
    Assign(rest_ms, others);
    std::vector<Curve::Point> points = {{0.5, two_.overlapping_p50_ms},
                                        {0.95, 1.7 * two_.overlapping_p50_ms}};
    if (!options_.after) {
      const double below =
          0.5 * static_cast<double>(members.size()) - CountUpTo(band.p50_ms, rest_ms);
      points.insert(
          points.begin(),
          {std::clamp(below / static_cast<double>(overlapping.size()), 0.01, 0.49), band.p50_ms});
    }
    AssignWaiting(Curve(points).Sample(overlapping.size()), overlapping);
  }

  static double CountUpTo(double limit_ms, const std::vector<double>& values) {
    return static_cast<double>(
        std::count_if(values.begin(), values.end(), [=](double ms) { return ms <= limit_ms; }));
  }

  void DrawBand(const Band& band, const std::vector<Request*>& members) {
    std::vector<Request*> overlapping, others;
    SplitByOverlap(members, overlapping, others);
    std::vector<double> waited_ms;
    for (Request* request : overlapping) {
      request->duration_ms =
          RemainingMs(*request) + Curve::LogNormal(1500, 0.5).At(random_.Uniform());
      waited_ms.push_back(request->duration_ms);
    }
    if (band.first_order > 10) {
      DrawWarm(band, others);
      return;
    }
    const double all = static_cast<double>(members.size());
    const double rest = static_cast<double>(others.size());
    const double to_median = (0.5 * all - CountUpTo(band.p50_ms, waited_ms)) / rest;
    const double to_slow = ((1 - band.slow_share) * all - CountUpTo(kSlowMs, waited_ms)) / rest;
    const double middle = std::clamp(to_median, 0.02, 0.95);
    Assign(Curve({{middle, band.p50_ms}, {std::clamp(to_slow, middle + 0.01, 0.999), kSlowMs}})
               .Sample(others.size()),
           others);
  }

  // Warm: what takes over 2 s is a report, slow on any replica.
  void DrawWarm(const Band& band, const std::vector<Request*>& members) {
    std::vector<double> values = Curve::LogNormal(band.p50_ms, 1).Sample(members.size());
    const size_t fast = static_cast<size_t>(
        std::lround((1 - band.slow_share) * static_cast<double>(values.size())));
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = i < fast ? std::min(values[i], 1900.0) : 2010 + 500 * random_.Uniform();
    Assign(values, members);
    for (Request* request : members) request->report = request->duration_ms > kSlowMs;
  }

  const Options& options_;
  const FirstTwo& two_;
  const std::vector<Replica>& replicas_;
  Random& random_;
  std::vector<Request>& requests_;
};

}  // namespace slowtell::cold_start
