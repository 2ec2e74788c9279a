// SPDX-License-Identifier: Apache-2.0
// See expect_number.h.
#include "tests/case/expect_number.h"

#include <cmath>
#include <cstdio>

#include "base/text.h"

namespace slowtell::test {
namespace {

constexpr double kUsualTolerance = 0.005;  // of the value

std::optional<double> AsNumber(const Cell& cell) {
  if (const auto* whole = std::get_if<int64_t>(&cell)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&cell)) return *real;
  return std::nullopt;
}

std::string AsText(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* whole = std::get_if<int64_t>(&cell)) return std::to_string(*whole);
  return Fixed(std::get<double>(cell), 3);
}

// `place` is "table[row].column".
std::optional<double> FindCell(const Verdict& verdict, const std::string& place) {
  const size_t open = place.find('[');
  const size_t close = place.find("].", open == std::string::npos ? 0 : open);
  if (open == std::string::npos || close == std::string::npos) return std::nullopt;
  const std::string row_name = place.substr(open + 1, close - open - 1);
  const std::string column = place.substr(close + 2);
  for (const MeasureTable& table : verdict.tables) {
    if (table.name != place.substr(0, open)) continue;
    for (const auto& row : table.rows) {
      if (row.empty() || AsText(row[0]) != row_name) continue;
      for (size_t i = 0; i < std::min(row.size(), table.columns.size()); ++i) {
        if (table.columns[i] == column) return AsNumber(row[i]);
      }
    }
  }
  return std::nullopt;
}

std::string Short(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string KnownNames(const Report& report, const std::string& name) {
  const CauseReport* cause = FindCause(report, name.substr(0, name.find('.')));
  if (cause == nullptr) return "no such cause";
  std::vector<std::string> names = {"share"};
  for (const Measure& measure : cause->verdict.evidence) names.push_back(measure.name);
  for (const MeasureTable& table : cause->verdict.tables)
    names.push_back(table.name + "[row].column");
  return "it has: " + Join(names, ", ");
}

// Splits "... +-3%" off the end.
std::string TakeTolerance(std::string& text) {
  const size_t at = text.rfind(" +-");
  if (at == std::string::npos) return "";
  const std::string ending = text.substr(at);
  text.erase(at);
  return ending;
}

std::optional<double> Allowed(const std::string& ending, double value) {
  if (ending.empty()) return std::abs(value) * kUsualTolerance;
  const std::string_view number = std::string_view(ending).substr(3);
  if (!number.ends_with("%")) return ParseDouble(number);
  const auto percent = ParseDouble(Trim(number.substr(0, number.size() - 1)));
  return percent ? std::optional(std::abs(value) * *percent / 100) : std::nullopt;
}

// Takes the last word off; nullopt when it is no number.
std::optional<double> TakeNumber(std::string& text) {
  const size_t at = text.rfind(' ');
  if (at == std::string::npos) return std::nullopt;
  const auto value = ParseDouble(std::string_view(text).substr(at + 1));
  text.erase(at);
  return value;
}

}  // namespace

const CauseReport* FindCause(const Report& report, const std::string& id) {
  for (const CauseReport& cause : report.causes) {
    if (cause.id == id) return &cause;
  }
  return nullptr;
}

std::optional<double> FindNumber(const Report& report, const std::string& name) {
  const size_t dot = name.find('.');
  const CauseReport* cause = FindCause(report, name.substr(0, dot));
  if (cause == nullptr || dot == std::string::npos) return std::nullopt;
  const std::string place = name.substr(dot + 1);
  for (const Measure& measure : cause->verdict.evidence) {
    if (measure.name == place) return measure.value;
  }
  if (place == "share") return cause->share;
  if (place == "hidden_wait_s") return cause->verdict.hidden_wait_s;
  return FindCell(cause->verdict, place);
}

std::optional<NumberLine> ParseNumberLine(const std::string& line) {
  std::string text(Trim(line));
  NumberLine parsed;
  parsed.ending = TakeTolerance(text);
  const auto last = TakeNumber(text);
  if (!last) return std::nullopt;
  std::string before = text;
  const auto first = TakeNumber(before);
  if (first && before.ends_with(" between")) {
    parsed.is_range = true;
    parsed.low = *first;
    parsed.high = *last;
    parsed.name = std::string(Trim(before.substr(0, before.size() - 8)));
    return parsed.ending.empty() ? std::optional(parsed) : std::nullopt;
  }
  const auto allowed = Allowed(parsed.ending, *last);
  if (!allowed) return std::nullopt;
  parsed.low = *last - *allowed;
  parsed.high = *last + *allowed;
  parsed.name = std::string(Trim(text));
  return parsed;
}

// Adds the problem, if any, and the line that would have been right.
void CheckLine(const std::string& line, const Report& report, Checked& checked) {
  std::string right = line;
  if (const auto expected = ParseNumberLine(line); !expected) {
    checked.problems.push_back("not understood: " + line);
  } else if (const auto found = FindNumber(report, expected->name); !found) {
    checked.problems.push_back("no number " + expected->name + "; " +
                               KnownNames(report, expected->name));
  } else if (const double actual = *found; !(actual >= expected->low && actual <= expected->high)) {
    checked.problems.push_back(line + ": it is " + Short(actual));
    if (!expected->is_range) right = expected->name + " " + Short(actual) + expected->ending;
  }
  checked.actual += right + "\n";
}

Checked CheckEvidence(const Section& section, const Report& report) {
  Checked checked;
  for (const std::string& line : Lines(section.body)) {
    if (!Trim(line).empty()) CheckLine(line, report, checked);
  }
  if (checked.actual.empty()) checked.problems.push_back("no number is listed");
  return checked;
}

}  // namespace slowtell::test
