// SPDX-License-Identifier: Apache-2.0
// From an OpenTelemetry span or data point, decoded by whichever importer, to a canonical row. All
// decisions about odd spans (no end, ends before start, absurd length) are made here, once.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ingest/importer.h"
#include "ingest/semconv.h"

namespace slowtell::ingest {

struct OtelSpan {
  SpanFacts facts;
  std::string_view trace_id;
  std::string_view span_id;
  std::string_view parent_id;
  uint64_t start_ns = 0;
  uint64_t end_ns = 0;
  std::vector<schema::Attr> attrs;

  void Clear();
};

// One value of a metric; what a histogram or summary adds is its sum and count.
struct OtelPoint {
  std::string_view name;
  std::string_view unit;
  std::string_view temporality;  // "delta", "cumulative" or ""
  uint64_t at_ns = 0;
  double value = 0;
  double count = 1;
  bool has_value = false;
  std::vector<schema::Attr> attrs;

  void Clear();  // keeps what belongs to the metric: name, unit, temporality
};

class OtelRows {
 public:
  explicit OtelRows(Sink& sink) : sink_(sink) {}

  // Text that lives until the next Reset(); importers may use it for their own.
  TextArena& arena() { return arena_; }
  // Call between records: forgets the resource and all text.
  void Reset();
  // The resource of the spans and points that follow.
  void SetResource(schema::Attrs attributes, std::string_view where);
  Result<void> Add(const OtelSpan& span, std::string_view where);
  Result<void> Add(const OtelPoint& point, std::string_view where);

 private:
  void CheckSpan(const OtelSpan& span, const SpanColumns& columns, std::string_view where);
  void SetDuration(const OtelSpan& span, std::string_view where, schema::SpanRow& row);
  schema::Attrs AllAttrs(const std::vector<schema::Attr>& own, std::string_view where);

  Sink& sink_;
  TextArena arena_;
  ResourceColumns resource_;
  std::vector<schema::Attr> attrs_;
};

}  // namespace slowtell::ingest
