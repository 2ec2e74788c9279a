// SPDX-License-Identifier: Apache-2.0
// See json.h. Numbers are rounded here and nowhere else, so that a last digit that differs between
// two engines or two compilers does not show.
#include "report/json/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace slowtell::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kWholeUpTo = 1e15;  // every whole double below is exact
constexpr int kShareDecimals = 4;
constexpr int kDecimals = 3;
constexpr int kSmallDigits = 4;  // significant digits of a number below 1

double Rounded(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return std::round(value * scale) / scale;
}

// Whole numbers are written without ".0"; what is no number is null.
Json Plain(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == std::trunc(value) && std::abs(value) < kWholeUpTo)
    return static_cast<int64_t>(value);
  return value;
}

Json Share(double ratio) { return Plain(Rounded(ratio, kShareDecimals)); }

// Three decimals; numbers below 1 keep four significant digits (a probability of 1e-9 is not 0).
Json Number(double value) {
  if (!std::isfinite(value) || value == 0) return Plain(value);
  if (std::abs(value) >= 1) return Plain(Rounded(value, kDecimals));
  const int decimals = kSmallDigits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value))));
  return Plain(decimals > 300 ? 0 : Rounded(value, decimals));
}

Json Number(const std::optional<double>& value) { return value ? Number(*value) : Json(nullptr); }

Json ValueOf(const Measure& measure, const std::optional<double>& value) {
  if (!value) return nullptr;
  return measure.unit == "ratio" ? Share(*value) : Number(*value);
}

Json Time(int64_t unix_ns, const Question& question) {
  const bool unknown = question.from_ns == 0 && question.to_ns == 0;
  return unknown ? Json(nullptr) : Json(IsoTime(unix_ns));
}

Json Input(const Question& question) {
  return {{"sources", question.sources},
          {"requests", question.requests},
          {"spans", question.spans},
          {"replicas", question.replicas},
          {"from", Time(question.from_ns, question)},
          {"to", Time(question.to_ns, question)},
          {"weighted_requests", Number(question.weighted_requests)}};
}

Json OneDoubt(const DoubtReport& doubt) {
  return {{"id", doubt.id},
          {"severity", Id(doubt.doubt.severity)},
          {"text", doubt.doubt.text},
          {"effect", doubt.doubt.effect}};
}

Json OneIssue(const IssueReport& issue) {
  return {{"id", issue.id},         {"severity", issue.severity},
          {"count", issue.count},   {"location", issue.location},
          {"sample", issue.sample}, {"meaning", issue.meaning},
          {"effect", issue.effect}};
}

Json OneLedgerLine(const LedgerLine& line) {
  Json json = {{"cause", line.cause}};
  if (!line.layer.empty()) json["layer"] = line.layer;
  json["share"] = Share(line.share);
  json["seconds"] = Number(line.seconds);
  return json;
}

Json OneMeasure(const Measure& measure) {
  return {{"name", measure.name},
          {"value", ValueOf(measure, measure.value)},
          {"unit", measure.unit},
          {"n", measure.n},
          {"low", ValueOf(measure, measure.low)},
          {"high", ValueOf(measure, measure.high)}};
}

Json OneCell(const Cell& cell) {
  if (const auto* whole = std::get_if<int64_t>(&cell)) return *whole;
  if (const auto* real = std::get_if<double>(&cell)) return Number(*real);
  return std::get<std::string>(cell);
}

Json OneTable(const MeasureTable& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const Cell& cell : row) cells.push_back(OneCell(cell));
    rows.push_back(std::move(cells));
  }
  Json body = {{"name", table.name}, {"columns", table.columns}, {"rows", std::move(rows)}};
  return {{"name", table.name}, {"table", std::move(body)}};
}

// Measures, then tables. Waiting that is in no span is a measure like any other to a reader of
// JSON.
Json AllEvidence(const Verdict& verdict) {
  Json evidence = Json::array();
  bool has_hidden_wait = false;
  for (const Measure& measure : verdict.evidence) {
    evidence.push_back(OneMeasure(measure));
    has_hidden_wait = has_hidden_wait || measure.name == "hidden_wait_s";
  }
  if (verdict.hidden_wait_s && !has_hidden_wait) {
    evidence.push_back(
        OneMeasure({"hidden_wait_s", *verdict.hidden_wait_s, "s", verdict.units, {}, {}}));
  }
  for (const MeasureTable& table : verdict.tables) evidence.push_back(OneTable(table));
  return evidence;
}

Json NotProven(const CauseReport& cause) {
  Json list = cause.verdict.not_proven;
  if (!cause.ceiling_note.empty()) list.push_back(cause.ceiling_note);
  return list;
}

Json OneRemedy(const Remedy& remedy) {
  Json predicted = nullptr;
  if (remedy.predicted) {
    predicted = {{"metric", remedy.predicted->metric},
                 {"now", Number(remedy.predicted->now)},
                 {"then", Number(remedy.predicted->then)},
                 {"low", Number(remedy.predicted->low)},
                 {"high", Number(remedy.predicted->high)}};
  }
  return {{"text", remedy.text}, {"predicted", std::move(predicted)}};
}

template <class T, class Function>
Json List(const std::vector<T>& items, Function to_json) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(to_json(item));
  return list;
}

Json OneCause(const CauseReport& cause) {
  const Verdict& verdict = cause.verdict;
  return {{"id", cause.id},
          {"layer", Id(cause.layer)},
          {"verdict", Id(verdict.state)},
          {"grade", Id(verdict.grade)},
          {"share", Share(cause.share)},
          {"summary", verdict.summary},
          {"evidence", AllEvidence(verdict)},
          {"against", Json(verdict.against)},
          {"not_proven", NotProven(cause)},
          {"next", Json(verdict.next)},
          {"remedy", List(verdict.remedies, OneRemedy)}};
}

}  // namespace

std::string RenderJson(const Report& report) {
  const Json top = report.top.empty() ? Json(nullptr) : Json(report.top);
  const Json json = {
      {"schema", "slowtell.report/1"},
      {"input", Input(report.question)},
      {"target_ms", Number(static_cast<double>(report.question.target_ns) / 1e6)},
      {"slow_requests", report.question.slow_requests},
      {"excess_s", Number(report.question.excess_s)},
      {"doubts", List(report.doubts, OneDoubt)},
      {"issues", List(report.issues, OneIssue)},
      {"ledger", List(report.ledger, OneLedgerLine)},
      {"causes", List(report.causes, OneCause)},
      {"answer", {{"top", top}, {"text", report.answer}}},
  };
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace slowtell::report
