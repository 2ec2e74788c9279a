// SPDX-License-Identifier: Apache-2.0
// OTLP protobuf messages to rows, with protozero: no generated code, no copies. Its exceptions end
// in this class.
#pragma once

#include <protozero/pbf_reader.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/importer.h"
#include "ingest/otel_rows.h"
#include "ingest/otlp_protobuf/any_value.h"

namespace slowtell::ingest::otlp_protobuf {

class MessageReader {
 public:
  explicit MessageReader(Sink& sink) : sink_(sink), rows_(sink), any_(rows_.arena()) {}

  // A whole message: resource_spans, resource_metrics or resource_logs, told apart by their
  // content. An error is the sink's; what is wrong with the message is reported to the sink.
  Result<void> ReadMessage(std::string_view message, const std::string& where);
  // The content of one element of those lists.
  Result<void> ReadResource(std::string_view element, const std::string& where);

 private:
  using Reader = protozero::pbf_reader;

  // These throw protozero::exception at broken bytes.
  Result<void> ReadElement(std::string_view element);
  Result<void> ReadScope(Reader scope);
  Result<void> ReadSpan(Reader span);
  void ReadSpanField(Reader& span);
  void ReadSpanStatus(Reader status);
  void ReadAttribute(Reader pair, std::vector<schema::Attr>& attrs);
  Result<void> ReadMetric(Reader metric);
  Result<void> ReadMetricData(uint32_t kind, Reader data);
  Result<void> ReadNumber(Reader point);
  Result<void> ReadHistogram(uint32_t kind, Reader point);
  template <class Read>
  Result<void> Guarded(std::string_view bytes, Read read);

  Sink& sink_;
  OtelRows rows_;
  AnyValueText any_;
  OtelSpan span_;
  OtelPoint point_;
  std::vector<schema::Attr> resource_attrs_;
  std::string where_;
  bool metrics_ = false;  // what the records of the current resource are
};

}  // namespace slowtell::ingest::otlp_protobuf
