// SPDX-License-Identifier: Apache-2.0
#include "ingest/otlp_protobuf/message_reader.h"

#include <protozero/exception.hpp>

#include "ingest/common_issues.h"
#include "ingest/otel_ids.h"
#include "ingest/otel_issues.h"
#include "ingest/otlp_protobuf/wire.h"

namespace slowtell::ingest::otlp_protobuf {
namespace {

using protozero::pbf_wire_type;
using protozero::tag_and_type;

constexpr auto kBytes = pbf_wire_type::length_delimited;
constexpr uint64_t kNoRecordedValue = 1;

constexpr uint32_t Bytes(uint32_t field) { return tag_and_type(field, kBytes); }
constexpr uint32_t Number(uint32_t field) { return tag_and_type(field, pbf_wire_type::varint); }
constexpr uint32_t Fixed64(uint32_t field) { return tag_and_type(field, pbf_wire_type::fixed64); }
constexpr uint32_t Fixed32(uint32_t field) { return tag_and_type(field, pbf_wire_type::fixed32); }

// Kinds of metric data, by their field in Metric.
enum : uint32_t { kGauge = 5, kSum = 7, kHistogram = 9, kExponential = 10, kSummary = 11 };

std::string_view Temporality(int64_t number) {
  return number == 1 ? "delta" : number == 2 ? "cumulative" : "";
}

}  // namespace

template <class Read>
Result<void> MessageReader::Guarded(std::string_view bytes, Read read) {
  try {
    return read();
  } catch (const protozero::exception&) {
    sink_.Report(kMalformedRecord, where_,
                 "not valid protobuf, in a message of " + std::to_string(bytes.size()) + " bytes");
  }
  return {};
}

Result<void> MessageReader::ReadMessage(std::string_view message, const std::string& where) {
  where_ = where;
  return Guarded(message, [&]() -> Result<void> {
    Reader reader(message.data(), message.size());
    while (reader.next()) {
      if (reader.tag_and_type() != Bytes(1)) {
        reader.skip();
        continue;
      }
      RETURN_IF_ERROR(ReadElement(View(reader.get_view())));
    }
    return {};
  });
}

Result<void> MessageReader::ReadResource(std::string_view element, const std::string& where) {
  where_ = where;
  return Guarded(element, [&] { return ReadElement(element); });
}

Result<void> MessageReader::ReadElement(std::string_view element) {
  rows_.Reset();
  resource_attrs_.clear();
  const Signal signal = FindSignal(element);
  metrics_ = signal == Signal::kMetrics;
  // The resource first, wherever it stands; skipping the scopes costs nothing.
  Reader resource(element.data(), element.size());
  while (resource.next(1, kBytes)) {
    Reader attributes = resource.get_message();
    while (attributes.next(1, kBytes)) ReadAttribute(attributes.get_message(), resource_attrs_);
  }
  rows_.SetResource(resource_attrs_, where_);
  Reader scopes(element.data(), element.size());
  while (scopes.next()) {
    if (scopes.tag_and_type() != Bytes(2) && scopes.tag_and_type() != Bytes(1000)) {
      scopes.skip();
      continue;
    }
    Reader scope = scopes.get_message();
    if (signal != Signal::kLogs) {
      RETURN_IF_ERROR(ReadScope(scope));
      continue;
    }
    for (; scope.next(2, kBytes); scope.skip()) sink_.Report(kLogsNotRead, where_, "log record");
  }
  return {};
}

Result<void> MessageReader::ReadScope(Reader scope) {
  while (scope.next()) {
    if (scope.tag_and_type() != Bytes(2)) {
      scope.skip();
      continue;
    }
    const Reader record = scope.get_message();
    RETURN_IF_ERROR(metrics_ ? ReadMetric(record) : ReadSpan(record));
  }
  return {};
}

Result<void> MessageReader::ReadSpan(Reader span) {
  span_.Clear();
  while (span.next()) ReadSpanField(span);
  return rows_.Add(span_, where_);
}

void MessageReader::ReadSpanField(Reader& span) {
  switch (span.tag_and_type()) {
    case Bytes(1): span_.trace_id = IdFromBytes(View(span.get_view()), rows_.arena()); break;
    case Bytes(2): span_.span_id = IdFromBytes(View(span.get_view()), rows_.arena()); break;
    case Bytes(3): span_.facts.trace_state = View(span.get_view()); break;
    case Bytes(4): span_.parent_id = IdFromBytes(View(span.get_view()), rows_.arena()); break;
    case Bytes(5): span_.facts.name = View(span.get_view()); break;
    case Number(6): span_.facts.kind = KindFromNumber(span.get_int64()); break;
    case Fixed64(7): span_.start_ns = span.get_fixed64(); break;
    case Fixed64(8): span_.end_ns = span.get_fixed64(); break;
    case Bytes(9): ReadAttribute(span.get_message(), span_.attrs); break;
    case Bytes(15): ReadSpanStatus(span.get_message()); break;
    case Fixed32(16): span_.facts.flags = span.get_fixed32(); break;
    default: span.skip();
  }
}

void MessageReader::ReadSpanStatus(Reader status) {
  while (status.next()) {
    if (status.tag_and_type() != Number(3)) {
      status.skip();
      continue;
    }
    const int64_t code = status.get_int64();
    span_.facts.status = code == 2   ? OtelStatus::kError
                         : code == 1 ? OtelStatus::kOk
                                     : OtelStatus::kUnset;
  }
}

void MessageReader::ReadAttribute(Reader pair, std::vector<schema::Attr>& attrs) {
  schema::Attr attr;
  while (pair.next()) {
    switch (pair.tag_and_type()) {
      case Bytes(1): attr.key = View(pair.get_view()); break;
      case Bytes(2): attr.value = any_.Read(pair.get_message()); break;
      default: pair.skip();
    }
  }
  if (!attr.key.empty()) attrs.push_back(attr);
}

Result<void> MessageReader::ReadMetric(Reader metric) {
  point_ = {};
  Reader names = metric;
  while (names.next()) {
    switch (names.tag_and_type()) {
      case Bytes(1): point_.name = View(names.get_view()); break;
      case Bytes(3): point_.unit = View(names.get_view()); break;
      default: names.skip();
    }
  }
  while (metric.next()) {
    const uint32_t kind = metric.tag();
    const bool data = kind == kGauge || kind == kSum || kind == kHistogram ||
                      kind == kExponential || kind == kSummary;
    if (!data || metric.wire_type() != kBytes) {
      metric.skip();
      continue;
    }
    RETURN_IF_ERROR(ReadMetricData(kind, metric.get_message()));
  }
  return {};
}

Result<void> MessageReader::ReadMetricData(uint32_t kind, Reader data) {
  Reader temporality = data;
  while (temporality.next(2, pbf_wire_type::varint)) {
    point_.temporality = Temporality(temporality.get_int64());
  }
  while (data.next()) {
    if (data.tag_and_type() != Bytes(1)) {
      data.skip();
      continue;
    }
    const Reader point = data.get_message();
    point_.Clear();
    RETURN_IF_ERROR(kind == kGauge || kind == kSum ? ReadNumber(point)
                                                   : ReadHistogram(kind, point));
  }
  return {};
}

Result<void> MessageReader::ReadNumber(Reader point) {
  uint64_t flags = 0;
  while (point.next()) {
    switch (point.tag_and_type()) {
      case Bytes(7): ReadAttribute(point.get_message(), point_.attrs); break;
      case Fixed64(3): point_.at_ns = point.get_fixed64(); break;
      case Fixed64(4):
        point_.value = point.get_double();
        point_.has_value = true;
        break;
      case Fixed64(6):
        point_.value = static_cast<double>(point.get_sfixed64());
        point_.has_value = true;
        break;
      case Number(8): flags = point.get_uint64(); break;
      default: point.skip();
    }
  }
  if (flags & kNoRecordedValue) point_.has_value = false;
  return rows_.Add(point_, where_);
}

// Histograms, exponential ones and summaries differ only in where attributes and flags stand. A
// count of zero is left out by writers, a sum of zero in a summary too.
Result<void> MessageReader::ReadHistogram(uint32_t kind, Reader point) {
  const uint32_t attributes = kind == kHistogram ? 9 : kind == kExponential ? 1 : 7;
  const uint32_t flags_field = kind == kSummary ? 8 : 10;
  uint64_t flags = 0;
  point_.count = 0;
  point_.has_value = kind == kSummary;
  while (point.next()) {
    if (point.tag_and_type() == Bytes(attributes)) {
      ReadAttribute(point.get_message(), point_.attrs);
    } else if (point.tag_and_type() == Fixed64(3)) {
      point_.at_ns = point.get_fixed64();
    } else if (point.tag_and_type() == Fixed64(4)) {
      point_.count = static_cast<double>(point.get_fixed64());
    } else if (point.tag_and_type() == Fixed64(5)) {
      point_.value = point.get_double();
      point_.has_value = true;
    } else if (point.tag_and_type() == Number(flags_field)) {
      flags = point.get_uint64();
    } else {
      point.skip();
    }
  }
  if (flags & kNoRecordedValue) point_.has_value = false;
  sink_.Report(kMetricBucketsNotRead, where_, point_.name);
  return rows_.Add(point_, where_);
}

}  // namespace slowtell::ingest::otlp_protobuf
