// SPDX-License-Identifier: Apache-2.0
// Application Insights and Log Analytics: requests and dependencies, under their classic and their
// workspace names, in every shape that people export (REST tables, az JSON, portal CSV, JSON
// lines).
#include "ingest/importer.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "ingest/appinsights/issues.h"
#include "ingest/appinsights/json_reader.h"
#include "ingest/appinsights/row_writer.h"
#include "ingest/csv.h"

namespace slowtell::ingest::appinsights {

extern const ImporterDef kDef;

namespace {

bool HasWord(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

Likeness DetectJson(std::string_view text) {
  const bool duration =
      HasWord(text, {"\"duration\"", "\"Duration\"", "\"DurationMs\"", "\"durationMs\""});
  const bool time = HasWord(text, {"\"timestamp\"", "\"TimeGenerated\"", "\"time\""});
  const bool ours = HasWord(text, {"\"operation_Id\"", "\"OperationId\"", "\"cloud_RoleInstance\"",
                                   "\"AppRoleInstance\"", "\"resultCode\"", "\"ResultCode\"",
                                   "\"itemType\"", "\"AppRequests\"", "\"AppDependencies\""});
  if (HasWord(text, {"\"tables\""}) && HasWord(text, {"\"columns\"", "\"rows\""})) {
    if (duration && time) return {90, "Log Analytics tables with time and duration"};
    return {25, time ? "Log Analytics tables, but no duration column"
                     : "Log Analytics tables, but no time column"};
  }
  if (duration && time && ours) return {85, "rows of requests or dependencies"};
  if (ours && time) return {30, "looks like Application Insights, but has no duration"};
  return {10, "JSON without the columns of requests or dependencies"};
}

Likeness DetectCsv(std::string_view text) {
  const std::string_view header = text.substr(0, text.find('\n'));
  bool time = false, duration = false, ours = false;
  for (std::string_view cell : Split(header, ',')) {
    cell = Trim(cell);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
      cell = cell.substr(1, cell.size() - 2);
    const Field field = FieldOf(cell);
    time |= field == Field::kTime;
    duration |= field == Field::kDuration;
    ours |= field == Field::kTrace || field == Field::kResult || field == Field::kInstance ||
            field == Field::kItemType;
  }
  if (time && duration && ours) return {85, "CSV header of requests or dependencies"};
  if (time && ours) return {30, "CSV header with a time, but no duration column"};
  return {0, "no header of requests or dependencies"};
}

Likeness Detect(const Sample& sample) {
  const std::string_view text = Trim(sample.head);
  if (text.empty()) return {0, "empty"};
  if (HasWord(text, {"\"resourceSpans\"", "\"resource_spans\""})) return {0, "OTLP"};
  if (text.front() == '{' || text.front() == '[') return DetectJson(text);
  return DetectCsv(text);
}

Result<void> ReadCsv(Input& input, Sink& sink) {
  CsvReader reader(input);
  RowWriter writer(sink);
  std::vector<std::string> header, cells;
  std::vector<Field> fields;
  ASSIGN_OR_RETURN(const bool any, reader.Next(header));
  if (!any) return {};
  for (std::string& column : header) {
    fields.push_back(FieldOf(column));
    if (IsLocalTime(column)) writer.SetTimeColumn(TimeColumn::kLocal);
  }
  Row row;
  while (true) {
    ASSIGN_OR_RETURN(const bool more, reader.Next(cells));
    if (!more) break;
    if (reader.CutInQuotes()) {
      sink.Report(kTruncatedSource, input.Here(), Join(cells, ","));
      break;
    }
    if (cells == header) continue;  // two exports joined
    if (cells.size() != header.size())
      sink.Report(kRaggedRow, input.Here(),
                  std::to_string(cells.size()) + " cells for " + std::to_string(header.size()) +
                      " columns");
    row.clear();
    for (size_t i = 0; i < cells.size() && i < header.size(); ++i)
      row.push_back({header[i], fields[i], cells[i]});
    RETURN_IF_ERROR(writer.Add(row, input.Here()));
  }
  if (writer.rows() == 0) sink.Report(kEmptyTable, input.path(), "a header and no rows");
  writer.ReportCutExport(input.path());
  return {};
}

Result<void> Import(Input& input, Sink& sink) {
  ASSIGN_OR_RETURN(const std::string_view head, input.Peek(4096));
  const std::string_view text = Trim(head);
  if (!text.empty() && (text.front() == '{' || text.front() == '[')) return ReadJson(input, sink);
  return ReadCsv(input, sink);
}

}  // namespace

const ImporterDef kDef = {
    .id = "appinsights",
    .title = "Application Insights / Log Analytics",
    .summary =
        "requests and dependencies (or AppRequests, AppDependencies) as REST tables, az JSON, "
        "portal CSV or JSON lines.",
    .issues = kIssues,
    .detect = &Detect,
    .import = &Import,
};

}  // namespace slowtell::ingest::appinsights
