// SPDX-License-Identifier: Apache-2.0
#include "answer/explain.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "answer/grade.h"
#include "answer/ledger.h"
#include "answer/sentence.h"
#include "cause/registry.h"
#include "doubt/registry.h"
#include "view/view.h"

namespace slowtell {
namespace {

// A found cause that is left with less than this share of the excess did not matter.
constexpr double kLeastNetShare = 0.01;

Result<void> GiveUpWhenAsked(const ExplainOptions& options) {
  if (options.stop == nullptr || !options.stop->load()) return {};
  return Fail(ErrorKind::kInterrupted, "interrupted", "no report was made");
}

Result<Evidence> Gather(Store& store, std::span<const SqlFile> files, const Question& question) {
  Evidence evidence;
  for (const SqlFile& file : files) {
    ASSIGN_OR_RETURN(Table table, store.Query(file.text, view::ParamsOf(question)));
    evidence.Put(file.name, std::move(table));
  }
  return evidence;
}

Result<std::vector<DoubtReport>> JudgeDoubts(Store& store, const Question& question) {
  std::vector<DoubtReport> reports;
  for (const DoubtEntry& entry : Doubts()) {
    ASSIGN_OR_RETURN(const Evidence evidence, Gather(store, entry.sql, question));
    if (auto doubt = entry.def->judge(evidence, question))
      reports.push_back({entry.def->id, std::move(*doubt)});
  }
  std::stable_sort(reports.begin(), reports.end(), [](const DoubtReport& a, const DoubtReport& b) {
    return a.doubt.severity > b.doubt.severity;
  });
  return reports;
}

// A query that the engine refuses must not hide what the other causes say.
Result<Verdict> JudgeOne(Store& store, const CauseEntry& entry, const Question& question) {
  auto evidence = Gather(store, entry.sql, question);
  if (evidence) return entry.def->judge(*evidence, question);
  if (evidence.error().kind == ErrorKind::kInterrupted) return Failure(evidence.error());
  Verdict verdict;
  verdict.state = State::kFailed;
  verdict.summary = "could not be checked: " + ToText(evidence.error());
  return verdict;
}

Result<std::vector<Verdict>> JudgeAll(Store& store, const Question& question,
                                      const ExplainOptions& options) {
  std::vector<Verdict> verdicts;
  for (const CauseEntry& entry : Causes()) {
    RETURN_IF_ERROR(GiveUpWhenAsked(options));
    ASSIGN_OR_RETURN(Verdict verdict, JudgeOne(store, entry, question));
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

Result<std::vector<SlowRequest>> ReadSlow(Store& store) {
  ASSIGN_OR_RETURN(const Table table,
                   store.Query("SELECT toInt64(request) AS request, excess_ns, weight "
                               "FROM slow ORDER BY request"));
  std::vector<SlowRequest> slow;
  slow.reserve(table.Rows());
  for (size_t i = 0; i < table.Rows(); ++i)
    slow.push_back({table.Int("request", i), table.Int("excess_ns", i), table.Real("weight", i)});
  return slow;
}

Result<std::vector<IssueReport>> ReadIssues(Store& store) {
  ASSIGN_OR_RETURN(
      const Table table,
      store.Query(
          "SELECT toString(id) AS id, toString(severity) AS severity, toInt64(sum(count)) AS n, "
          "argMin(location, source_id) AS first_location, argMin(sample, source_id) AS "
          "first_sample "
          "FROM issues GROUP BY id, severity "
          "ORDER BY transform(severity, ['data_loss', 'warning'], [0, 1], 2), id"));
  std::vector<IssueReport> issues;
  for (size_t i = 0; i < table.Rows(); ++i)
    issues.push_back({table.Text("id", i), table.Text("severity", i), table.Int("n", i),
                      table.Text("first_location", i), table.Text("first_sample", i), "", ""});
  return issues;
}

// What is left for a cause decides whether it counts as found.
void Demote(const Allotted& allotted, double total_s, int64_t fewest, Verdict& verdict) {
  if (verdict.state != State::kFound || verdict.claims.empty()) return;
  if (total_s > 0 && allotted.seconds / total_s >= kLeastNetShare) return;
  verdict.remedies.clear();
  const bool claims_time = std::any_of(verdict.claims.begin(), verdict.claims.end(),
                                       [](const Claim& claim) { return claim.ns > 0; });
  if (!claims_time) {
    verdict.state = State::kRuledOut;
    verdict.summary += "; none of these requests exceeds the target";
    return;
  }
  const bool nothing_left = allotted.requests > 0 || fewest <= 1;
  verdict.state = nothing_left ? State::kRuledOut : State::kNotEnoughData;
  verdict.against.push_back("other causes explain these seconds");
  verdict.summary += nothing_left ? "; other causes explain all of it"
                                  : "; after other causes, fewer than " + std::to_string(fewest) +
                                        " requests are left for it";
  if (!nothing_left) verdict.next.push_back("fix the larger cause first, then export again");
}

int Rank(const CauseReport& cause) {
  switch (cause.verdict.state) {
    case State::kFound: return 0;
    case State::kFailed: return 1;
    case State::kNotEnoughData: return 2;
    case State::kRuledOut: return 3;
  }
  return 4;
}

void Fill(Report& report, std::vector<Verdict> verdicts, const std::vector<SlowRequest>& slow) {
  std::vector<Claimant> claimants;
  for (size_t i = 0; i < verdicts.size(); ++i) {
    const bool claims = verdicts[i].state == State::kFound;
    claimants.push_back({Causes()[i].def->precedence, Causes()[i].def->fewest_requests,
                         claims ? &verdicts[i].claims : nullptr});
  }
  Ledger ledger = Allot(slow, claimants);
  bool demoted = false;
  for (size_t i = 0; i < verdicts.size(); ++i) {
    const State before = verdicts[i].state;
    Demote(ledger.allotted[i], ledger.total_s, claimants[i].fewest_requests, verdicts[i]);
    if (verdicts[i].state != before) claimants[i].claims = nullptr, demoted = true;
  }
  if (demoted) ledger = Allot(slow, claimants);
  const auto share = [&](double seconds) {
    return ledger.total_s > 0 ? seconds / ledger.total_s : 0;
  };
  for (size_t i = 0; i < verdicts.size(); ++i) {
    const CauseDef& def = *Causes()[i].def;
    const Graded graded = UnderCeiling(verdicts[i]);
    verdicts[i].grade = graded.grade;
    const double seconds = ledger.allotted[i].seconds;
    if (verdicts[i].state == State::kFound && seconds > 0)
      report.ledger.push_back({def.id, Id(def.layer), share(seconds), seconds});
    report.causes.push_back(
        {def.id, def.layer, std::move(verdicts[i]), graded.note, share(seconds)});
  }
  std::stable_sort(report.ledger.begin(), report.ledger.end(),
                   [](const LedgerLine& a, const LedgerLine& b) { return a.seconds > b.seconds; });
  report.ledger.push_back({"unexplained", "", share(ledger.unexplained_s), ledger.unexplained_s});
  std::stable_sort(report.causes.begin(), report.causes.end(),
                   [](const CauseReport& a, const CauseReport& b) {
                     return std::pair(Rank(a), -a.share) < std::pair(Rank(b), -b.share);
                   });
}

}  // namespace

Result<Report> Explain(Store& store, const ExplainOptions& options) {
  Report report;
  ASSIGN_OR_RETURN(report.question,
                   view::Prepare(store, {options.target_ns, options.from_ns, options.to_ns}));
  RETURN_IF_ERROR(GiveUpWhenAsked(options));
  ASSIGN_OR_RETURN(report.doubts, JudgeDoubts(store, report.question));
  ASSIGN_OR_RETURN(report.issues, ReadIssues(store));
  ASSIGN_OR_RETURN(std::vector<Verdict> verdicts, JudgeAll(store, report.question, options));
  ASSIGN_OR_RETURN(const std::vector<SlowRequest> slow, ReadSlow(store));
  Fill(report, std::move(verdicts), slow);
  if (!report.causes.empty() && report.causes.front().verdict.state == State::kFound)
    report.top = report.causes.front().id;
  report.answer = Sentence(report);
  return report;
}

}  // namespace slowtell
