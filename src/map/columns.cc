// SPDX-License-Identifier: Apache-2.0
#include "map/columns.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "schema/tables.h"

namespace slowtell::map {
namespace {

struct SpanColumn {
  std::string name;
  std::string type;  // as in schema::SpansBatch::kStructure
};

// "source_id UInt32, trace_id String, ..., attrs Map(String, String)"
std::vector<SpanColumn> SpanColumns() {
  std::vector<SpanColumn> columns;
  std::string_view rest = schema::SpansBatch::kStructure;
  while (!rest.empty()) {
    size_t end = 0;
    for (int depth = 0; end < rest.size() && (depth > 0 || rest[end] != ','); ++end)
      depth += rest[end] == '(' ? 1 : rest[end] == ')' ? -1 : 0;
    const std::string_view column = Trim(rest.substr(0, end));
    const size_t space = column.find(' ');
    columns.push_back(
        {std::string(column.substr(0, space)), std::string(column.substr(space + 1))});
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
  return columns;
}

// Edit distance, for "did you mean".
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row.back();
}

std::string Nearest(std::string_view name) {
  std::string nearest;
  size_t least = 99;
  for (const SpanColumn& column : SpanColumns()) {
    const size_t distance = Distance(Lower(name), column.name);
    if (distance < least && column.name != "source_id") {
      least = distance;
      nearest = column.name;
    }
  }
  return nearest;
}

bool Has(const std::vector<GivenColumn>& given, std::string_view name) {
  return std::any_of(given.begin(), given.end(),
                     [name](const GivenColumn& c) { return c.name == name; });
}

bool IsNumber(std::string_view type) {
  for (std::string_view wrapper : {"Nullable(", "LowCardinality("})
    if (type.starts_with(wrapper)) type.remove_prefix(wrapper.size());
  return type.starts_with("Int") || type.starts_with("UInt") || type.starts_with("Float") ||
         type.starts_with("Decimal");
}

Result<void> CheckTime(const std::vector<GivenColumn>& given, std::string_view name,
                       const std::string& path) {
  const auto found = std::find_if(given.begin(), given.end(),
                                  [name](const GivenColumn& c) { return c.name == name; });
  if (found == given.end()) {
    return Fail(ErrorKind::kBadInput, "cannot use the mapping",
                "it gives no column " + std::string(name), path,
                "add ... AS " + std::string(name) + " (nanoseconds)");
  }
  if (IsNumber(found->type)) return {};
  return Fail(
      ErrorKind::kBadInput, "cannot use the mapping",
      "column " + std::string(name) + " is a " + found->type + ", not a number of nanoseconds",
      path,
      name == "start_ns"
          ? "a time becomes one by toUnixTimestamp64Nano(parseDateTime64BestEffort(text, 9))"
          : "seconds become one by toInt64(seconds * 1e9)");
}

constexpr const char* kOutcome =
    "multiIf(toInt64(ifNull(status_code, 0)) IN (504, 408), 'timeout', toInt64(ifNull(status_code, "
    "0)) = 499, 'cancelled', "
    "toInt64(ifNull(status_code, 0)) >= 500, 'error', 'ok')";

std::string Default(const SpanColumn& column, const std::vector<GivenColumn>& given) {
  const std::string row = "concat('row-', toString(slowtell_row))";
  if (column.name == "span_id") return row;
  if (column.name == "trace_id") return Has(given, "span_id") ? "toString(span_id)" : row;
  if (column.name == "kind") return "'server'";
  if (column.name == "vantage") return "'app'";
  if (column.name == "weight") return "1.";
  if (column.name == "connection") return "'unknown'";
  if (column.name == "outcome") return Has(given, "status_code") ? kOutcome : "'ok'";
  if (column.name == "attrs") return "map()";
  return column.type == "String" ? "''" : "0";
}

std::string Cast(const SpanColumn& column) {
  if (column.type == "String") return "toString(ifNull(" + column.name + ", ''))";
  if (column.name == "attrs") return "CAST(attrs, 'Map(String, String)')";
  return "CAST(ifNull(" + column.name + ", " + (column.name == "weight" ? "1" : "0") + "), '" +
         column.type + "')";
}

}  // namespace

Result<void> CheckColumns(const std::vector<GivenColumn>& given, const std::string& path) {
  const std::vector<SpanColumn> known = SpanColumns();
  for (const GivenColumn& column : given) {
    const bool found = column.name != "source_id" &&
                       std::any_of(known.begin(), known.end(),
                                   [&](const SpanColumn& c) { return c.name == column.name; });
    if (!found) {
      return Fail(ErrorKind::kBadInput, "cannot use the mapping",
                  "spans have no column '" + Printable(column.name, 60) + "'", path,
                  "did you mean '" + Nearest(column.name) +
                      "'? Put everything else into attrs, as map('name', value)");
    }
  }
  RETURN_IF_ERROR(CheckTime(given, "start_ns", path));
  return CheckTime(given, "duration_ns", path);
}

std::string SelectList(const std::vector<GivenColumn>& given, uint32_t source_id) {
  std::string list;
  for (const SpanColumn& column : SpanColumns()) {
    if (!list.empty()) list += ",\n  ";
    if (column.name == "source_id") {
      list += "toUInt32(" + std::to_string(source_id) + ")";
    } else {
      list += Has(given, column.name)
                  ? Cast(column)
                  : "CAST(" + Default(column, given) + ", '" + column.type + "')";
    }
  }
  return list;
}

std::string UsableRow() {
  return "isNotNull(start_ns) AND isNotNull(duration_ns) AND ifNull(duration_ns, -1) >= 0";
}

}  // namespace slowtell::map
