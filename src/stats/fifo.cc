// SPDX-License-Identifier: Apache-2.0
// See fifo.h.
#include "stats/fifo.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

#include "stats/interval.h"
#include "stats/quantile.h"

namespace slowtell::stats {
namespace {

constexpr size_t kLeastJobs = 4;
constexpr double kPreferSmaller =
    1.05;                             // a c may be this much worse and still win by being smaller
constexpr double kEvenEnough = 1e-9;  // below this a CV is rounding
constexpr double kOverlapAllowed = 0.01;  // of the shorter span: clocks and export round

bool ByArrival(const Job& a, const Job& b) {
  return a.arrival_s != b.arrival_s ? a.arrival_s < b.arrival_s : a.end_s < b.end_s;
}

bool ByEnd(const Job& a, const Job& b) {
  return a.end_s != b.end_s ? a.end_s < b.end_s : a.arrival_s < b.arrival_s;
}

struct Attempt {
  std::vector<double> services;
  std::vector<double> waits;
  double cv = 0;
};

using FreeTimes = std::priority_queue<double, std::vector<double>, std::greater<>>;

// nullopt as soon as one implied service is not positive. Waits are in the order of `jobs`.
std::optional<Attempt> Serve(const std::vector<Job>& jobs, int servers) {
  FreeTimes free;
  Attempt attempt;
  for (const Job& job : jobs) {
    double begin = job.arrival_s;
    if (free.size() == static_cast<size_t>(servers)) {
      begin = std::max(begin, free.top());
      free.pop();
    }
    if (!(job.end_s > begin)) return std::nullopt;
    attempt.services.push_back(job.end_s - begin);
    attempt.waits.push_back(begin - job.arrival_s);
    free.push(job.end_s);
  }
  attempt.cv = CoefficientOfVariation(attempt.services);
  return attempt;
}

// Waits of an attempt made in order of end, put into order of arrival.
void ReorderWaits(const std::vector<Job>& by_end, Attempt& attempt) {
  std::vector<std::pair<Job, double>> rows;
  for (size_t i = 0; i < by_end.size(); ++i) rows.emplace_back(by_end[i], attempt.waits[i]);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return ByArrival(a.first, b.first); });
  for (size_t i = 0; i < rows.size(); ++i) attempt.waits[i] = rows[i].second;
}

struct Orders {
  std::vector<Job> by_arrival;
  std::vector<Job> by_end;
};

std::optional<Attempt> Try(const Orders& orders, int servers) {
  std::optional<Attempt> best = Serve(orders.by_end, servers);
  if (best) ReorderWaits(orders.by_end, *best);
  if (servers == 1) return best;
  std::optional<Attempt> other = Serve(orders.by_arrival, servers);
  return other && (!best || other->cv < best->cv) ? other : best;
}

int PeakConcurrency(const Orders& orders) {
  size_t ended = 0;
  int now = 0;
  int peak = 0;
  for (const Job& job : orders.by_arrival) {
    while (ended < orders.by_end.size() && orders.by_end[ended].end_s <= job.arrival_s) {
      ++ended;
      --now;
    }
    peak = std::max(peak, ++now);
  }
  return peak;
}

FifoFit Describe(const Orders& orders, int servers, Attempt attempt) {
  FifoFit fit;
  fit.servers = servers;
  fit.service_s = Quantile(attempt.services, 0.5);
  const auto [least, largest] =
      std::minmax_element(attempt.services.begin(), attempt.services.end());
  const Interval interval = MedianInterval(attempt.services).value_or(Interval{*least, *largest});
  fit.service_low_s = interval.low;
  fit.service_high_s = interval.high;
  std::vector<double> residuals;
  for (double service : attempt.services) residuals.push_back(std::abs(service - fit.service_s));
  fit.residual_ratio = Quantile(residuals, 0.5) / fit.service_s;
  std::vector<double> latencies;
  for (const Job& job : orders.by_arrival) latencies.push_back(job.end_s - job.arrival_s);
  fit.latency_cv = CoefficientOfVariation(latencies);
  fit.service_cv = attempt.cv;
  fit.waits_s = std::move(attempt.waits);
  fit.peak_concurrency = PeakConcurrency(orders);
  return fit;
}

std::vector<bool> Overlapped(const std::vector<Job>& sorted) {
  std::vector<bool> overlapped(sorted.size(), false);
  size_t longest = 0;  // of the spans so far, the one that ends last
  for (size_t i = 1; i < sorted.size(); ++i) {
    const Job& before = sorted[longest];
    const double shorter =
        std::min(sorted[i].end_s - sorted[i].arrival_s, before.end_s - before.arrival_s);
    const double overlap = std::min(before.end_s, sorted[i].end_s) - sorted[i].arrival_s;
    if (overlap > kOverlapAllowed * shorter) overlapped[i] = overlapped[longest] = true;
    if (sorted[i].end_s > before.end_s) longest = i;
  }
  return overlapped;
}

void Extend(SerialRun& run, const Job& span) {
  if (run.count == 0) run.start_s = span.arrival_s;
  ++run.count;
  run.end_s = span.end_s;
  run.busy_s += span.end_s - span.arrival_s;
}

void Finish(SerialRun& run, std::vector<SerialRun>& runs) {
  if (run.count >= 2) {
    run.span_s = run.end_s - run.start_s;
    run.mean_service_s = run.busy_s / static_cast<double>(run.count);
    runs.push_back(run);
  }
  run = {};
}

}  // namespace

std::optional<FifoFit> FitFifo(std::vector<Job> jobs, int max_servers) {
  const bool backwards = std::any_of(jobs.begin(), jobs.end(), [](const Job& job) {
    return !(job.end_s >= job.arrival_s);  // also true for NaN
  });
  if (jobs.size() < kLeastJobs || backwards) return std::nullopt;
  Orders orders{jobs, std::move(jobs)};
  std::sort(orders.by_arrival.begin(), orders.by_arrival.end(), ByArrival);
  std::sort(orders.by_end.begin(), orders.by_end.end(), ByEnd);

  // More servers than jobs at once change nothing.
  const int most = std::min(max_servers, PeakConcurrency(orders));
  std::vector<std::optional<Attempt>> attempts;
  double best = -1;
  for (int servers = 1; servers <= most; ++servers) {
    attempts.push_back(Try(orders, servers));
    if (attempts.back() && (best < 0 || attempts.back()->cv < best)) best = attempts.back()->cv;
  }
  for (size_t i = 0; i < attempts.size(); ++i) {
    if (attempts[i] && attempts[i]->cv <= best * kPreferSmaller + kEvenEnough) {
      return Describe(orders, static_cast<int>(i) + 1, *std::move(attempts[i]));
    }
  }
  return std::nullopt;
}

std::vector<SerialRun> SerialRuns(std::vector<Job> spans, double max_gap_ratio) {
  std::erase_if(spans, [](const Job& span) { return !(span.end_s > span.arrival_s); });
  if (spans.empty()) return {};
  std::sort(spans.begin(), spans.end(), ByArrival);
  std::vector<double> durations;
  for (const Job& span : spans) durations.push_back(span.end_s - span.arrival_s);
  const double gap_s = max_gap_ratio * Quantile(std::move(durations), 0.5);
  const std::vector<bool> overlapped = Overlapped(spans);

  std::vector<SerialRun> runs;
  SerialRun run;
  for (size_t i = 0; i < spans.size(); ++i) {
    if (overlapped[i] || (run.count > 0 && spans[i].arrival_s - run.end_s > gap_s)) {
      Finish(run, runs);
    }
    if (!overlapped[i]) Extend(run, spans[i]);
  }
  Finish(run, runs);
  return runs;
}

}  // namespace slowtell::stats
