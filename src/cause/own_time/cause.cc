// SPDX-License-Identifier: Apache-2.0
// Own time: the handler's own time, inside the server span and in no outbound call. It computes, or
// it waits for something that makes no span; which of the two is often more than spans can say.
#include "cause/cause.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "cause/measure.h"
#include "stats/quantile.h"

namespace slowtell::cause::own_time {
namespace {

constexpr int64_t kFewestRequests = 20;
constexpr double kLeastShare = 0.2;
// Requests side by side whose lengths stay alike did not share a processor.
constexpr int64_t kSideBySide = 4;
constexpr double kAlike = 0.1;

enum class Kind { kWaiting, kComputing, kEither };

struct Own {
  std::vector<double> own_ms;
  std::vector<double> in_flight;
  std::map<std::string, std::vector<double>> by_route;
  std::set<int64_t> minutes;
  double own_excess_ms = 0;  // weighted, of requests with own time
  std::vector<Claim> claims;
};

Own Read(const Table& table) {
  Own own;
  for (size_t i = 0; i < table.Rows(); ++i) {
    const double own_ms = table.Real("own_ms", i);
    const double excess_ms = table.Real("excess_ms", i);
    const double claimed_ms = std::min(own_ms, excess_ms);
    own.claims.push_back({table.Int("request", i), static_cast<int64_t>(claimed_ms * 1e6)});
    own.own_excess_ms += claimed_ms * table.Real("weight", i);
    if (own_ms < 0.5 * table.Real("served_ms", i)) continue;
    own.own_ms.push_back(own_ms);
    own.in_flight.push_back(static_cast<double>(table.Int("in_flight", i)));
    own.by_route[table.Text("route", i)].push_back(own_ms);
    own.minutes.insert(table.Int("minute", i));
  }
  return own;
}

// Spread of own time within routes: the median over routes of the coefficient of variation.
double SpreadWithinRoutes(const Own& own) {
  std::vector<double> spread;
  for (const auto& [route, values] : own.by_route)
    if (values.size() >= 5) spread.push_back(stats::CoefficientOfVariation(values));
  return spread.empty() ? 1 : stats::Quantile(spread, 0.5);
}

Kind KindOf(const Own& own) {
  const double most = *std::max_element(own.in_flight.begin(), own.in_flight.end());
  if (most >= static_cast<double>(kSideBySide) && SpreadWithinRoutes(own) <= kAlike)
    return Kind::kWaiting;
  if (most <= 1) return Kind::kComputing;
  return Kind::kEither;
}

void Describe(const Own& own, Kind kind, Verdict& verdict) {
  const double p50 = stats::Quantile(own.own_ms, 0.5);
  const std::string most = Fixed(*std::max_element(own.in_flight.begin(), own.in_flight.end()), 0);
  const std::string start = "handlers spend " + HumanDuration(p50 * 1e6) + " (median of " +
                            std::to_string(own.own_ms.size()) + ") outside any call";
  switch (kind) {
    case Kind::kWaiting:
      verdict.grade = Grade::kNotProven;
      verdict.summary = start + ", as long with " + most +
                        " requests side by side as alone: they wait for something without a span";
      verdict.not_proven.push_back(
          "what they wait for: an uninstrumented dependency or a timer is likely, and no span "
          "shows it");
      verdict.against.push_back("computing: " + most +
                                " requests side by side would have shared the "
                                "processors, and their lengths are alike");
      verdict.against.push_back(
          "a serialized worker: requests overlap and do not wait for one another");
      verdict.next.push_back(
          "instrument the outbound calls of these handlers (HTTP, database, queue client)");
      break;
    case Kind::kComputing:
      verdict.grade = Grade::kInferred;
      verdict.summary = start + ", one at a time";
      verdict.not_proven.push_back(
          "computing: one request at a time looks the same while it waits");
      verdict.next.push_back("add CPU time of the process, or profile one of these requests");
      break;
    case Kind::kEither:
      verdict.grade = Grade::kInferred;
      verdict.summary = start + "; up to " + most + " overlap";
      verdict.not_proven.push_back(
          "whether they compute or wait: lengths vary, and CPU use is not in the data");
      verdict.next.push_back("add CPU time of the process, or profile one of these requests");
      break;
  }
}

MeasureTable RouteTable(const Own& own) {
  MeasureTable table{
      "own_time_by_route", {"route", "slow requests", "own p50 (ms)", "own p90 (ms)"}, {}};
  std::vector<std::pair<std::string, const std::vector<double>*>> routes;
  for (const auto& [route, values] : own.by_route) routes.push_back({route, &values});
  std::stable_sort(routes.begin(), routes.end(), [](const auto& a, const auto& b) {
    return a.second->size() > b.second->size();
  });
  for (const auto& [route, values] : routes) {
    if (table.rows.size() == 5) break;
    table.rows.push_back({route, static_cast<int64_t>(values->size()),
                          std::round(stats::Quantile(*values, 0.5)),
                          std::round(stats::Quantile(*values, 0.9))});
  }
  return table;
}

Verdict Judge(const Evidence& evidence, const Question& question) {
  const Own own = Read(evidence.Get("own"));
  Verdict verdict;
  const int64_t n = static_cast<int64_t>(own.own_ms.size());
  const double share = question.excess_s > 0 ? own.own_excess_ms / 1e3 / question.excess_s : 0;
  verdict.units = static_cast<int64_t>(own.minutes.size());
  verdict.unit_name =
      own.minutes.size() == 1 ? "minute with such requests" : "minutes with such requests";
  if (n < kFewestRequests) {
    const bool none = question.slow_requests == 0 || share < 0.05;
    verdict.state = none ? State::kRuledOut : State::kNotEnoughData;
    verdict.summary = std::to_string(n) + " slow requests spend most of their time outside calls";
    if (!none)
      verdict.next.push_back("export a longer period: at least 20 such requests are needed");
    return verdict;
  }
  if (share < kLeastShare) {
    verdict.state = State::kRuledOut;
    verdict.summary = "time outside calls is " + Percent(share) + " of the excess";
    return verdict;
  }
  verdict.state = State::kFound;
  Describe(own, KindOf(own), verdict);
  verdict.evidence.push_back(MedianMs("own_time_p50_ms", own.own_ms));
  verdict.evidence.push_back({"most_in_flight",
                              *std::max_element(own.in_flight.begin(), own.in_flight.end()),
                              "requests",
                              n,
                              {},
                              {}});
  verdict.evidence.push_back({"spread_within_routes", SpreadWithinRoutes(own), "ratio", n, {}, {}});
  verdict.tables.push_back(RouteTable(own));
  verdict.remedies.push_back(
      {"Profile these handlers, or instrument what they call. No gain is predicted: "
       "what fills the time is not in the data.",
       {}});
  verdict.claims = own.claims;
  return verdict;
}

}  // namespace

extern const CauseDef kDef;
const CauseDef kDef = {
    .id = "own_time",
    .layer = Layer::kWorker,
    .precedence = 60,
    .summary =
        "The handler's own time: inside the server span, in no outbound call, behind no other "
        "request.",
    .judge = &Judge,
    .fewest_requests = kFewestRequests,
};

}  // namespace slowtell::cause::own_time
