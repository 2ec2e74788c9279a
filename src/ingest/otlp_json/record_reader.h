// SPDX-License-Identifier: Apache-2.0
// One JSON record (a line, or one element of a large document) to rows. Fields may come in any
// order: what belongs to all spans of a resource is read first, if need be in a second pass over
// the object.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ingest/importer.h"
#include "ingest/otel_rows.h"
#include "ingest/otlp_json/field_names.h"
#include "ingest/otlp_json/json_text.h"

namespace slowtell::ingest::otlp_json {

class RecordReader {
 public:
  explicit RecordReader(Sink& sink) : sink_(sink), rows_(sink), text_(parser_, rows_.arena()) {}

  // A whole document, or several glued together. Input::kPadding readable bytes must follow it.
  // An error is the sink's; what is wrong with the record is reported to the sink.
  Result<void> ReadDocuments(std::string_view record, const std::string& where);
  // One element of the array named `list` (resourceSpans, resourceMetrics or resourceLogs).
  Result<void> ReadElement(Field list, std::string_view record, const std::string& where);

 private:
  using Status = simdjson::error_code;

  Result<void> Report(Status status, std::string_view record, const char* at);
  // Parses from `record` on; `read` gets the first value. Replaces invalid UTF-8 and tries again.
  template <class Read>
  Status Parse(std::string_view& record, Read read);

  Status ReadValue(ondemand::value& value, int depth);
  Status ReadObject(ondemand::object& object, int depth);
  Status ReadList(Field list, ondemand::value& value);
  Status ReadResourceOf(Field list, ondemand::object& object);
  Status ReadResource(ondemand::value& value);
  Status ReadScopes(ondemand::value& value);
  Status ReadScope(ondemand::object& scope);
  Status ReadSpan(ondemand::object& object);
  Status ReadSpanField(Field field, ondemand::value& value);
  Status ReadSpanStatus(ondemand::value& value);
  Status ReadAttributes(ondemand::value& value, std::vector<schema::Attr>& attrs);
  Status ReadAttribute(ondemand::object& object, schema::Attr& attr);
  Status CountLogs(ondemand::value& value);
  Status ReadMetric(ondemand::object& object);
  Status ReadMetricData(Field kind, ondemand::object& data);
  Status ReadPoint(Field kind, ondemand::object& object);
  // A row's fate: a sink that fails ends the record.
  Status Check(Result<void> added);

  Sink& sink_;
  ondemand::parser parser_;
  OtelRows rows_;
  JsonText text_;
  OtelSpan span_;
  OtelPoint point_;
  std::vector<schema::Attr> resource_attrs_;
  std::string where_;
  std::string repaired_;
  bool recognised_ = false;
  std::optional<Error> sink_error_;
};

}  // namespace slowtell::ingest::otlp_json
