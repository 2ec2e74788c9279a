// SPDX-License-Identifier: Apache-2.0
// The part of RecordReader that reads metrics: gauges and sums by value, histograms by sum and
// count.
#include "base/text.h"
#include "ingest/otel_issues.h"
#include "ingest/otlp_json/json_walk.h"
#include "ingest/otlp_json/record_reader.h"

namespace slowtell::ingest::otlp_json {
namespace {

constexpr uint64_t kNoRecordedValue = 1;

std::string_view Temporality(std::string_view text) {
  if (text == "1" || EqualsIgnoreCase(text, "AGGREGATION_TEMPORALITY_DELTA")) return "delta";
  if (text == "2" || EqualsIgnoreCase(text, "AGGREGATION_TEMPORALITY_CUMULATIVE")) {
    return "cumulative";
  }
  return "";
}

}  // namespace

// Name and unit first, wherever they stand; then the data.
RecordReader::Status RecordReader::ReadMetric(ondemand::object& object) {
  point_ = {};
  SLOWTELL_JSON_TRY(
      ForEachField(object, kMetricFields, [&](Field field, ondemand::value& value) -> Status {
        if (field == Field::kName) return text_.Read(value, point_.name);
        if (field == Field::kUnit) return text_.Read(value, point_.unit);
        return simdjson::SUCCESS;
      }));
  SLOWTELL_JSON_TRY(object.reset().error());
  return ForEachField(object, kMetricFields, [&](Field field, ondemand::value& value) -> Status {
    if (field == Field::kName || field == Field::kUnit) return simdjson::SUCCESS;
    return IfObject(value, [&](ondemand::object& data) { return ReadMetricData(field, data); });
  });
}

RecordReader::Status RecordReader::ReadMetricData(Field kind, ondemand::object& data) {
  SLOWTELL_JSON_TRY(
      ForEachField(data, kDataFields, [&](Field field, ondemand::value& value) -> Status {
        if (field != Field::kTemporality) return simdjson::SUCCESS;
        std::string_view text;
        SLOWTELL_JSON_TRY(text_.Read(value, text));
        point_.temporality = Temporality(text);
        return simdjson::SUCCESS;
      }));
  SLOWTELL_JSON_TRY(data.reset().error());
  return ForEachField(data, kDataFields, [&](Field field, ondemand::value& value) -> Status {
    if (field != Field::kDataPoints) return simdjson::SUCCESS;
    return ForEachObject(value, [&](ondemand::object& point) { return ReadPoint(kind, point); });
  });
}

RecordReader::Status RecordReader::ReadPoint(Field kind, ondemand::object& object) {
  point_.Clear();
  bool has_sum = false;
  bool has_count = false;
  uint64_t flags = 0;
  SLOWTELL_JSON_TRY(
      ForEachField(object, kPointFields, [&](Field field, ondemand::value& value) -> Status {
        switch (field) {
          case Field::kTime: return JsonText::Read(value, point_.at_ns);
          case Field::kAttributes: return ReadAttributes(value, point_.attrs);
          case Field::kFlags: return JsonText::Read(value, flags);
          case Field::kCount: has_count = true; return JsonText::Read(value, point_.count);
          case Field::kSum: has_sum = true; return JsonText::Read(value, point_.value);
          default: point_.has_value = true; return JsonText::Read(value, point_.value);
        }
      }));
  if (kind == Field::kHistogram) {
    point_.has_value = has_sum && has_count;
    sink_.Report(kMetricBucketsNotRead, where_, point_.name);
  }
  if (flags & kNoRecordedValue) point_.has_value = false;
  return Check(rows_.Add(point_, where_));
}

}  // namespace slowtell::ingest::otlp_json
