// SPDX-License-Identifier: Apache-2.0
// See expect.h. Verdicts, doubts, issues, rows and errors; numbers are in expect_number.cc.
#include "tests/case/expect.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "schema/tables.h"
#include "tests/case/expect_number.h"
#include "tests/case/match.h"

namespace slowtell::test {
namespace {

Checked CompareLines(const std::vector<std::string>& expected,
                     const std::vector<std::string>& actual) {
  Checked checked;
  if (!TextMatches(expected, actual))
    checked.problems.push_back("\n" + Difference(expected, actual));
  for (const std::string& line : actual) checked.actual += line + "\n";
  return checked;
}

Checked Broken(const std::string& problem, const Section& section) {
  return {{problem}, section.body};
}

std::string StateText(const Report& report, const std::string& id, bool with_grade) {
  const CauseReport* cause = FindCause(report, id);
  if (cause == nullptr) return "no such cause";
  std::string text = Id(cause->verdict.state);
  if (with_grade) text += std::string(" grade=") + Id(cause->verdict.grade);
  return text;
}

// "cold_start found", "cold_start found grade=measured", "top cold_start"; with a cause in the
// heading also just "found".
std::string ActualVerdict(const std::string& line, const std::string& heading_cause,
                          const Report& report) {
  std::vector<std::string> words = Words(line);
  if (!words.empty() && words[0] == "top")
    return "top " + (report.top.empty() ? "none" : report.top);
  const bool short_form =
      !heading_cause.empty() && (words.size() < 2 || words[1].starts_with("grade="));
  const std::string id = short_form ? heading_cause : words[0];
  const bool with_grade = line.find(" grade=") != std::string::npos;
  return (short_form ? "" : id + " ") + StateText(report, id, with_grade);
}

Checked CheckVerdict(const Section& section, const Report& report) {
  const std::vector<std::string> heading = Words(section.argument);
  std::vector<std::string> expected;
  std::vector<std::string> actual;
  for (const std::string& line : Lines(section.body)) {
    if (Trim(line).empty()) continue;
    expected.push_back(Join(Words(line), " "));
    actual.push_back(ActualVerdict(line, heading.size() > 1 ? heading[1] : "", report));
  }
  if (expected.empty()) return Broken("no verdict is listed", section);
  return CompareLines(expected, actual);
}

// src/doubt/<id>/cases/x.case -> id
std::string DoubtOfFolder(const std::string& path) {
  const size_t at = path.find("src/doubt/");
  if (at == std::string::npos) return "";
  const size_t begin = at + std::string_view("src/doubt/").size();
  return path.substr(begin, path.find('/', begin) - begin);
}

std::string SeverityText(const Report& report, const std::string& id) {
  for (const DoubtReport& doubt : report.doubts) {
    if (doubt.id == id) return Id(doubt.doubt.severity);
  }
  return "none";
}

// The listed doubts, and those that must be listed to be raised: a folder's own; and with an empty
// list outside a doubt's folder everything from a warning up.
Checked CheckDoubts(const std::string& path, const Section& section, const Report& report) {
  std::vector<std::string> expected;
  std::vector<std::string> actual;
  std::string ids = " ";
  for (const std::string& line : Lines(section.body)) {
    const std::vector<std::string> words = Words(line);
    if (words.empty()) continue;
    expected.push_back(Join(words, " "));
    actual.push_back(words[0] + " " + SeverityText(report, words[0]));
    ids += words[0] + " ";
  }
  const std::string own = DoubtOfFolder(path);
  for (const DoubtReport& doubt : report.doubts) {
    const bool strict =
        expected.empty() && own.empty() && doubt.doubt.severity != DoubtSeverity::kInfo;
    const bool listed = ids.find(" " + doubt.id + " ") != std::string::npos;
    if (!listed && (strict || doubt.id == own))
      actual.push_back(doubt.id + " " + Id(doubt.doubt.severity));
  }
  return CompareLines(expected, actual);
}

Checked CheckIssues(const Section& section, Store& store) {
  const auto table =
      store.Query("SELECT id, toInt64(sum(count)) AS n FROM issues GROUP BY id ORDER BY id");
  if (!table) return Broken(ToText(table.error()), section);
  std::vector<std::string> actual;
  for (size_t i = 0; i < table->Rows(); ++i)
    actual.push_back(table->Text("id", i) + " " + std::to_string(table->Int("n", i)));
  std::vector<std::string> expected = Lines(section.body);
  std::erase_if(expected, [](const std::string& line) { return Trim(line).empty(); });
  std::sort(expected.begin(), expected.end());
  return CompareLines(expected, actual);
}

bool IsColumn(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// "start_ns" or "attrs.http.scheme"; "" when it is neither.
std::string ColumnSql(const std::string& name) {
  const std::string attr = name.starts_with("attrs.") ? name.substr(6) : "";
  if (!attr.empty() && attr.find_first_of("'\\") == std::string::npos)
    return "attrs['" + attr + "']";
  return IsColumn(name) ? name : "";
}

Result<std::vector<std::string>> Rows(Store& store, const std::string& table,
                                      const std::string& header) {
  std::vector<std::string> cells;
  for (const std::string_view name : Split(header, '\t')) {
    const std::string sql = ColumnSql(std::string(name));
    if (sql.empty()) return Fail(ErrorKind::kBadInput, "no column '" + std::string(name) + "'");
    cells.push_back("replaceAll(replaceAll(toString(" + sql +
                    "), '\\t', '\\\\t'), '\\n', '\\\\n')");
  }
  const std::string first = table == "spans" ? "start_ns, trace_id, span_id, " : "";
  const std::string time =
      table == "events" || table == "metrics" || table == "sockets" ? "at_ns, " : "";
  ASSIGN_OR_RETURN(const Table found,
                   store.Query("SELECT concat(" + Join(cells, ", '\\t', ") + ", '') AS line FROM " +
                               table + " ORDER BY " + first + time + "line"));
  std::vector<std::string> lines = {header};
  for (const std::string& line : found.Texts("line")) lines.push_back(line);
  return lines;
}

Checked CheckRows(const Section& section, Store& store) {
  const std::vector<std::string> heading = Words(section.argument);
  const std::vector<std::string> expected = Lines(section.body);
  const bool known =
      heading.size() == 2 &&
      std::any_of(std::begin(schema::kTables), std::end(schema::kTables),
                  [&](const schema::TableDef& table) { return table.name == heading[1]; });
  if (!known) return Broken("'expect rows' needs the name of a table", section);
  if (expected.empty()) return Broken("the first line names the columns", section);
  const auto actual = Rows(store, heading[1], expected[0]);
  if (!actual) return Broken(ToText(actual.error()), section);
  return CompareLines(expected, *actual);
}

Checked CheckError(const Section& section, const Outcome& outcome) {
  if (!outcome.error) return Broken("no error came", section);
  return CompareLines(Lines(section.body), Lines(ToText(*outcome.error)));
}

}  // namespace

Checked CheckExpectation(const CaseFile& file, const Section& section, const Outcome& outcome) {
  const std::string what(Split(section.argument, ' ').front());
  if (what == "error") return CheckError(section, outcome);
  if (outcome.error) return Broken("error: " + ToText(*outcome.error), section);
  if (what == "issues") return CheckIssues(section, *outcome.store);
  if (what == "rows") return CheckRows(section, *outcome.store);
  if (!outcome.report) return Broken("there is no report", section);
  if (what == "verdict") return CheckVerdict(section, *outcome.report);
  if (what == "evidence") return CheckEvidence(section, *outcome.report);
  return CheckDoubts(file.path, section, *outcome.report);
}

}  // namespace slowtell::test
