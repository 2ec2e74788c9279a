// SPDX-License-Identifier: Apache-2.0
#include "cause/serialized_worker/shape.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "stats/interval.h"
#include "stats/quantile.h"

namespace slowtell::cause::serialized_worker {
namespace {

// Below a quarter of the typical slow span a request does not block a loop. Where spans contain the
// wait, the first in line is short against those behind it and must stay in: a twentieth.
constexpr double kHeavyRatio = 0.25;
constexpr double kQueuedRatio = 0.05;
constexpr size_t kFewest = 4;
constexpr int kMostServers = 8;
// A handover from one request to the next costs milliseconds; 3 % of S leaves room for that, and is
// far below any pause that a person or an idle worker makes.
constexpr double kTouchRatio = 0.03;
constexpr double kMostResidual = 0.2;
constexpr double kLeastWaitShare = 0.25;
// A fit over many requests accuses only if the slow ones are many of them and really waited.
constexpr double kLeastSlowShare = 0.3;

double Service(const Served& job) { return job.end_s - job.start_s; }

std::vector<Served> Heavy(const std::vector<Served>& served, double ratio) {
  std::vector<double> slow;
  for (const Served& job : served)
    if (job.slow_request > 0) slow.push_back(Service(job));
  if (slow.empty()) return {};
  const double least = ratio * stats::Quantile(slow, 0.5);
  std::vector<Served> heavy;
  std::copy_if(served.begin(), served.end(), std::back_inserter(heavy),
               [least](const Served& job) { return Service(job) >= least; });
  return heavy;
}

bool MostlyCalls(const std::vector<Served>& heavy) {
  std::vector<double> share;
  for (const Served& job : heavy)
    if (job.slow_request > 0) share.push_back(job.calls_s / std::max(Service(job), 1e-9));
  return stats::Quantile(share, 0.5) > 0.5;
}

int64_t Connections(const std::vector<Served>& heavy) {
  std::set<std::string> peers;
  for (const Served& job : heavy)
    if (!job.peer.empty() && job.peer.back() != ':') peers.insert(job.peer);
  return static_cast<int64_t>(peers.size());
}

void SetService(Shape& shape, const std::vector<double>& services) {
  shape.service_s = stats::Quantile(services, 0.5);
  const auto interval = stats::MedianInterval(services);
  shape.service_low_s =
      interval ? interval->low : *std::min_element(services.begin(), services.end());
  shape.service_high_s =
      interval ? interval->high : *std::max_element(services.begin(), services.end());
  std::vector<double> deviation;
  for (double service : services)
    deviation.push_back(std::abs(service - shape.service_s) / shape.service_s);
  shape.residual_ratio = stats::Quantile(deviation, 0.5);
}

// The queue must explain the spread: services alike, latencies not, and a real part of it waiting.
std::string RejectFit(const stats::FifoFit& fit, double waited_s, double latency_s) {
  if (fit.servers >= fit.peak_concurrency || waited_s < kLeastWaitShare * latency_s)
    return "latency does not grow with the number of requests in flight: nobody queues";
  if (fit.residual_ratio > kMostResidual)
    return "no number of servers makes the service times alike (residual " +
           Percent(fit.residual_ratio) + ")";
  if (fit.service_cv > 0.5 * fit.latency_cv)
    return "a queue explains the spread of latencies no better than chance";
  return "";
}

// The most app spans open at one time, for at least 10 % of the busy time: two clocks that disagree
// by milliseconds make spans overlap a little that did not.
int ServedAtOnce(const std::vector<Served>& joined) {
  std::vector<std::pair<double, int>> edges;
  for (const Served& job : joined) {
    edges.push_back({job.start_s, 1});
    edges.push_back({job.end_s, -1});
  }
  std::sort(edges.begin(), edges.end());
  std::vector<double> open_s(joined.size() + 1, 0);  // by number of open spans
  size_t open = 0;
  for (size_t i = 0; i + 1 < edges.size(); ++i) {
    open += static_cast<size_t>(edges[i].second);
    open_s[open] += edges[i + 1].first - edges[i].first;
  }
  double at_least = 0, busy = 0;
  for (size_t k = 1; k < open_s.size(); ++k) busy += open_s[k];
  for (size_t k = open_s.size() - 1; k > 1; --k)
    if ((at_least += open_s[k]) >= 0.1 * busy) return static_cast<int>(k);
  return 1;
}

// Requests joined with what the front end or client saw: the wait is simply the difference.
Shape FromOutside(const std::vector<Served>& joined) {
  Shape shape;
  shape.requests = static_cast<int64_t>(joined.size());
  std::vector<stats::Job> jobs;
  std::vector<double> services;
  double latency_s = 0;
  for (const Served& job : joined) {
    jobs.push_back({*job.outer_start_s, *job.outer_end_s});
    services.push_back(Service(job));
    const double total = *job.outer_end_s - *job.outer_start_s;
    latency_s += total;
    shape.waits.push_back({std::max(0.0, total - Service(job)), Service(job)});
    shape.waited_s += shape.waits.back().wait_s;
  }
  shape.service_seen = true;
  SetService(shape, services);
  shape.servers = ServedAtOnce(joined);
  if (shape.waited_s < kLeastWaitShare * latency_s || shape.servers > kMostServers) {
    shape.rejected =
        "the app's spans are as long as what the client saw: nobody queues in front of them";
    return shape;
  }
  if (shape.residual_ratio > kMostResidual) {
    shape.rejected = "service times differ too much for one queue";
    return shape;
  }
  shape.sign = Sign::kStaircase;
  return shape;
}

bool FewAreSlow(const std::vector<Served>& heavy, Shape& shape) {
  const int64_t slow = std::count_if(heavy.begin(), heavy.end(),
                                     [](const Served& job) { return job.slow_request > 0; });
  if (static_cast<double>(slow) >= kLeastSlowShare * static_cast<double>(heavy.size()))
    return false;
  shape.rejected = "only " + std::to_string(slow) + " of " + std::to_string(heavy.size()) +
                   " requests of that size are slow: a queue would slow most of them";
  return true;
}

Shape FromFit(const std::vector<Served>& heavy) {
  Shape shape;
  shape.requests = static_cast<int64_t>(heavy.size());
  std::vector<stats::Job> jobs;
  double latency_s = 0;
  for (const Served& job : heavy) {
    jobs.push_back({job.start_s, job.end_s});
    latency_s += Service(job);
  }
  if (FewAreSlow(heavy, shape)) return shape;
  const auto fit = stats::FitFifo(jobs, kMostServers);
  if (!fit) {
    shape.rejected = "no first-in-first-out queue fits the arrivals and completions";
    return shape;
  }
  for (double wait : fit->waits_s) shape.waited_s += wait;
  shape.rejected = RejectFit(*fit, shape.waited_s, latency_s);
  if (!shape.rejected.empty()) return shape;
  shape.sign = Sign::kStaircase;
  shape.servers = fit->servers;
  shape.service_s = fit->service_s;
  shape.service_low_s = fit->service_low_s;
  shape.service_high_s = fit->service_high_s;
  shape.residual_ratio = fit->residual_ratio;
  std::sort(jobs.begin(), jobs.end(),
            [](const stats::Job& a, const stats::Job& b) { return a.arrival_s < b.arrival_s; });
  for (size_t i = 0; i < jobs.size() && i < fit->waits_s.size(); ++i) {
    shape.waits.push_back({fit->waits_s[i], jobs[i].end_s - jobs[i].arrival_s - fit->waits_s[i]});
  }
  return shape;
}

// Upper bound: every connection sends its next request the moment the answer before arrived.
double HiddenWait(const std::vector<Served>& run) {
  std::map<std::string, double> free_at;
  double waited_s = 0;
  for (const Served& job : run) {
    const auto [at, fresh] = free_at.try_emplace(job.peer, run.front().start_s);
    waited_s += std::max(0.0, job.start_s - at->second);
    at->second = job.end_s;
  }
  return waited_s;
}

Shape FromOwnSpans(const std::vector<Served>& heavy) {
  Shape shape;
  shape.requests = static_cast<int64_t>(heavy.size());
  shape.connections = Connections(heavy);
  if (FewAreSlow(heavy, shape)) return shape;
  std::vector<stats::Job> jobs;
  for (const Served& job : heavy) jobs.push_back({job.start_s, job.end_s});
  int64_t in_runs = 0;
  double busy_s = 0, span_s = 0;
  for (const stats::SerialRun& run : stats::SerialRuns(jobs, kTouchRatio)) {
    in_runs += run.count;
    busy_s += run.busy_s;
    span_s += run.span_s;
  }
  shape.busy_ratio = span_s > 0 ? busy_s / span_s : 0;
  if (in_runs < static_cast<int64_t>(kFewest) || in_runs * 10 < shape.requests * 8) {
    shape.rejected = "the app's spans are not strictly one after the other (" +
                     std::to_string(in_runs) + " of " + std::to_string(shape.requests) +
                     " touch without overlap)";
    return shape;
  }
  if (shape.connections == 1) {
    shape.rejected = "the spans come from one client connection that waits for each answer itself";
    return shape;
  }
  std::vector<double> services;
  for (const Served& job : heavy) services.push_back(Service(job));
  SetService(shape, services);
  if (shape.residual_ratio > kMostResidual) {
    shape.rejected =
        "the spans touch, but their lengths differ too much for one kind of blocking work";
    return shape;
  }
  shape.sign = Sign::kBackToBack;
  shape.servers = 1;
  shape.service_seen = true;
  if (shape.connections > 1) shape.hidden_wait_s = HiddenWait(heavy);
  return shape;
}

}  // namespace

Shape Examine(std::vector<Served> served) {
  std::sort(served.begin(), served.end(), [](const Served& a, const Served& b) {
    return std::pair(a.start_s, a.end_s) < std::pair(b.start_s, b.end_s);
  });
  const std::vector<Served> heavy = Heavy(served, kHeavyRatio);
  Shape few;
  few.requests = static_cast<int64_t>(heavy.size());
  if (heavy.size() < kFewest) {
    few.rejected = "fewer than " + std::to_string(kFewest) + " slow requests on one instance";
    return few;
  }
  if (MostlyCalls(heavy)) {
    few.rejected = "the time is in outbound calls, not in the worker";
    return few;
  }
  std::vector<Served> joined;
  std::copy_if(heavy.begin(), heavy.end(), std::back_inserter(joined),
               [](const Served& job) { return job.outer_start_s && job.outer_end_s; });
  if (joined.size() >= kFewest && joined.size() * 10 >= heavy.size() * 6) {
    std::sort(joined.begin(), joined.end(), [](const Served& a, const Served& b) {
      return std::pair(*a.outer_start_s, *a.outer_end_s) <
             std::pair(*b.outer_start_s, *b.outer_end_s);
    });
    return FromOutside(joined);
  }
  Shape own = FromOwnSpans(heavy);
  if (own.sign != Sign::kNone) return own;
  Shape fit = FromFit(Heavy(served, kQueuedRatio));
  if (fit.sign == Sign::kNone && own.connections == 1) fit.rejected = own.rejected;
  return fit;
}

}  // namespace slowtell::cause::serialized_worker
