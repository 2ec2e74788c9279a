// SPDX-License-Identifier: Apache-2.0
#include "map/inspect.h"

#include <array>

#include "base/text.h"
#include "map/issues.h"

namespace slowtell::map {
namespace {

// 1971-01-01 and 2200-01-01. A nanosecond count read in any other unit falls outside, and any other
// unit read as nanoseconds falls before 1971.
constexpr int64_t kFirstSecond = 31'536'000;
constexpr int64_t kLastSecond = 7'258'118'400;

struct Unit {
  const char* name;
  int64_t per_second;
  const char* remedy;
};
constexpr std::array<Unit, 3> kUnits = {{
    {"seconds", 1, "multiply it by 1000000000"},
    {"milliseconds", 1'000, "multiply it by 1000000"},
    {"microseconds", 1'000'000, "multiply it by 1000"},
}};

bool Between(int64_t value, int64_t per_second) {
  return value / per_second >= kFirstSecond && value / per_second < kLastSecond;
}

std::string Quoted(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back("'" + word + "'");
  return Join(quoted, ", ");
}

std::string InspectionSql(const Target& target, const std::string& prepared) {
  const std::string time = "m_" + target.time_column;
  const std::string no_duration =
      target.has_duration ? time + " IS NOT NULL AND m_duration_ns IS NULL" : "0";
  const std::string negative =
      target.has_duration ? time + " IS NOT NULL AND ifNull(m_duration_ns < 0, 0)" : "0";
  std::string sql = "SELECT toInt64(count()) AS row_count";
  const auto count = [&sql](const std::string& name, const std::string& condition) {
    sql += ",\n toInt64(countIf(" + condition + ")) AS " + name + "_count, toInt64(minIf(m_row, " +
           condition + ")) AS " + name + "_row";
  };
  count("no_time", time + " IS NULL");
  count("no_duration", no_duration);
  count("negative", negative);
  count("weight", target.has_duration ? "NOT (m_weight > 0 AND isFinite(m_weight))" : "0");
  for (const Choice& choice : target.choices) {
    const std::string wrong = "m_" + choice.column + " NOT IN (" + Quoted(choice.words) + ")";
    count(choice.column, wrong);
    sql += ", minIf(m_" + choice.column + ", " + wrong + ") AS " + choice.column + "_word";
  }
  return sql + ",\n toInt64(ifNull(min(" + time + "), 0)) AS first_ns, toInt64(ifNull(max(" + time +
         "), 0)) AS last_ns\nFROM (" + prepared + ")";
}

std::string RowPlace(const Mapping& mapping, int64_t row) {
  return mapping.path + ", row " + std::to_string(row) + " of its result";
}

Result<void> CheckWords(const Table& seen, const Target& target, const Mapping& mapping) {
  for (const Choice& choice : target.choices) {
    const int64_t count = seen.Int(choice.column + "_count");
    if (count == 0) continue;
    return Fail(ErrorKind::kBadInput, "cannot use the mapping",
                "column '" + choice.column + "' is '" +
                    Printable(seen.Text(choice.column + "_word"), 60) + "' in " +
                    WithThousands(count) + " rows",
                RowPlace(mapping, seen.Int(choice.column + "_row")),
                "it must be one of " + Join(choice.words, ", "));
  }
  if (const int64_t count = seen.Int("weight_count"); count > 0)
    return Fail(ErrorKind::kBadInput, "cannot use the mapping",
                "weight is not above 0 in " + WithThousands(count) + " rows",
                RowPlace(mapping, seen.Int("weight_row")),
                "it says how many requests a row stands for: 1 / keep rate");
  return {};
}

Result<void> CheckTimes(const Table& seen, const Target& target, const Mapping& mapping) {
  const std::string trouble =
      UnitTrouble(target.time_column, seen.Int("first_ns"), seen.Int("last_ns"));
  if (trouble.empty()) return {};
  return Fail(ErrorKind::kBadInput, "cannot use the mapping", trouble, mapping.path,
              "times are nanoseconds since 1970-01-01 UTC");
}

std::vector<ingest::IssueCount> IssuesIn(const Table& seen, const Mapping& mapping) {
  std::vector<ingest::IssueCount> issues;
  const auto add = [&](const ingest::IssueDef& issue, const std::string& name) {
    const int64_t count = seen.Int(name + "_count");
    if (count > 0)
      issues.push_back({&issue, count, RowPlace(mapping, seen.Int(name + "_row")), ""});
  };
  add(kRowWithoutTime, "no_time");
  add(kRowWithoutDuration, "no_duration");
  add(kRowWithNegativeDuration, "negative");
  return issues;
}

}  // namespace

std::string UsableRow(const Target& target) {
  return "m_" + target.time_column + " IS NOT NULL" +
         (target.has_duration ? " AND ifNull(m_duration_ns >= 0, 0)" : "");
}

std::string UnitTrouble(const std::string& column, int64_t first, int64_t last) {
  constexpr int64_t kNanoseconds = 1'000'000'000;
  if (Between(first, kNanoseconds) && Between(last, kNanoseconds)) return "";
  const int64_t odd = Between(first, kNanoseconds) ? last : first;
  std::string text = column + " is " + std::to_string(odd) + ", which ";
  for (const Unit& unit : kUnits)
    if (Between(odd, unit.per_second)) return text + "looks like " + unit.name + "; " + unit.remedy;
  return text + "is no time between 1971 and 2200 in any unit";
}

Result<std::vector<ingest::IssueCount>> InspectRows(Store& store, const Target& target,
                                                    const std::string& prepared,
                                                    const Params& params, const QueryLimits& limits,
                                                    const Mapping& mapping) {
  auto seen = store.Query(InspectionSql(target, prepared), params, limits);
  if (!seen) return Fail(AboutMapping(std::move(seen).error(), mapping));
  const int64_t rows = seen->Int("row_count");
  if (rows == 0)
    return Fail(ErrorKind::kBadInput, "cannot use the mapping", "it returns no row", mapping.path,
                "no data is not the same as nothing slow; check its WHERE and its input");
  std::vector<ingest::IssueCount> issues = IssuesIn(*seen, mapping);
  int64_t unusable = 0;
  for (const ingest::IssueCount& issue : issues) unusable += issue.count;
  if (unusable == rows)
    return Fail(ErrorKind::kBadInput, "cannot use the mapping",
                "none of its " + WithThousands(rows) + " rows has both a time and a duration",
                mapping.path, "check the names of the fields it reads");
  RETURN_IF_ERROR(CheckWords(*seen, target, mapping));
  RETURN_IF_ERROR(CheckTimes(*seen, target, mapping));
  return issues;
}

}  // namespace slowtell::map
