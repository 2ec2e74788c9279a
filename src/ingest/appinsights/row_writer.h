// SPDX-License-Identifier: Apache-2.0
// Turns one Application Insights row, whatever its shape was, into a span.
#pragma once

#include <simdjson.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/appinsights/fields.h"
#include "ingest/importer.h"

namespace slowtell::ingest::appinsights {

// Zone of the time column as its header says it.
enum class TimeColumn { kAsWritten, kLocal };

class RowWriter {
 public:
  explicit RowWriter(Sink& sink) : sink_(sink) {}
  void SetTimeColumn(TimeColumn column) { time_column_ = column; }
  Result<void> Add(const Row& row, std::string_view where);
  int64_t rows() const { return rows_; }
  // Row limits of portals and APIs, once per source.
  void ReportCutExport(std::string_view where);

 private:
  std::string_view Text(Field field) const { return text_[static_cast<size_t>(field)]; }
  void Take(const Row& row);
  void TakeProperties(std::string_view json);
  bool ReadTime(schema::SpanRow& span, std::string_view where);
  void ReadDuration(schema::SpanRow& span, std::string_view where);
  void ReadKind(schema::SpanRow& span);
  void ReadNames(schema::SpanRow& span);
  void ReadOutcome(schema::SpanRow& span);
  void ReadWeight(schema::SpanRow& span, std::string_view where);
  void Attribute(std::string_view key, std::string_view value);

  Sink& sink_;
  TimeColumn time_column_ = TimeColumn::kAsWritten;
  int64_t rows_ = 0;
  std::array<std::string_view, kFieldCount> text_;
  std::array<bool, kFieldCount> present_{};
  std::vector<schema::Attr> attrs_;
  std::string properties_;         // padded copy for the parser
  std::vector<std::string> kept_;  // unescaped property values
  std::string trace_, span_id_, parent_, method_, route_, path_;
  std::string_view rate_;
  simdjson::ondemand::parser parser_;
};

}  // namespace slowtell::ingest::appinsights
