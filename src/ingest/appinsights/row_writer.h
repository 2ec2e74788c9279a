// SPDX-License-Identifier: Apache-2.0
// Turns one Application Insights row, whatever its shape was, into a span.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/appinsights/fields.h"
#include "ingest/importer.h"
#include "ingest/text_arena.h"

namespace slowtell::ingest::appinsights {

class RowWriter {
 public:
  explicit RowWriter(Sink& sink) : sink_(sink) {}
  void SetTimeColumn(TimeColumn column) { time_column_ = column; }
  Result<void> Add(const Row& row, std::string_view where);
  int64_t rows() const { return rows_; }
  // Row limits of portals and APIs, once per source.
  void ReportCutExport(std::string_view where);

 private:
  void Take(const Row& row);
  void TakeProperties(std::string_view where);
  simdjson::error_code TakeProperty(simdjson::ondemand::field& field);
  bool ReadTime(schema::SpanRow& span, std::string_view where);
  void ReadDuration(schema::SpanRow& span, std::string_view where);
  void ReadNames(schema::SpanRow& span);
  void ReadIds(schema::SpanRow& span, const Row& row);
  void ReadOutcome(schema::SpanRow& span);
  void ReadWeight(schema::SpanRow& span, std::string_view where);
  void Attribute(std::string_view key, std::string_view value);
  void MakeId(const Row& row);

  Sink& sink_;
  TimeColumn time_column_ = TimeColumn::kUnlabelled;
  int64_t rows_ = 0;
  Fields fields_;
  std::vector<schema::Attr> attrs_;
  bool shortened_ = false;       // an attribute of this row
  std::string properties_;       // padded copy for the parser
  TextArena arena_;              // unescaped properties
  std::string_view rate_;        // sampling, in percent
  std::string_view total_time_;  // a duration that some apps write beside the row's own
  std::string trace_, span_id_, parent_, route_;
  uint64_t made_id_ = 0;  // of the row before; equal rows in sequence are counted
  int64_t made_id_repeats_ = 0;
  simdjson::ondemand::parser parser_;
};

}  // namespace slowtell::ingest::appinsights
