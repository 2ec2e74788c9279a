// SPDX-License-Identifier: Apache-2.0
// The JSON keys that are read, in both spellings: camelCase as the specification has it, snake_case
// as exporters based on Go and Python structs write it.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace slowtell::ingest::otlp_json {

enum class Field {
  kOther,
  // documents
  kResourceSpans,
  kResourceMetrics,
  kResourceLogs,
  kWrapper,
  // resources and scopes
  kResource,
  kScopes,
  kSpans,
  kMetrics,
  kLogRecords,
  kAttributes,
  // spans
  kTraceId,
  kSpanId,
  kParentSpanId,
  kName,
  kKind,
  kStart,
  kEnd,
  kStatus,
  kCode,
  kFlags,
  kTraceState,
  // metrics
  kUnit,
  kGauge,
  kSum,
  kHistogram,
  kDataPoints,
  kTemporality,
  kTime,
  kAsDouble,
  kAsInt,
  kCount,
  // attributes
  kKey,
  kValue,
};

struct FieldName {
  std::string_view text;
  Field field;
};

template <size_t N>
constexpr Field Find(const std::array<FieldName, N>& names, std::string_view text) {
  for (const FieldName& name : names) {
    if (name.text == text) return name.field;
  }
  return Field::kOther;
}

inline constexpr auto kDocumentFields = std::to_array<FieldName>({
    {"resourceSpans", Field::kResourceSpans},
    {"resource_spans", Field::kResourceSpans},
    {"batches", Field::kResourceSpans},
    {"resourceMetrics", Field::kResourceMetrics},
    {"resource_metrics", Field::kResourceMetrics},
    {"resourceLogs", Field::kResourceLogs},
    {"resource_logs", Field::kResourceLogs},
    {"result", Field::kWrapper},
    {"trace", Field::kWrapper},
    {"data", Field::kWrapper},
});

inline constexpr auto kResourceFields = std::to_array<FieldName>({
    {"resource", Field::kResource},
    {"scopeSpans", Field::kScopes},
    {"scope_spans", Field::kScopes},
    {"instrumentationLibrarySpans", Field::kScopes},
    {"instrumentation_library_spans", Field::kScopes},
    {"scopeMetrics", Field::kScopes},
    {"scope_metrics", Field::kScopes},
    {"instrumentationLibraryMetrics", Field::kScopes},
    {"instrumentation_library_metrics", Field::kScopes},
    {"scopeLogs", Field::kScopes},
    {"scope_logs", Field::kScopes},
    {"instrumentationLibraryLogs", Field::kScopes},
});

inline constexpr auto kScopeFields = std::to_array<FieldName>({
    {"spans", Field::kSpans},
    {"metrics", Field::kMetrics},
    {"logRecords", Field::kLogRecords},
    {"log_records", Field::kLogRecords},
    {"logs", Field::kLogRecords},
});

inline constexpr auto kSpanFields = std::to_array<FieldName>({
    {"traceId", Field::kTraceId},
    {"spanId", Field::kSpanId},
    {"parentSpanId", Field::kParentSpanId},
    {"name", Field::kName},
    {"kind", Field::kKind},
    {"startTimeUnixNano", Field::kStart},
    {"endTimeUnixNano", Field::kEnd},
    {"attributes", Field::kAttributes},
    {"status", Field::kStatus},
    {"flags", Field::kFlags},
    {"traceState", Field::kTraceState},
    {"trace_id", Field::kTraceId},
    {"span_id", Field::kSpanId},
    {"parent_span_id", Field::kParentSpanId},
    {"start_time_unix_nano", Field::kStart},
    {"end_time_unix_nano", Field::kEnd},
    {"trace_state", Field::kTraceState},
});

inline constexpr auto kStatusFields = std::to_array<FieldName>({{"code", Field::kCode}});

inline constexpr auto kAttributeFields =
    std::to_array<FieldName>({{"key", Field::kKey}, {"value", Field::kValue}});

inline constexpr auto kMetricFields = std::to_array<FieldName>({
    {"name", Field::kName},
    {"unit", Field::kUnit},
    {"gauge", Field::kGauge},
    {"sum", Field::kSum},
    {"histogram", Field::kHistogram},
    {"exponentialHistogram", Field::kHistogram},
    {"exponential_histogram", Field::kHistogram},
    {"summary", Field::kHistogram},
});

inline constexpr auto kDataFields = std::to_array<FieldName>({
    {"dataPoints", Field::kDataPoints},
    {"data_points", Field::kDataPoints},
    {"aggregationTemporality", Field::kTemporality},
    {"aggregation_temporality", Field::kTemporality},
});

inline constexpr auto kPointFields = std::to_array<FieldName>({
    {"timeUnixNano", Field::kTime},
    {"time_unix_nano", Field::kTime},
    {"asDouble", Field::kAsDouble},
    {"as_double", Field::kAsDouble},
    {"asInt", Field::kAsInt},
    {"as_int", Field::kAsInt},
    {"count", Field::kCount},
    {"sum", Field::kSum},
    {"attributes", Field::kAttributes},
    {"flags", Field::kFlags},
});

}  // namespace slowtell::ingest::otlp_json
