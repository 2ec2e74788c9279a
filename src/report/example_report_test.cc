// SPDX-License-Identifier: Apache-2.0
// See example_report.h. It is in a test file so that it is not part of the program.
#include "report/example_report.h"

namespace slowtell::report {
namespace {

Question ExampleQuestion() {
  Question question;
  question.target_ns = 2'000'000'000;
  question.basis = TargetBasis::kGiven;
  question.basis_text = "given with --target";
  question.from_ns = 1'764'539'373'718'000'000;
  question.to_ns = 1'764'625'773'000'000'000;
  question.sources = 2;
  question.spans = 1'040'112;
  question.requests = 250'000;
  question.weighted_requests = 251'342.5;
  question.slow_requests = 1213;
  question.replicas = 847;
  question.excess_s = 31'200.25;
  return question;
}

CauseReport ColdStart() {
  CauseReport cause;
  cause.id = "cold_start";
  cause.layer = Layer::kPlatform;
  cause.share = 0.7131234;
  Verdict& verdict = cause.verdict;
  verdict.state = State::kFound;
  verdict.grade = Grade::kStronglySuggested;
  verdict.units = 340;
  verdict.unit_name = "born replicas";
  verdict.summary =
      "The first request of a new replica takes 7.32 s (median), 318 times as long as later "
      "ones; it is paid once per process.";
  verdict.evidence = {{"first_request_p50_ms", 7316.4567, "ms", 340, 7100.2, 7540.9},
                      {"first_request_over_target_ratio", 0.94123456, "ratio", 340, 0.91, 0.962},
                      {"arrivals_first_10s_per_s", 0.266, "requests/s", 340, {}, {}}};
  verdict.tables = {{"by_arrival_order",
                     {"order on replica", "requests", "p50 (ms)", "p90 (ms)"},
                     {{std::string("1"), int64_t{340}, 7316.0, 9120.0},
                      {std::string("2"), int64_t{331}, 4560.0, 8000.5},
                      {std::string(">100"), int64_t{180233}, 23.25, 61.0}}}};
  verdict.against = {
      "a slow dependency: all outbound calls of a first request together are 9.1 % of it "
      "(median of 340)"};
  verdict.not_proven = {"which part of the process is cold"};
  verdict.next = {"profile one cold start"};
  verdict.remedies = {{"Warm up before the port opens.",
                       Prediction{"first_request_p50_ms", 7316.4, 760.2, 702.0, 811.0}},
                      {"Keep more replicas running.", {}}};
  return cause;
}

CauseReport SerializedWorker() {
  CauseReport cause;
  cause.id = "serialized_worker";
  cause.layer = Layer::kWorker;
  cause.share = 0.09;
  cause.ceiling_note = "at most Observed: one replica only";
  Verdict& verdict = cause.verdict;
  verdict.state = State::kFound;
  verdict.grade = Grade::kObserved;
  verdict.units = 1;
  verdict.unit_name = "instances";
  verdict.summary = "Instance b\xC3\xBCro-1 serves one request at a time, 5.0 s each.";
  verdict.evidence = {{"service_s", 5.0042, "s", 10, 5.0, 5.01}};
  verdict.not_proven = {"what the worker does meanwhile"};
  verdict.hidden_wait_s = 112.5;
  return cause;
}

CauseReport Unsettled(std::string id, Layer layer, State state, std::string summary,
                      std::string next) {
  CauseReport cause;
  cause.id = std::move(id);
  cause.layer = layer;
  cause.verdict.state = state;
  cause.verdict.summary = std::move(summary);
  if (!next.empty()) cause.verdict.next = {std::move(next)};
  return cause;
}

}  // namespace

Report ExampleReport() {
  Report report;
  report.question = ExampleQuestion();
  report.doubts = {
      {"duplicates",
       {DoubtSeverity::kDataLoss, "312 spans arrive twice.", "They are counted once."}},
      {"sampling_weights",
       {DoubtSeverity::kWarning, "itemCount is 1 on every row.", "The counts are too low."}},
      {"probes_and_consumers", {DoubtSeverity::kInfo, "1,200 probes are left out.", "None."}}};
  report.issues = {
      {"truncated", "data_loss", 1, "b.jsonl:17", "{\"resourceSp", "the file ends early",
       "what came before is used"},
      {"no_route", "info", 4411, "a.jsonl:1", "GET /x", "no route attribute", "the path is used"}};
  report.ledger = {{"cold_start", "platform", 0.7131234, 22249.6},
                   {"serialized_worker", "worker", 0.09, 2808.0},
                   {"unexplained", "", 0.1968766, 6142.65}};
  report.causes = {
      ColdStart(), SerializedWorker(),
      Unsettled("slow_dependency", Layer::kDependency, State::kNotEnoughData, "No client spans.",
                "turn on the HTTP client instrumentation for one service"),
      Unsettled("own_time", Layer::kWorker, State::kFailed, "The evidence query failed: timeout.",
                ""),
      Unsettled("frontend_timeout", Layer::kFrontend, State::kRuledOut,
                "Durations do not pile up at one value.", "")};
  report.top = "cold_start";
  report.answer = "Most of the slow time (71.3 %) is the first request on new replicas.";
  return report;
}

Report EmptyReport() {
  Report report;
  report.question.sources = 1;
  report.question.requests = 12;
  report.question.spans = 12;
  report.question.basis_text = "nothing is slow: the slowest request takes 80 ms";
  report.answer = "Nothing is slow in this data.";
  report.ledger = {{"unexplained", "", 0, 0}};
  return report;
}

}  // namespace slowtell::report
