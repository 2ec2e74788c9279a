// SPDX-License-Identifier: Apache-2.0
// Slow dependency: the calls on a request's path explain its excess. The caller's timer also holds
// connecting, queueing for a connection and the network, so where the callee's own span is in the
// data only that part is its fault; where it is not, the verdict is an inference and says so.
#include "cause/cause.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "cause/measure.h"
#include "stats/quantile.h"

namespace slowtell::cause::slow_dependency {
namespace {

constexpr int64_t kFewestRequests = 20;
constexpr double kLeastShare = 0.2;
// A target made a request slow when it accounts for this much of the request's excess.
constexpr double kOwnShare = 0.3;

struct Target {
  std::string name;
  std::string key;
  int64_t requests = 0;
  int64_t calls = 0;
  std::vector<double> called_ms;
  std::vector<double> callee_ms;  // where seen
  double blamed_ms = 0;           // weighted, above the baseline, within the excess
  double baseline_ms = 0;         // p50 of one call in requests that are not slow; 0: unknown
  int64_t baseline_n = 0;
};

struct Calls {
  std::map<std::string, Target> targets;
  std::vector<Claim> claims;
  std::set<int64_t> minutes;
  int64_t requests = 0;
  double blamed_ms = 0;
  double caller_side_ms = 0;  // call time that the callee did not see, weighted
  double connect_ms = 0;      // getting connections within calls, weighted
};

std::map<std::string, std::pair<double, int64_t>> ReadBaseline(const Table& table) {
  std::map<std::string, std::pair<double, int64_t>> baseline;
  for (size_t i = 0; i < table.Rows(); ++i)
    baseline[table.Text("target_key", i)] = {table.Real("p50_ms", i), table.Int("n", i)};
  return baseline;
}

// One request's calls to one target.
struct Share {
  Target* target = nullptr;
  double called_ms = 0;
  double callee_ms = -1;
  int64_t calls = 0;
  double blamed_ms =
      0;  // the callee's part (all of it where the callee is not seen), above its usual time
};

Share Blame(const Table& table, size_t i, Target& target, Calls& calls) {
  Share share{&target, table.Real("called_ms", i), table.Real("callee_ms", i),
              table.Int("calls", i), 0};
  const double weight = table.Real("weight", i);
  calls.connect_ms += table.Real("connect_ms", i) * weight;
  const bool seen = share.callee_ms >= 0;
  const double theirs = seen ? std::min(share.callee_ms, share.called_ms) : share.called_ms;
  if (seen) calls.caller_side_ms += (share.called_ms - theirs) * weight;
  share.blamed_ms = std::max(0.0, theirs - target.baseline_ms * static_cast<double>(share.calls));
  return share;
}

// Percentiles of a target are over the requests that it made slow, not over every slow request.
void Keep(const Share& share) {
  share.target->requests += 1;
  share.target->calls += share.calls;
  share.target->called_ms.push_back(share.called_ms);
  if (share.callee_ms >= 0)
    share.target->callee_ms.push_back(std::min(share.callee_ms, share.called_ms));
}

Calls Read(const Table& table, const std::map<std::string, std::pair<double, int64_t>>& baseline) {
  Calls calls;
  for (size_t i = 0; i < table.Rows();) {
    const int64_t request = table.Int("request", i);
    const double excess_ms = table.Real("excess_ms", i);
    const double weight = table.Real("weight", i);
    const size_t first = i;
    double total = 0;
    std::vector<Share> shares;
    for (; i < table.Rows() && table.Int("request", i) == request; ++i) {
      Target& target = calls.targets[table.Text("target", i)];
      target.name = table.Text("target", i);
      target.key = table.Text("target_key", i);
      if (const auto found = baseline.find(target.key); found != baseline.end()) {
        target.baseline_ms = found->second.first;
        target.baseline_n = found->second.second;
      }
      shares.push_back(Blame(table, i, target, calls));
      total += shares.back().blamed_ms;
    }
    const double within = std::min(total, excess_ms);
    for (auto& share : shares) {
      if (total <= 0) break;
      share.target->blamed_ms += share.blamed_ms / total * within * weight;
      if (share.blamed_ms >= kOwnShare * excess_ms) Keep(share);
    }
    if (within > 0) calls.claims.push_back({request, static_cast<int64_t>(within * 1e6)});
    if (within > kOwnShare * excess_ms) {
      ++calls.requests;
      calls.minutes.insert(table.Int("minute", first));
    }
    calls.blamed_ms += within * weight;
  }
  return calls;
}

std::vector<const Target*> Ranked(const Calls& calls) {
  std::vector<const Target*> ranked;
  for (const auto& [name, target] : calls.targets)
    if (target.requests > 0) ranked.push_back(&target);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Target* a, const Target* b) { return a->blamed_ms > b->blamed_ms; });
  return ranked;
}

MeasureTable TargetTable(const std::vector<const Target*>& ranked, double blamed_ms) {
  MeasureTable table{"targets",
                     {"target", "slow requests", "calls", "caller p50 (ms)", "callee p50 (ms)",
                      "usual p50 (ms)", "share of it (%)"},
                     {}};
  const auto tenths = [](double value) { return std::round(value * 10) / 10; };
  for (const Target* target : ranked) {
    if (table.rows.size() == 5) break;
    const bool seen = !target->callee_ms.empty();
    table.rows.push_back(
        {target->name, target->requests, target->calls,
         tenths(stats::Quantile(target->called_ms, 0.5)),
         seen ? Fixed(stats::Quantile(target->callee_ms, 0.5), 1) : std::string("not seen"),
         target->baseline_n > 0 ? Fixed(target->baseline_ms, 1) : std::string("unknown"),
         tenths(100 * target->blamed_ms / std::max(blamed_ms, 1e-9))});
  }
  return table;
}

void AddSplit(const Target& top, Verdict& verdict) {
  const Measure caller = MedianMs("caller_p50_ms", top.called_ms);
  verdict.evidence.push_back(caller);
  if (top.callee_ms.empty()) {
    verdict.grade = Grade::kInferred;
    verdict.not_proven.push_back(
        "that " + top.name +
        " itself is slow: its own spans are not in the data, and the "
        "caller's timer also holds connecting, waiting for a connection and the network");
    verdict.next.push_back("export the spans of " + top.name +
                           ", or its access log with durations");
    return;
  }
  verdict.grade = Grade::kMeasured;
  const double callee = stats::Quantile(top.callee_ms, 0.5);
  verdict.evidence.push_back(
      {"callee_p50_ms", callee, "ms", static_cast<int64_t>(top.callee_ms.size()), {}, {}});
  verdict.against.push_back(
      "the caller's side (connecting, pool, network): the callee itself spends " +
      Percent(callee / std::max(caller.value, 1e-9)) + " of the call (p50 of p50)");
  verdict.not_proven.push_back("why " + top.name +
                               " is slow: explain its own requests to find out");
}

void AddRemedy(const Target& top, Verdict& verdict) {
  Remedy remedy{
      "Look at " + top.name + ": fix it there, cache its answers, or give the call a timeout.", {}};
  if (top.baseline_n >= 5) {
    remedy.predicted =
        Prediction{"call_p50_ms", stats::Quantile(top.called_ms, 0.5), top.baseline_ms, {}, {}};
  } else {
    remedy.text +=
        " No prediction: there is no fast call to this target in the data to compare with.";
  }
  verdict.remedies.push_back(std::move(remedy));
}

Verdict NotFound(const Calls& calls, double share, const Question& question) {
  Verdict verdict;
  verdict.units = static_cast<int64_t>(calls.minutes.size());
  if (calls.targets.empty()) {
    const bool slow = question.slow_requests > 0;
    verdict.state = slow ? State::kNotEnoughData : State::kRuledOut;
    verdict.summary =
        slow ? "slow requests have no outbound call spans: none were made, or none are instrumented"
             : "no request is slow";
    if (slow)
      verdict.next.push_back("switch on instrumentation of HTTP, database and queue clients");
    return verdict;
  }
  if (share >= kLeastShare) {
    verdict.state = State::kNotEnoughData;
    verdict.summary =
        "only " + std::to_string(calls.requests) + " slow requests wait mostly for calls";
    verdict.next.push_back("export a longer period: at least 20 such requests are needed");
    return verdict;
  }
  verdict.state = State::kRuledOut;
  verdict.summary = "calls above their usual time are " + Percent(share) + " of the excess";
  if (question.excess_s > 0 && calls.connect_ms / 1e3 > kLeastShare * question.excess_s) {
    verdict.summary += "; callers spend " + HumanDuration(calls.connect_ms * 1e6) +
                       " getting connections, before the dependency hears of them";
    verdict.next.push_back(
        "look at the caller's outbound connections: new connection per call, ports, pool, DNS");
  }
  if (calls.caller_side_ms > 2 * calls.blamed_ms && question.excess_s > 0 &&
      calls.caller_side_ms / 1e3 > kLeastShare * question.excess_s) {
    verdict.summary += "; callees answer fast, and callers wait " +
                       HumanDuration(calls.caller_side_ms * 1e6) +
                       " more than callees work: the time is on the caller's side or the network";
  }
  return verdict;
}

Verdict Judge(const Evidence& evidence, const Question& question) {
  const Calls calls = Read(evidence.Get("targets"), ReadBaseline(evidence.Get("baseline")));
  const double share = question.excess_s > 0 ? calls.blamed_ms / 1e3 / question.excess_s : 0;
  const std::vector<const Target*> ranked = Ranked(calls);
  if (share < kLeastShare || calls.requests < kFewestRequests || ranked.empty())
    return NotFound(calls, share, question);
  const Target& top = *ranked.front();
  Verdict verdict;
  verdict.state = State::kFound;
  verdict.units = static_cast<int64_t>(calls.minutes.size());
  verdict.unit_name =
      calls.minutes.size() == 1 ? "minute with such requests" : "minutes with such requests";
  verdict.summary = "slow requests wait for calls to " + top.name + ": " +
                    HumanDuration(stats::Quantile(top.called_ms, 0.5) * 1e6) +
                    " per request (median of " + std::to_string(top.called_ms.size()) + ")";
  if (top.baseline_n >= 5)
    verdict.summary += ", usually " + HumanDuration(top.baseline_ms * 1e6) + " a call";
  AddSplit(top, verdict);
  verdict.tables.push_back(TargetTable(ranked, calls.blamed_ms));
  AddRemedy(top, verdict);
  verdict.claims = calls.claims;
  return verdict;
}

}  // namespace

extern const CauseDef kDef;
const CauseDef kDef = {
    .id = "slow_dependency",
    .layer = Layer::kDependency,
    .precedence = 50,
    .summary = "Slow requests wait for another service, whose calls take longer than usual.",
    .judge = &Judge,
    .fewest_requests = kFewestRequests,
};

}  // namespace slowtell::cause::slow_dependency
