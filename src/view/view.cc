// SPDX-License-Identifier: Apache-2.0
// Makes the shared evidence tables, once per question. They are tables and not views because every
// judge reads them, and because slow requests are few: what is dear is done for those only.
#include "view/view.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/check.h"
#include "base/text.h"

namespace slowtell::view {
namespace {

constexpr int64_t kSecondNs = 1000000000;
constexpr double kNoticeableNs = 100e6;

// In the order of their dependencies: each reads those before it.
struct Step {
  const char* name;
  const char* order_by;
};
constexpr Step kBeforeTarget[] = {{"served", "(start_ns, trace_id, span_id)"},
                                  {"requests", "request"},
                                  {"replicas", "(service, instance)"}};
constexpr Step kAfterTarget[] = {{"slow", "request"},
                                 {"connects", "(request, connect_start_ns, span_id)"},
                                 {"calls", "(request, call_start_ns, span_id)"},
                                 {"parts", "request"}};

const char* SqlOf(std::string_view name) {
  for (const SqlFile& file : Files())
    if (name == file.name) return file.text;
  CHECK(false && "view without SQL");
}

Result<void> Make(Store& store, const Step& step, const Params& params) {
  const std::string name = step.name;
  RETURN_IF_ERROR(store.Run("DROP TABLE IF EXISTS " + name + " SYNC"));
  return store.Run("CREATE TABLE " + name + " ENGINE = MergeTree ORDER BY " + step.order_by +
                       " AS\n" + SqlOf(name),
                   params);
}

Result<void> CountInput(Store& store, Question& question) {
  ASSIGN_OR_RETURN(
      const Table spans,
      store.Query("SELECT toInt64(count()) AS spans, toInt64(min(start_ns)) AS from_ns, "
                  "toInt64(max(start_ns + duration_ns)) AS to_ns FROM spans "
                  "WHERE start_ns >= {from_ns:Int64} AND start_ns < {to_ns:Int64}",
                  ParamsOf(question)));
  question.spans = spans.Int("spans");
  if (question.spans > 0) {
    question.from_ns = std::max(question.from_ns, spans.Int("from_ns"));
    question.to_ns = std::min(question.to_ns, spans.Int("to_ns") + 1);
  }
  ASSIGN_OR_RETURN(const Table sources, store.Query("SELECT toInt64(count()) AS n FROM sources"));
  question.sources = sources.Int("n");
  return {};
}

Result<DurationSummary> Summarise(Store& store, Question& question) {
  ASSIGN_OR_RETURN(
      const Table table,
      store.Query(
          "SELECT toInt64(countIf(counted)) AS requests, "
          "toFloat64(sumIf(weight, counted)) AS weighted, "
          "toInt64(countIf(counted AND duration_ns > 1000000000)) AS over_1s, "
          "if(requests > 0, quantileExactInclusiveIf(0.5)(duration_ns, counted), 0.) AS median, "
          "if(requests > 0, quantileExactInclusiveIf(0.99)(duration_ns, counted), 0.) AS p99, "
          "toInt64(uniqExactIf((service, instance), instance != '' AND vantage = 'app')) "
          "AS replicas FROM requests"));
  question.requests = table.Int("requests");
  question.weighted_requests = table.Real("weighted");
  question.replicas = table.Int("replicas");
  return DurationSummary{table.Int("requests"), table.Int("over_1s"), table.Real("median"),
                         table.Real("p99")};
}

Result<void> CountSlow(Store& store, Question& question) {
  ASSIGN_OR_RETURN(const Table slow,
                   store.Query("SELECT toInt64(count()) AS n, "
                               "toFloat64(sum(weight * excess_ns) / 1e9) AS excess_s FROM slow"));
  question.slow_requests = slow.Int("n");
  question.excess_s = slow.Real("excess_s");
  return {};
}

}  // namespace

Params ParamsOf(const Question& question) {
  return {{"target_ns", std::to_string(question.target_ns)},
          {"from_ns", std::to_string(question.from_ns)},
          {"to_ns", std::to_string(question.to_ns)}};
}

void ChooseTarget(const DurationSummary& summary, Question& question) {
  const int64_t over = summary.over_one_second;
  question.target_ns = kSecondNs;
  if (over >= 20 || (over > 0 && over * 1000 >= summary.requests)) {
    question.basis = TargetBasis::kOneSecond;
    question.basis_text = "default: 1 s, exceeded by " + WithThousands(over) + " of " +
                          WithThousands(summary.requests) + " requests";
    return;
  }
  if (summary.p99_ns > 3 * summary.median_ns && summary.p99_ns >= kNoticeableNs) {
    question.target_ns = static_cast<int64_t>(summary.p99_ns);
    question.basis = TargetBasis::kTail;
    question.basis_text = "default: the 99th percentile, more than 3x the median of " +
                          HumanDuration(summary.median_ns);
    return;
  }
  question.basis = TargetBasis::kNothingSlow;
  question.basis_text = summary.requests == 0
                            ? "default: 1 s; there is no request to hold against it"
                            : "default: 1 s, exceeded by " + WithThousands(over) + "; median " +
                                  HumanDuration(summary.median_ns) + ", 99th percentile " +
                                  HumanDuration(summary.p99_ns);
}

Result<Question> Prepare(Store& store, const Asked& asked) {
  Question question;
  question.from_ns = asked.from_ns.value_or(0);
  question.to_ns = asked.to_ns.value_or(std::numeric_limits<int64_t>::max());
  RETURN_IF_ERROR(CountInput(store, question));
  if (question.spans == 0) {
    return Fail(ErrorKind::kBadInput, "nothing to explain", "no span or request in the data", "",
                "check --from and --to, or the issues that the import reported");
  }
  for (const Step& step : kBeforeTarget) RETURN_IF_ERROR(Make(store, step, ParamsOf(question)));
  ASSIGN_OR_RETURN(const DurationSummary summary, Summarise(store, question));
  if (asked.target_ns) {
    question.target_ns = *asked.target_ns;
    question.basis = TargetBasis::kGiven;
    question.basis_text = "as given";
  } else {
    ChooseTarget(summary, question);
  }
  for (const Step& step : kAfterTarget) RETURN_IF_ERROR(Make(store, step, ParamsOf(question)));
  RETURN_IF_ERROR(CountSlow(store, question));
  return question;
}

}  // namespace slowtell::view
