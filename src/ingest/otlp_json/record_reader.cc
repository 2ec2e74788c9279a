// SPDX-License-Identifier: Apache-2.0
#include "ingest/otlp_json/record_reader.h"

#include <bit>

#include "base/text.h"
#include "ingest/common_issues.h"
#include "ingest/otel_ids.h"
#include "ingest/otel_issues.h"
#include "ingest/otlp_json/issues.h"
#include "ingest/otlp_json/json_walk.h"
#include "ingest/utf8.h"

namespace slowtell::ingest::otlp_json {
namespace {

constexpr int kMaxWrappers = 4;

// simdjson explains errors to programmers; readers of a report need to know what the text is like.
const char* Explain(simdjson::error_code error) {
  switch (error) {
    case simdjson::UNCLOSED_STRING: return "a string without its end";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT: return "a bracket without its end";
    case simdjson::SCALAR_DOCUMENT_AS_VALUE: return "not a JSON object or list";
    case simdjson::EMPTY: return "nothing in it";
    case simdjson::DEPTH_ERROR: return "nested too deeply";
    case simdjson::CAPACITY:
    case simdjson::MEMALLOC: return "too long";
    default: return "not valid JSON";
  }
}

OtelStatus StatusFromText(std::string_view text) {
  if (text == "2" || EqualsIgnoreCase(text, "STATUS_CODE_ERROR") ||
      EqualsIgnoreCase(text, "error")) {
    return OtelStatus::kError;
  }
  if (text == "1" || EqualsIgnoreCase(text, "STATUS_CODE_OK") || EqualsIgnoreCase(text, "ok")) {
    return OtelStatus::kOk;
  }
  return OtelStatus::kUnset;
}

OtelKind KindOf(std::string_view text) {
  if (text.size() == 1 && text[0] >= '0' && text[0] <= '9') return KindFromNumber(text[0] - '0');
  return KindFromText(text);
}

}  // namespace

RecordReader::Status RecordReader::Check(Result<void> added) {
  if (added) return simdjson::SUCCESS;
  sink_error_ = std::move(added).error();
  return simdjson::IO_ERROR;
}

Result<void> RecordReader::Report(Status status, std::string_view record, const char* at) {
  if (sink_error_) return Failure(*std::move(sink_error_));
  const bool inside = at >= record.data() && at <= record.data() + record.size();
  std::string_view rest = inside ? record.substr(static_cast<size_t>(at - record.data())) : "";
  if (rest.empty()) rest = record;
  sink_.Report(kMalformedRecord, where_,
               std::string(Explain(status)) + ": " + Printable(rest, 120));
  return {};
}

Result<void> RecordReader::ReadDocuments(std::string_view record, const std::string& where) {
  where_ = where;
  while (!record.empty()) {
    rows_.Reset();
    recognised_ = false;
    const std::string_view whole = record;
    const Status status = Parse(record, [&](ondemand::document& document) -> Status {
      ondemand::value value;
      SLOWTELL_JSON_TRY(document.get_value().get(value));
      return ReadValue(value, 0);
    });
    if (status) return Report(status, whole, record.data());
    if (!recognised_) sink_.Report(kRecordNotOtlp, where_, whole);
    record = Trim(record);
  }
  return {};
}

Result<void> RecordReader::ReadElement(Field list, std::string_view record,
                                       const std::string& where) {
  where_ = where;
  rows_.Reset();
  const std::string_view whole = record;
  const Status status = Parse(record, [&](ondemand::document& document) -> Status {
    ondemand::object object;
    SLOWTELL_JSON_TRY(document.get_object().get(object));
    return ReadResourceOf(list, object);
  });
  return status ? Report(status, whole, record.data()) : Result<void>();
}

template <class Read>
RecordReader::Status RecordReader::Parse(std::string_view& record, Read read) {
  // Room in powers of two: lines that grow by a few bytes must not allocate each time.
  if (record.size() > parser_.capacity()) {
    SLOWTELL_JSON_TRY(parser_.allocate(std::bit_ceil(std::max<size_t>(record.size(), 1 << 16))));
  }
  ondemand::document document;
  Status status =
      parser_.iterate(record.data(), record.size(), record.size() + Input::kPadding).get(document);
  if (status == simdjson::UTF8_ERROR) {
    sink_.Report(kInvalidUtf8, where_, record);
    ReplaceInvalidUtf8(record, repaired_);
    record = std::string_view(repaired_).substr(0, record.size());
    status = parser_.iterate(record.data(), record.size(), repaired_.size()).get(document);
  }
  SLOWTELL_JSON_TRY(status);
  status = read(document);
  // Where it stopped: behind the value, or at what it could not read.
  const char* at = nullptr;
  const bool known = document.current_location().get(at) == simdjson::SUCCESS;
  const char* end = record.data() + record.size();
  record.remove_prefix(known && at >= record.data() && at < end
                           ? static_cast<size_t>(at - record.data())
                           : record.size());
  return status;
}

RecordReader::Status RecordReader::ReadValue(ondemand::value& value, int depth) {
  ondemand::json_type type;
  SLOWTELL_JSON_TRY(value.type().get(type));
  if (type == ondemand::json_type::object) {
    ondemand::object object;
    SLOWTELL_JSON_TRY(value.get_object().get(object));
    return ReadObject(object, depth);
  }
  return ForEachObject(value, [&](ondemand::object& object) { return ReadObject(object, depth); });
}

RecordReader::Status RecordReader::ReadObject(ondemand::object& object, int depth) {
  return ForEachField(object, kDocumentFields, [&](Field field, ondemand::value& value) -> Status {
    if (field != Field::kWrapper) return ReadList(field, value);
    if (depth >= kMaxWrappers) return simdjson::SUCCESS;
    return IfObject(value, [&](ondemand::object& inner) { return ReadObject(inner, depth + 1); });
  });
}

RecordReader::Status RecordReader::ReadList(Field list, ondemand::value& value) {
  recognised_ = true;
  return ForEachObject(value,
                       [&](ondemand::object& object) { return ReadResourceOf(list, object); });
}

RecordReader::Status RecordReader::ReadResourceOf(Field list, ondemand::object& object) {
  rows_.SetResource({}, where_);
  resource_attrs_.clear();
  bool resource_known = false;
  int early = 0;  // lists of scopes that came before the resource they belong to
  SLOWTELL_JSON_TRY(
      ForEachField(object, kResourceFields, [&](Field field, ondemand::value& value) -> Status {
        if (field == Field::kResource) {
          resource_known = true;
          return ReadResource(value);
        }
        if (list == Field::kResourceLogs) return ReadScopes(value);
        if (resource_known) return ReadScopes(value);
        ++early;
        return simdjson::SUCCESS;
      }));
  if (early == 0) return simdjson::SUCCESS;
  SLOWTELL_JSON_TRY(object.reset().error());
  return ForEachField(object, kResourceFields, [&](Field field, ondemand::value& value) -> Status {
    if (field != Field::kScopes || early-- <= 0) return simdjson::SUCCESS;
    return ReadScopes(value);
  });
}

RecordReader::Status RecordReader::ReadResource(ondemand::value& value) {
  resource_attrs_.clear();
  SLOWTELL_JSON_TRY(IfObject(value, [&](ondemand::object& resource) {
    return ForEachField(resource, kSpanFields, [&](Field field, ondemand::value& inner) -> Status {
      if (field != Field::kAttributes) return simdjson::SUCCESS;
      return ReadAttributes(inner, resource_attrs_);
    });
  }));
  rows_.SetResource(resource_attrs_, where_);
  return simdjson::SUCCESS;
}

RecordReader::Status RecordReader::ReadScopes(ondemand::value& value) {
  return ForEachObject(value, [&](ondemand::object& scope) { return ReadScope(scope); });
}

RecordReader::Status RecordReader::ReadScope(ondemand::object& scope) {
  return ForEachField(scope, kScopeFields, [&](Field field, ondemand::value& value) -> Status {
    if (field == Field::kLogRecords) return CountLogs(value);
    return ForEachObject(value, [&](ondemand::object& object) {
      return field == Field::kSpans ? ReadSpan(object) : ReadMetric(object);
    });
  });
}

RecordReader::Status RecordReader::CountLogs(ondemand::value& value) {
  return ForEachObject(value, [&](ondemand::object&) {
    sink_.Report(kLogsNotRead, where_, "log record");
    return simdjson::SUCCESS;
  });
}

RecordReader::Status RecordReader::ReadSpan(ondemand::object& object) {
  span_.Clear();
  SLOWTELL_JSON_TRY(ForEachField(object, kSpanFields, [&](Field field, ondemand::value& value) {
    return ReadSpanField(field, value);
  }));
  return Check(rows_.Add(span_, where_));
}

RecordReader::Status RecordReader::ReadSpanField(Field field, ondemand::value& value) {
  std::string_view text;
  uint64_t number = 0;
  switch (field) {
    case Field::kStart: return JsonText::Read(value, span_.start_ns);
    case Field::kEnd: return JsonText::Read(value, span_.end_ns);
    case Field::kName: return text_.Read(value, span_.facts.name);
    case Field::kTraceState: return text_.Read(value, span_.facts.trace_state);
    case Field::kAttributes: return ReadAttributes(value, span_.attrs);
    case Field::kStatus: return ReadSpanStatus(value);
    case Field::kTraceId:
      SLOWTELL_JSON_TRY(text_.Read(value, text));
      span_.trace_id = IdFromText(text, IdKind::kTrace, rows_.arena());
      return simdjson::SUCCESS;
    case Field::kSpanId:
      SLOWTELL_JSON_TRY(text_.Read(value, text));
      span_.span_id = IdFromText(text, IdKind::kSpan, rows_.arena());
      return simdjson::SUCCESS;
    case Field::kParentSpanId:
      SLOWTELL_JSON_TRY(text_.Read(value, text));
      span_.parent_id = IdFromText(text, IdKind::kSpan, rows_.arena());
      return simdjson::SUCCESS;
    case Field::kKind:
      SLOWTELL_JSON_TRY(text_.Read(value, text));
      span_.facts.kind = KindOf(text);
      return simdjson::SUCCESS;
    case Field::kFlags:
      SLOWTELL_JSON_TRY(JsonText::Read(value, number));
      span_.facts.flags = static_cast<uint32_t>(number);
      return simdjson::SUCCESS;
    default: return simdjson::SUCCESS;
  }
}

RecordReader::Status RecordReader::ReadSpanStatus(ondemand::value& value) {
  return IfObject(value, [&](ondemand::object& status) {
    return ForEachField(status, kStatusFields, [&](Field, ondemand::value& code) -> Status {
      std::string_view text;
      SLOWTELL_JSON_TRY(text_.Read(code, text));
      span_.facts.status = StatusFromText(text);
      return simdjson::SUCCESS;
    });
  });
}

RecordReader::Status RecordReader::ReadAttributes(ondemand::value& value,
                                                  std::vector<schema::Attr>& attrs) {
  return ForEachObject(value, [&](ondemand::object& object) -> Status {
    schema::Attr attr;
    SLOWTELL_JSON_TRY(ReadAttribute(object, attr));
    if (!attr.key.empty()) attrs.push_back(attr);
    return simdjson::SUCCESS;
  });
}

RecordReader::Status RecordReader::ReadAttribute(ondemand::object& object, schema::Attr& attr) {
  return ForEachField(object, kAttributeFields, [&](Field field, ondemand::value& value) {
    return field == Field::kKey ? text_.Read(value, attr.key) : text_.ReadAny(value, attr.value);
  });
}

}  // namespace slowtell::ingest::otlp_json
