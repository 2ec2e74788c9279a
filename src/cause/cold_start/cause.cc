// SPDX-License-Identifier: Apache-2.0
// Cold start: a new replica's first request pays a one-time cost. The sign is latency by arrival
// order on replicas that were born within the data; one already alive when the data starts says
// nothing.
#include "cause/cause.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "cause/measure.h"
#include "stats/interval.h"
#include "stats/quantile.h"

namespace slowtell::cause::cold_start {
namespace {

// A first request has to be this many times its own route's warm median to count as cold.
constexpr double kColdRatio = 3;
constexpr int64_t kBandsWarmFrom = 21;
constexpr int64_t kEnoughReplicas = 10;

struct Firsts {
  std::vector<double> duration_ms;
  std::vector<double> ratio;  // to the warm median of the same route
  int64_t over_target = 0;
};

Firsts ReadFirsts(const Table& table, const Question& question) {
  Firsts firsts;
  const double target_ms = static_cast<double>(question.target_ns) / 1e6;
  for (size_t i = 0; i < table.Rows(); ++i) {
    const double duration = table.Real("duration_ms", i);
    const double warm = table.Real("warm_ms", i);
    firsts.duration_ms.push_back(duration);
    if (warm > 0) firsts.ratio.push_back(duration / warm);
    if (duration > target_ms) ++firsts.over_target;
  }
  return firsts;
}

std::string OrderLabel(int64_t from, int64_t to) {
  if (to == 0) return ">" + std::to_string(from - 1);
  if (from == to) return std::to_string(from);
  return std::to_string(from) + "-" + std::to_string(to);
}

MeasureTable OrderTable(const Table& order, const Question& question) {
  MeasureTable table{"by_arrival_order",
                     {"order on replica", "requests", "replicas", "p50 (ms)", "p90 (ms)",
                      "over " + HumanDuration(static_cast<double>(question.target_ns)) + " (%)"},
                     {}};
  for (size_t i = 0; i < order.Rows(); ++i) {
    table.rows.push_back({OrderLabel(order.Int("order_from", i), order.Int("order_to", i)),
                          order.Int("n", i), order.Int("replicas", i),
                          std::round(order.Real("p50_ms", i)), std::round(order.Real("p90_ms", i)),
                          std::round(order.Real("over_target", i) * 1000) / 10});
  }
  return table;
}

MeasureTable PhaseTable(const Table& phases) {
  MeasureTable table{
      "first_and_second_request",
      {"request on a new replica", "requests", "p50 (ms)", "p90 (ms)", "over target"},
      {}};
  for (size_t i = 0; i < phases.Rows(); ++i) {
    table.rows.push_back({phases.Text("phase", i), phases.Int("n", i),
                          std::round(phases.Real("p50_ms", i)),
                          std::round(phases.Real("p90_ms", i)), phases.Int("over_target", i)});
  }
  return table;
}

struct Phase {
  int64_t n = 0;
  double p50_ms = 0;
};

Phase FindPhase(const Table& phases, std::string_view name) {
  for (size_t i = 0; i < phases.Rows(); ++i)
    if (phases.Text("phase", i) == name) return {phases.Int("n", i), phases.Real("p50_ms", i)};
  return {};
}

double WarmShareOverTarget(const Table& order) {
  double over = 0, n = 0;
  for (size_t i = 0; i < order.Rows(); ++i) {
    if (order.Int("order_from", i) < kBandsWarmFrom) continue;
    over += order.Real("over_target", i) * static_cast<double>(order.Int("n", i));
    n += static_cast<double>(order.Int("n", i));
  }
  return n > 0 ? over / n : 0;
}

void AddArrivals(const Table& arrivals, Verdict& verdict) {
  const double early = arrivals.Real("early_per_s");
  const double later = arrivals.Real("later_per_s");
  const int64_t born = arrivals.Int("born");
  verdict.evidence.push_back({"arrivals_first_10s_per_s", early, "requests/s", born, {}, {}});
  verdict.evidence.push_back({"arrivals_later_per_s", later, "requests/s", born, {}, {}});
  if (later > 0 && early <= 4 * later) {
    verdict.against.push_back("a burst of arrivals: a new replica gets " + Fixed(early, 3) +
                              " requests/s in its first 10 s and " + Fixed(later, 3) +
                              " later; ordinary arrivals overlap a first request that takes long");
  }
}

void AddSplit(const Table& firsts, Verdict& verdict) {
  std::vector<double> before, calls, share;
  for (size_t i = 0; i < firsts.Rows(); ++i) {
    if (firsts.Real("to_first_call_ms", i) < 0) continue;
    before.push_back(firsts.Real("to_first_call_ms", i));
    calls.push_back(firsts.Real("calls_ms", i));
    share.push_back(calls.back() / std::max(firsts.Real("duration_ms", i), 1e-6));
  }
  if (before.empty()) {
    verdict.not_proven.push_back(
        "which part of the process is cold: first requests have no outbound call spans to split "
        "them");
    return;
  }
  verdict.evidence.push_back(MedianMs("first_request_before_first_call_ms", before));
  verdict.evidence.push_back(MedianMs("first_request_outbound_calls_ms", calls));
  const double calls_share = stats::Quantile(share, 0.5);
  if (calls_share < 0.5) {
    verdict.against.push_back(
        "a slow dependency: all outbound calls of a first request together are " +
        Percent(calls_share) + " of it (median of " + std::to_string(share.size()) + ")");
  } else {
    verdict.not_proven.push_back("that the process itself is cold: outbound calls are " +
                                 Percent(calls_share) + " of a first request (median)");
  }
}

void AddPhases(const Table& phases, Verdict& verdict) {
  const Phase first = FindPhase(phases, "first");
  const Phase after = FindPhase(phases, "after finish");
  const Phase overlapping = FindPhase(phases, "overlapping");
  verdict.tables.push_back(PhaseTable(phases));
  if (after.n >= 3 && after.p50_ms < first.p50_ms / 3) {
    verdict.against.push_back(
        "a cost per endpoint: a second request that starts after the first ended has p50 " +
        HumanDuration(after.p50_ms * 1e6) + " (n " + std::to_string(after.n) +
        "); most of the cost is paid once per process");
  } else if (after.n < 3) {
    verdict.not_proven.push_back(
        "whether the cost is per process or per endpoint: second requests that started after the "
        "first "
        "ended: " +
        std::to_string(after.n));
  }
  if (overlapping.n >= 3 && overlapping.p50_ms > first.p50_ms / 3) {
    verdict.evidence.push_back(
        {"overlapping_second_request_p50_ms", overlapping.p50_ms, "ms", overlapping.n, {}, {}});
  }
}

// A deploy replaces every replica at once; scaling adds them one by one under the same revision.
void AddDeploys(const Table& firsts, Verdict& verdict) {
  std::map<std::string, int64_t> by_revision;
  for (const std::string& revision : firsts.Texts("revision")) ++by_revision[revision];
  if (by_revision.size() == 1 && !by_revision.begin()->first.empty()) {
    verdict.against.push_back("a deploy: all " + std::to_string(firsts.Rows()) +
                              " new replicas run revision " + by_revision.begin()->first);
  } else if (by_revision.size() <= 1) {
    verdict.not_proven.push_back(
        "whether replicas start because of scaling or of deploys: the data names no revision");
  }
}

void AddRemedy(const Table& phases, const Firsts& firsts, Verdict& verdict) {
  const double now = stats::Quantile(firsts.duration_ms, 0.5);
  const Phase after = FindPhase(phases, "after finish");
  Remedy warm{
      "Warm up before the port opens: send one request through the process while the platform "
      "still keeps traffic away (warmgate, or the same inside the service).",
      {}};
  if (after.n >= 3 && after.p50_ms < now) {
    warm.predicted = Prediction{"first_request_p50_ms", now, after.p50_ms, {}, {}};
  } else {
    warm.text += " No prediction: too few second requests started after a first one ended.";
  }
  verdict.remedies.push_back(std::move(warm));
  verdict.remedies.push_back(
      {"Start fewer replicas: a higher minimum or a slower scale-in. It costs replica-seconds, and "
       "this data does not say how many starts it would save.",
       {}});
}

void AddClaims(const Table& windows, Verdict& verdict) {
  for (size_t i = 0; i < windows.Rows(); ++i)
    verdict.claims.push_back({windows.Int("request", i), windows.Int("cold_ns", i)});
}

Verdict NotEnough(const Table& arrivals, const Question& question) {
  Verdict verdict;
  verdict.state = State::kNotEnoughData;
  if (question.requests == 0) {
    verdict.summary = "there is no user request in the data";
    verdict.next.push_back("export requests of users, not only probes");
    return verdict;
  }
  if (question.replicas == 0) {
    verdict.summary = "the data does not say which replica served a request";
    verdict.next.push_back("export service.instance.id (or k8s.pod.name, cloud_RoleInstance)");
    return verdict;
  }
  const int64_t replicas = arrivals.Int("replicas");
  verdict.summary =
      "no replica was born within the data: " +
      (replicas == 1 ? std::string("the only one") : "all " + std::to_string(replicas)) +
      " may have been running before it starts";
  verdict.next.push_back("export a longer period, or one that contains a scale-out or a restart");
  return verdict;
}

// Several independent signs: warm requests on the same replicas are fine, and a request beside or
// after the first behaves as one cost per process predicts.
Grade GradeOf(const Firsts& firsts, const Table& order, const Table& phases) {
  const Phase first = FindPhase(phases, "first");
  const Phase after = FindPhase(phases, "after finish");
  const Phase overlapping = FindPhase(phases, "overlapping, any");
  int signs = 0;
  if (WarmShareOverTarget(order) < 0.1) ++signs;
  if (after.n >= 3 && after.p50_ms < first.p50_ms / 3) ++signs;
  if (overlapping.n >= 3 && overlapping.p50_ms > first.p50_ms / 5) ++signs;
  const bool enough = static_cast<int64_t>(firsts.duration_ms.size()) >= kEnoughReplicas;
  return enough && signs >= 2 ? Grade::kStronglySuggested : Grade::kMeasured;
}

std::string FoundSummary(const Firsts& firsts, const Question& question) {
  return "the first request on a new replica takes " +
         HumanDuration(stats::Quantile(firsts.duration_ms, 0.5) * 1e6) + " (median of " +
         std::to_string(firsts.duration_ms.size()) + " new replicas), " +
         Fixed(stats::Quantile(firsts.ratio, 0.5), 0) + " times its route when warm; " +
         std::to_string(firsts.over_target) + " of them exceed " +
         HumanDuration(static_cast<double>(question.target_ns));
}

Verdict Judge(const Evidence& evidence, const Question& question) {
  const Table& rows = evidence.Get("firsts");
  const Table& order = evidence.Get("order");
  const Table& phases = evidence.Get("phases");
  const Firsts firsts = ReadFirsts(rows, question);
  if (firsts.duration_ms.empty()) return NotEnough(evidence.Get("arrivals"), question);

  Verdict verdict;
  const int64_t n = static_cast<int64_t>(firsts.duration_ms.size());
  verdict.units = n;
  verdict.unit_name = n == 1 ? "new replica" : "new replicas";
  verdict.evidence.push_back(MedianMs("first_request_p50_ms", firsts.duration_ms));
  const stats::Interval over = stats::Wilson(firsts.over_target, n);
  verdict.evidence.push_back({"first_requests_over_target",
                              static_cast<double>(firsts.over_target) / static_cast<double>(n),
                              "ratio", n, over.low, over.high});
  verdict.tables.push_back(OrderTable(order, question));

  const double ratio = firsts.ratio.empty() ? 0 : stats::Quantile(firsts.ratio, 0.5);
  const bool worse_than_warm = over.low > WarmShareOverTarget(order);
  if (firsts.over_target == 0 || !worse_than_warm || ratio < kColdRatio) {
    verdict.state = firsts.ratio.empty() ? State::kNotEnoughData : State::kRuledOut;
    verdict.summary = "first requests on " + std::to_string(n) +
                      " new replicas: " + std::to_string(firsts.over_target) +
                      " over the target, median " +
                      HumanDuration(stats::Quantile(firsts.duration_ms, 0.5) * 1e6) + ", " +
                      Fixed(ratio, 1) + " times their routes when warm";
    if (firsts.ratio.empty()) verdict.next.push_back("export more requests of the same routes");
    return verdict;
  }
  verdict.state = State::kFound;
  verdict.grade = GradeOf(firsts, order, phases);
  verdict.summary = FoundSummary(firsts, question);
  AddPhases(phases, verdict);
  AddArrivals(evidence.Get("arrivals"), verdict);
  AddSplit(rows, verdict);
  AddDeploys(rows, verdict);
  AddRemedy(phases, firsts, verdict);
  AddClaims(evidence.Get("windows"), verdict);
  return verdict;
}

}  // namespace

extern const CauseDef kDef;
const CauseDef kDef = {
    .id = "cold_start",
    .layer = Layer::kPlatform,
    .precedence = 20,
    .summary = "A new replica's first requests pay a one-time cost that later ones do not.",
    .judge = &Judge,
};

}  // namespace slowtell::cause::cold_start
