// SPDX-License-Identifier: Apache-2.0
#include "map/columns.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/text.h"
#include "schema/tables.h"

namespace slowtell::map {
namespace {

constexpr std::string_view kTimes[] = {"start_ns", "at_ns"};

// What a column is when the mapping does not give it, or gives NULL or an empty text. Columns not
// named here are empty, or 0.
struct Default {
  std::string_view table;
  std::string_view column;
  std::string_view sql;
};
constexpr std::array<Default, 9> kDefaults = {{
    {"spans", "kind", "'server'"},
    {"spans", "vantage", "'app'"},
    {"spans", "connection", "'unknown'"},
    {"spans", "weight", "1."},
    {"spans", "outcome",
     "multiIf(m_status_code IN (408, 504), 'timeout', m_status_code = 499, 'cancelled',"
     " m_status_code >= 500, 'error', 'ok')"},
    {"spans", "name", "trim(concat(m_method, ' ', m_route))"},
    {"spans", "span_id", "lower(hex(sipHash64({map_seed:String}, m_row)))"},
    {"spans", "trace_id", "m_span_id"},
    {"events", "kind", "''"},
}};

std::string_view DefaultFor(std::string_view table, const Column& column) {
  for (const Default& entry : kDefaults)
    if (entry.table == table && entry.column == column.name) return entry.sql;
  if (column.type == "String") return "''";
  if (column.type.starts_with("Map(")) return "map()";
  return column.type == "Float64" ? "0." : "0";
}

std::vector<Choice> ChoicesFor(std::string_view table) {
  if (table == "events")
    return {{"kind",
             {"scheduled", "pulled", "started", "listening", "ready", "probe_failed", "stopped",
              "oom_killed", "scaled", "deployed", "log"}}};
  return {{"kind", {"server", "client", "producer", "consumer", "internal"}},
          {"vantage", {"app", "edge", "client"}},
          {"outcome", {"ok", "error", "timeout", "cancelled"}},
          {"connection", {"new", "reused", "unknown"}}};
}

enum class Family { kInteger, kReal, kText, kTime, kMap, kNothing, kOther };

Family FamilyOf(std::string_view type) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view wrapper : {"Nullable(", "LowCardinality("}) {
      if (!type.starts_with(wrapper)) continue;
      type = type.substr(wrapper.size(), type.size() - wrapper.size() - 1);
      again = true;
    }
  }
  const auto starts = [type](std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(),
                       [type](std::string_view name) { return type.starts_with(name); });
  };
  if (starts({"Date", "Time"})) return Family::kTime;
  if (starts({"UInt", "Int8", "Int16", "Int32", "Int64", "Int128", "Int256", "Bool"}))
    return Family::kInteger;
  if (starts({"Float", "Decimal", "BFloat"})) return Family::kReal;
  if (starts({"String", "FixedString", "Enum", "UUID", "IPv"})) return Family::kText;
  if (starts({"Map("})) return Family::kMap;
  if (type == "Nothing") return Family::kNothing;
  return Family::kOther;
}

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
    }
  }
  return row[b.size()];
}

std::string Nearest(const std::vector<Column>& columns, std::string_view name) {
  const auto nearest =
      std::min_element(columns.begin(), columns.end(), [&](const Column& a, const Column& b) {
        return EditDistance(a.name, name) < EditDistance(b.name, name);
      });
  return nearest == columns.end() ? "" : nearest->name;
}

const Column* Find(const std::vector<Column>& columns, std::string_view name) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [name](const Column& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

std::string Quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

std::string ConversionHint(const Column& wanted, Family family) {
  const std::string name = wanted.name;
  if (family == Family::kTime)
    return "write toUnixTimestamp64Nano(toDateTime64(" + name + ", 9)) AS " + name;
  if (wanted.type.starts_with("Map("))
    return "write for example map('key', toString(value)) AS attrs";
  if (wanted.type == "Float64") return "write toFloat64(" + name + ") AS " + name;
  return "write toInt64(" + name + ") AS " + name;
}

// The mapping's column as a value of the wanted type; NULL stays NULL. An empty text: impossible.
std::string Converted(const Column& wanted, Family family) {
  const std::string value = Quoted(wanted.name);
  const bool number = family == Family::kInteger || family == Family::kReal;
  if (wanted.type == "String")
    return family == Family::kOther || family == Family::kMap ? "" : "toString(" + value + ")";
  if (wanted.type.starts_with("Map("))
    return family == Family::kMap
               ? "mapApply((k, v) -> (toString(k), ifNull(toString(v), '')), " + value + ")"
               : "";
  if (!number) return "";
  if (wanted.name == "censored") return "toUInt8(" + value + " != 0)";
  if (wanted.type == "Float64") return "toFloat64(" + value + ")";
  const std::string to = "to" + wanted.type + "(";
  if (family == Family::kInteger) return to + value + ")";
  // A real number may be no number at all.
  return "if(ifNull(isFinite(toFloat64(" + value + ")), 0), " + to + "round(" + value + ")), NULL)";
}

Result<std::string> Expression(std::string_view table, const Column& wanted, const Column* given,
                               const std::string& path) {
  const std::string fallback(DefaultFor(table, wanted));
  const bool required =
      wanted.name == "duration_ns" || std::count(std::begin(kTimes), std::end(kTimes), wanted.name);
  const Family family = given ? FamilyOf(given->type) : Family::kNothing;
  // A column that is NULL in every row has no type to convert.
  if (family == Family::kNothing)
    return required ? "CAST(NULL, 'Nullable(Int64)')"
                    : "CAST(" + fallback + ", '" + wanted.type + "')";
  const std::string value = Converted(wanted, family);
  if (value.empty())
    return Fail(ErrorKind::kBadInput, "cannot use the mapping",
                "column '" + wanted.name + "' is " + given->type + ", but must be " + wanted.type,
                path, ConversionHint(wanted, family));
  if (required) return "CAST(" + value + ", 'Nullable(Int64)')";
  if (wanted.type.starts_with("Map(")) return value;
  if (wanted.type == "String" && fallback != "''")
    return "if(ifNull(" + value + ", '') = '', " + fallback + ", assumeNotNull(" + value + "))";
  return "ifNull(" + value + ", CAST(" + fallback + ", '" + wanted.type + "'))";
}

Failure UnknownColumn(const Target& target, std::string_view name, const std::string& path) {
  return Fail(ErrorKind::kBadInput, "cannot use the mapping",
              "table " + target.table + " has no column '" + Printable(name, 60) + "'", path,
              "the nearest is '" + Nearest(target.columns, name) +
                  "'; what has no column of its own belongs into attrs, a Map");
}

Target TargetFor(const std::vector<Column>& given) {
  const bool is_event = Find(given, "at_ns") && !Find(given, "start_ns");
  Target target;
  target.table = is_event ? schema::EventsBatch::kTable : schema::SpansBatch::kTable;
  target.time_column = is_event ? "at_ns" : "start_ns";
  target.has_duration = !is_event;
  target.columns =
      ParseStructure(is_event ? schema::EventsBatch::kStructure : schema::SpansBatch::kStructure);
  // The import gives it.
  std::erase_if(target.columns, [](const Column& column) { return column.name == "source_id"; });
  target.choices = ChoicesFor(target.table);
  return target;
}

Result<void> RequireColumns(const Target& target, const std::vector<Column>& given,
                            const std::string& path) {
  for (const Column& column : given)
    if (!Find(target.columns, column.name)) return UnknownColumn(target, column.name, path);
  for (const std::string& name :
       {target.time_column, std::string(target.has_duration ? "duration_ns" : "kind")})
    if (!Find(given, name))
      return Fail(ErrorKind::kBadInput, "cannot use the mapping",
                  "it returns no column '" + name + "'", path,
                  "spans need start_ns and duration_ns, events need at_ns and kind");
  return {};
}

}  // namespace

std::vector<Column> ParseStructure(std::string_view structure) {
  std::vector<Column> columns;
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i <= structure.size(); ++i) {
    if (i < structure.size() && structure[i] == '(') ++depth;
    if (i < structure.size() && structure[i] == ')') --depth;
    if (i < structure.size() && (structure[i] != ',' || depth > 0)) continue;
    const std::string_view column = Trim(structure.substr(begin, i - begin));
    const size_t space = column.find(' ');
    if (space != column.npos)
      columns.push_back(
          {std::string(column.substr(0, space)), std::string(Trim(column.substr(space + 1)))});
    begin = i + 1;
  }
  return columns;
}

Result<Target> ChooseTarget(const std::vector<Column>& given, const std::string& path) {
  Target target = TargetFor(given);
  RETURN_IF_ERROR(RequireColumns(target, given, path));
  target.prepared_columns = "rowNumberInAllBlocks() + 1 AS m_row";
  for (const Column& wanted : target.columns) {
    ASSIGN_OR_RETURN(const std::string expression,
                     Expression(target.table, wanted, Find(given, wanted.name), path));
    target.prepared_columns += ",\n  " + expression + " AS m_" + wanted.name;
  }
  return target;
}

}  // namespace slowtell::map
