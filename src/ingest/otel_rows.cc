// SPDX-License-Identifier: Apache-2.0
#include "ingest/otel_rows.h"

#include <algorithm>
#include <limits>

#include "ingest/otel_issues.h"

namespace slowtell::ingest {
namespace {

constexpr uint64_t kMaxTime = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
constexpr uint64_t kYear2000_ns = 946684800ull * 1000000000ull;
constexpr uint64_t kYear_ns = 366ull * 86400ull * 1000000000ull;
constexpr size_t kMaxNameBytes = 1024;

}  // namespace

void OtelSpan::Clear() {
  facts = {};
  trace_id = span_id = parent_id = {};
  start_ns = end_ns = 0;
  attrs.clear();
}

void OtelPoint::Clear() {
  at_ns = 0;
  value = 0;
  count = 1;
  has_value = false;
  attrs.clear();
}

void OtelRows::Reset() {
  arena_.Reset();
  SetResource({}, "");
}

void OtelRows::SetResource(schema::Attrs attributes, std::string_view where) {
  MapResource(attributes, arena_, resource_);
  if (resource_.shortened) sink_.Report(kAttributeShortened, where, "resource attributes");
}

Result<void> OtelRows::Add(const OtelSpan& span, std::string_view where) {
  if (span.start_ns == 0 || span.start_ns > kMaxTime) {
    sink_.Report(kSpanWithoutStart, where, span.facts.name);
    return {};
  }
  const SpanColumns columns = MapSpan(span.facts, span.attrs, arena_);
  CheckSpan(span, columns, where);
  schema::SpanRow row;
  row.trace_id = span.trace_id;
  row.span_id = span.span_id;
  row.parent_id = span.parent_id;
  row.kind = Name(columns.kind);
  row.vantage = columns.vantage.empty() ? resource_.vantage : columns.vantage;
  row.service = resource_.service;
  row.instance = resource_.instance;
  row.revision = resource_.revision;
  row.name = Shortened(span.facts.name, kMaxNameBytes);
  row.route = Shortened(columns.route, kMaxNameBytes);
  row.method = Shortened(columns.method, kMaxNameBytes);
  row.target = Shortened(columns.target, kMaxNameBytes);
  row.status_code = columns.status_code;
  row.outcome = columns.outcome;
  row.start_ns = static_cast<int64_t>(span.start_ns);
  SetDuration(span, where, row);
  row.weight = columns.weight;
  row.connection = columns.connection;
  row.attrs = AllAttrs(span.attrs, where);
  return sink_.Add(row);
}

void OtelRows::CheckSpan(const OtelSpan& span, const SpanColumns& columns, std::string_view where) {
  if (span.trace_id.empty() || span.span_id.empty()) {
    sink_.Report(kSpanWithoutId, where, span.facts.name);
  }
  if (span.start_ns < kYear2000_ns) sink_.Report(kSpanTimeUnlikely, where, span.facts.name);
  if (columns.unusable_sampling) {
    sink_.Report(kUnusableSampling, where,
                 span.facts.trace_state.empty() ? span.facts.name : span.facts.trace_state);
  }
}

// A duration that cannot be known is 0 and censored: "at least 0" is true, any other number is not.
void OtelRows::SetDuration(const OtelSpan& span, std::string_view where, schema::SpanRow& row) {
  const IssueDef* odd = nullptr;
  if (span.end_ns == 0) {
    odd = &kSpanWithoutEnd;
  } else if (span.end_ns < span.start_ns) {
    odd = &kSpanEndsBeforeStart;
  } else if (span.end_ns - span.start_ns > kYear_ns) {
    odd = &kSpanTooLong;
  }
  if (odd != nullptr) {
    sink_.Report(*odd, where, span.facts.name);
    row.censored = 1;
    return;
  }
  row.duration_ns = static_cast<int64_t>(span.end_ns - span.start_ns);
}

// The span's own first: where both name the same thing, readers find the more specific one.
schema::Attrs OtelRows::AllAttrs(const std::vector<schema::Attr>& own, std::string_view where) {
  bool shortened = own.size() > kMaxAttrs;
  attrs_.clear();
  for (size_t i = 0; i < std::min(own.size(), kMaxAttrs); ++i) {
    attrs_.push_back(
        {Shortened(own[i].key, kMaxAttrBytes), Shortened(own[i].value, kMaxAttrBytes)});
    shortened |= own[i].value.size() > kMaxAttrBytes;
  }
  if (shortened) sink_.Report(kAttributeShortened, where, own.front().key);
  attrs_.insert(attrs_.end(), resource_.rest.begin(), resource_.rest.end());
  return attrs_;
}

Result<void> OtelRows::Add(const OtelPoint& point, std::string_view where) {
  if (!point.has_value || point.at_ns == 0 || point.at_ns > kMaxTime) {
    sink_.Report(kMetricWithoutValue, where, point.name);
    return {};
  }
  schema::MetricRow row;
  row.at_ns = static_cast<int64_t>(point.at_ns);
  row.service = resource_.service;
  row.instance = resource_.instance;
  row.name = Shortened(point.name, kMaxNameBytes);
  row.unit = Shortened(point.unit, kMaxNameBytes);
  row.value = point.value;
  row.count = point.count;
  row.attrs = AllAttrs(point.attrs, where);
  if (!point.temporality.empty()) {
    attrs_.push_back({"aggregation_temporality", point.temporality});
    row.attrs = attrs_;
  }
  return sink_.Add(row);
}

}  // namespace slowtell::ingest
