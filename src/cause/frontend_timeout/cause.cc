// SPDX-License-Identifier: Apache-2.0
// Front-end timeout: the proxy or gateway gives up at a fixed time while the worker goes on. The
// user gets an error after waiting that long; the worker's answer is lost (orphan work).
#include "cause/cause.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "stats/quantile.h"

namespace slowtell::cause::frontend_timeout {
namespace {

// Cut-offs of one timer lie close together: 5 % of it, and never closer than a busy machine's
// delays.
constexpr double kPileRatio = 0.05;
constexpr double kPileFloorMs = 100;

struct Known {
  double low_ms, high_ms;
  const char* hint;
};
// Documented or measured defaults, as a hint only (docs/guide/frontend_timeout.md has the sources).
constexpr Known kKnown[] = {
    {14500, 15600, "Envoy's default route timeout is 15 s"},
    {29000, 31500, "30 s is a common default of client libraries, HAProxy examples and gateways"},
    {59500, 62000, "60 s is the default of nginx proxy_read_timeout and of AWS ALB's idle timeout"},
    {228000, 245000,
     "Azure App Service's front end is documented at 230 s; 230 to 242 s were measured"},
};

struct Cuts {
  std::vector<double> cut_ms;
  std::vector<Claim> claims;
  int64_t joined = 0;        // cut requests whose worker span is in the data
  int64_t lost_answers = 0;  // of those, finished without error
  double worker_s = 0;       // worker time in requests whose answer was lost, weighted
  double after_cut_s = 0;    // of that, after the front end had given up
};

Cuts Read(const Table& table) {
  Cuts cuts;
  for (size_t i = 0; i < table.Rows(); ++i) {
    cuts.cut_ms.push_back(table.Real("cut_ms", i));
    cuts.claims.push_back({table.Int("request", i), table.Int("excess_ns", i)});
    if (table.Real("worker_ms", i) < 0) continue;
    ++cuts.joined;
    cuts.lost_answers += table.Int("worker_ok", i);
    cuts.worker_s += table.Real("weight", i) * table.Real("worker_ms", i) / 1e3;
    cuts.after_cut_s += table.Real("weight", i) * table.Real("after_cut_ms", i) / 1e3;
  }
  return cuts;
}

int64_t Piled(const std::vector<double>& cut_ms, double center_ms) {
  const double width = std::max(kPileRatio * center_ms, kPileFloorMs);
  return std::count_if(cut_ms.begin(), cut_ms.end(),
                       [=](double ms) { return std::abs(ms - center_ms) <= width; });
}

const char* Hint(double cut_ms) {
  for (const Known& known : kKnown)
    if (cut_ms >= known.low_ms && cut_ms <= known.high_ms) return known.hint;
  return nullptr;
}

Verdict NotFound(const Table& answered, size_t cuts) {
  Verdict verdict;
  if (answered.Int("outer_requests") == 0) {
    verdict.state = State::kNotEnoughData;
    verdict.summary =
        "only the service's own telemetry is here, and a front end's timeout does not show in it";
    verdict.next.push_back("add the proxy's or gateway's log (docs/guide/mapping.md shows how)");
    return verdict;
  }
  verdict.state = State::kRuledOut;
  verdict.summary = cuts == 0 ? "none of " + WithThousands(answered.Int("outer_requests")) +
                                    " requests seen from outside ended in a timeout"
                              : "timeouts end at different times: no single cut-off";
  return verdict;
}

void AddBoundary(const Cuts& cuts, const Table& answered, Verdict& verdict) {
  const double shortest = *std::min_element(cuts.cut_ms.begin(), cuts.cut_ms.end());
  const double longest_ok = answered.Real("longest_answered_ms");
  const int64_t n = static_cast<int64_t>(cuts.cut_ms.size());
  verdict.evidence.push_back({"cut_off_ms", stats::Quantile(cuts.cut_ms, 0.5), "ms", n, shortest,
                              *std::max_element(cuts.cut_ms.begin(), cuts.cut_ms.end())});
  verdict.evidence.push_back({"shortest_cut_ms", shortest, "ms", n, {}, {}});
  verdict.evidence.push_back(
      {"longest_answered_ms", longest_ok, "ms", answered.Int("answered"), {}, {}});
  if (longest_ok < shortest) {
    verdict.against.push_back(
        "an error of the worker: everything up to " + HumanDuration(longest_ok * 1e6) +
        " was answered, everything cut ended at " + HumanDuration(shortest * 1e6) + " or later");
  } else {
    verdict.not_proven.push_back("one cut-off for all routes: an answer took " +
                                 HumanDuration(longest_ok * 1e6) +
                                 ", longer than the shortest cut");
  }
  if (answered.Int("cancelled") > 0) {
    verdict.not_proven.push_back(
        WithThousands(answered.Int("cancelled")) +
        " more requests were given up by the client; they are not counted here");
  }
}

void AddOrphans(const Cuts& cuts, Verdict& verdict) {
  const int64_t n = static_cast<int64_t>(cuts.cut_ms.size());
  if (cuts.joined == 0) {
    verdict.not_proven.push_back(
        "that the worker went on: its spans of the cut requests are not in the data");
    verdict.next.push_back("add the service's own traces; they show the work done after the cut");
    return;
  }
  verdict.evidence.push_back(
      {"lost_answers", static_cast<double>(cuts.lost_answers), "requests", n, {}, {}});
  verdict.evidence.push_back({"orphan_s", cuts.worker_s, "s", cuts.joined, {}, {}});
  verdict.evidence.push_back({"orphan_after_cut_s", cuts.after_cut_s, "s", cuts.joined, {}, {}});
  if (cuts.lost_answers > 0) {
    verdict.against.push_back("a failing worker: it finished " + std::to_string(cuts.lost_answers) +
                              " of " + std::to_string(n) +
                              " cut requests without error; nobody received the answers");
  }
  verdict.not_proven.push_back(
      "that work stopped at the cut: many servers end the span when the connection closes, so work "
      "after "
      "it may be missing from orphan_after_cut_s");
}

Verdict Judge(const Evidence& evidence, const Question&) {
  const Cuts cuts = Read(evidence.Get("cuts"));
  const Table& answered = evidence.Get("answered");
  if (cuts.cut_ms.empty()) return NotFound(answered, 0);
  const double cut_ms = stats::Quantile(cuts.cut_ms, 0.5);
  const int64_t n = static_cast<int64_t>(cuts.cut_ms.size());
  const int64_t piled = Piled(cuts.cut_ms, cut_ms);
  if (piled * 2 < n) return NotFound(answered, cuts.cut_ms.size());

  Verdict verdict;
  verdict.state = State::kFound;
  verdict.grade =
      cuts.lost_answers > 0 && piled >= 10 ? Grade::kStronglySuggested : Grade::kMeasured;
  verdict.units = n;
  verdict.unit_name = n == 1 ? "cut request" : "cut requests";
  verdict.summary = "the front end gave up on " + std::to_string(n) +
                    (n == 1 ? " request" : " requests") + " at about " +
                    HumanDuration(cut_ms * 1e6);
  if (cuts.joined > 0)
    verdict.summary += "; the worker spent " + HumanDuration(cuts.worker_s * 1e9) +
                       " on answers that nobody received";
  AddBoundary(cuts, answered, verdict);
  AddOrphans(cuts, verdict);
  if (const char* hint = Hint(cut_ms))
    verdict.not_proven.push_back(std::string("which component cut it off; as a hint: ") + hint);
  verdict.not_proven.push_back("why the worker needs that long: see the other causes");
  verdict.remedies.push_back(
      {"Answer before the cut: return 202 at once and let the client poll, or do the work in a "
       "job.",
       {}});
  verdict.remedies.push_back(
      {"Order timeouts from the inside out: the worker's own limit below the front end's, so that "
       "work stops when nobody waits for it.",
       {}});
  verdict.claims = cuts.claims;
  return verdict;
}

}  // namespace

extern const CauseDef kDef;
const CauseDef kDef = {
    .id = "frontend_timeout",
    .layer = Layer::kFrontend,
    .precedence = 10,
    .summary = "A front end gives up at a fixed time while the worker goes on.",
    .judge = &Judge,
};

}  // namespace slowtell::cause::frontend_timeout
