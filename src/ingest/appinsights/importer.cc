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
  const bool duration = HasWord(text, {"\"duration\"", "\"Duration\"", "\"DurationMs\"",
                                       "\"durationMs\"", "\"performanceBucket\""});
  const bool time = HasWord(text, {"\"timestamp\"", "\"TimeGenerated\"", "\"time\""});
  const bool ours = HasWord(text, {"\"operation_Id\"", "\"OperationId\"", "\"cloud_RoleInstance\"",
                                   "\"AppRoleInstance\"", "\"resultCode\"", "\"ResultCode\"",
                                   "\"itemType\"", "\"AppRequests\"", "\"AppDependencies\""});
  if (HasWord(text, {"\"tables\""}) && HasWord(text, {"\"columns\"", "\"rows\""})) {
    if (duration && time) return {ours ? 90 : 60, "Log Analytics tables with time and duration"};
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
  for (std::string_view cell : Split(header, CsvSeparator(header))) {
    cell = Trim(cell);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
      cell = cell.substr(1, cell.size() - 2);
    const Field field = FieldOf(cell);
    time |= field == Field::kTime;
    duration |= field == Field::kDuration || field == Field::kBucket;
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

class CsvRows {
 public:
  CsvRows(Input& input, Sink& sink, char separator)
      : input_(input), sink_(sink), reader_(input, separator), writer_(sink) {}

  Result<void> Read() {
    ASSIGN_OR_RETURN(const bool any, ReadHeader());
    if (!any) return {};
    while (true) {
      ASSIGN_OR_RETURN(const bool more, reader_.Next(cells_));
      if (!more) break;
      RETURN_IF_ERROR(AddRecord());
    }
    if (writer_.rows() == 0) sink_.Report(kEmptyTable, input_.path(), "a header and no rows");
    writer_.ReportCutExport(input_.path());
    return {};
  }

 private:
  Result<bool> ReadHeader() {
    ASSIGN_OR_RETURN(const bool any, reader_.Next(cells_));
    for (std::string_view column : cells_) {
      header_.emplace_back(column);
      fields_.push_back(FieldOf(column));
      if (fields_.back() == Field::kTime) writer_.SetTimeColumn(TimeColumnOf(column));
    }
    return any;
  }

  Result<void> AddRecord() {
    if (reader_.OpenQuote()) {
      // At the end the file was cut; before it, somebody forgot a quote.
      ASSIGN_OR_RETURN(const std::string_view rest, input_.Peek(1));
      sink_.Report(rest.empty() ? kTruncatedSource : kMalformedRecord, input_.Here(),
                   cells_.front());
      return {};
    }
    // A header again: two exports joined.
    if (std::equal(cells_.begin(), cells_.end(), header_.begin(), header_.end())) return {};
    if (cells_.size() != header_.size())
      sink_.Report(kRaggedRow, input_.Here(),
                   std::to_string(cells_.size()) + " cells for " + std::to_string(header_.size()) +
                       " columns");
    row_.clear();
    for (size_t i = 0; i < cells_.size() && i < header_.size(); ++i)
      row_.push_back({header_[i], fields_[i], cells_[i]});
    return writer_.Add(row_, input_.Here());
  }

  Input& input_;
  Sink& sink_;
  CsvReader reader_;
  RowWriter writer_;
  std::vector<std::string> header_;
  std::vector<std::string_view> cells_;
  std::vector<Field> fields_;
  Row row_;
};

Result<void> Import(Input& input, Sink& sink) {
  ASSIGN_OR_RETURN(const std::string_view head, input.Peek(4096));
  const std::string_view text = Trim(head);
  if (!text.empty() && (text.front() == '{' || text.front() == '[')) return ReadJson(input, sink);
  return CsvRows(input, sink, CsvSeparator(text)).Read();
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
