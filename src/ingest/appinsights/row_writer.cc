// SPDX-License-Identifier: Apache-2.0
#include "ingest/appinsights/row_writer.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "base/timestamp.h"
#include "ingest/appinsights/cell_text.h"
#include "ingest/appinsights/issues.h"
#include "ingest/appinsights/row_kind.h"
#include "ingest/sampling.h"
#include "ingest/semconv.h"

namespace slowtell::ingest::appinsights {
namespace {

constexpr double kMaxDurationMs = 366.0 * 86400e3;

// FNV-1a over all cells.
uint64_t HashOf(const Row& row) {
  uint64_t hash = 14695981039346656037u;
  const auto add = [&hash](std::string_view text) {
    for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    hash = (hash ^ 0xFF) * 1099511628211u;
  };
  for (const Cell& cell : row) {
    add(cell.column);
    add(cell.text);
  }
  return hash;
}

}  // namespace

void RowWriter::Attribute(std::string_view key, std::string_view value) {
  if (value.empty()) return;
  const std::string_view kept = Shortened(value, kMaxAttrBytes);
  shortened_ |= kept.size() != value.size() || attrs_.size() >= kMaxAttrs;
  if (attrs_.size() < kMaxAttrs) attrs_.push_back({Shortened(key, kMaxAttrBytes), kept});
}

void RowWriter::Take(const Row& row) {
  fields_.text.fill({});
  fields_.present.fill(false);
  attrs_.clear();
  arena_.Reset();
  shortened_ = false;
  rate_ = total_time_ = {};
  for (const Cell& cell : row) {
    const std::string_view known = Known(cell.text);
    if (cell.field == Field::kOther) {
      Attribute(cell.column, known);
      continue;
    }
    const size_t at = static_cast<size_t>(cell.field);
    fields_.present[at] = true;
    if (!known.empty()) fields_.text[at] = known;
  }
}

simdjson::error_code RowWriter::TakeProperty(simdjson::ondemand::field& field) {
  using simdjson::ondemand::json_type;
  std::string_view key, text;
  if (const auto error = field.unescaped_key().get(key)) return error;
  simdjson::ondemand::value value = field.value();
  json_type type;
  if (const auto error = value.type().get(type)) return error;
  if (type == json_type::string) {
    if (const auto error = value.get_string().get(text)) return error;
  } else if (type == json_type::object || type == json_type::array) {
    if (const auto error = simdjson::to_json_string(value).get(text)) return error;
  } else if (type != json_type::null) {
    text = Trim(value.raw_json_token());
  }
  // Both may live in the parser, which other properties may use again.
  const std::string_view name = arena_.Put(key);
  const std::string_view kept = arena_.Put(text);
  if (name == "microsoft.sample_rate" || (name == "_MS.sampleRate" && rate_.empty())) rate_ = kept;
  if (name == "totalTime") total_time_ = kept;
  Attribute(name, kept);
  return simdjson::SUCCESS;
}

// Custom dimensions: a JSON object, or the same as text. What is no object stays as it is.
void RowWriter::TakeProperties(std::string_view where) {
  const std::string_view text = fields_[Field::kProperties];
  if (text.empty()) return;
  properties_.assign(text);
  // Line breaks of a CSV cell are no JSON inside strings, and white space elsewhere.
  std::replace_if(
      properties_.begin(), properties_.end(), [](char c) { return c > 0 && c < ' '; }, ' ');
  properties_.append(simdjson::SIMDJSON_PADDING, '\0');
  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  const size_t attrs_before = attrs_.size();
  simdjson::error_code error =
      parser_.iterate(properties_.data(), text.size(), properties_.size()).get(document);
  if (!error) error = document.get_object().get(object);
  if (!error) {
    for (auto member : object) {
      simdjson::ondemand::field field;
      error = std::move(member).get(field);
      if (!error) error = TakeProperty(field);
      if (error) break;
    }
  }
  if (!error) return;
  sink_.Report(kPropertiesUnreadable, where, text);
  attrs_.resize(attrs_before);
  rate_ = total_time_ = {};
  Attribute("customDimensions", text);
}

bool RowWriter::ReadTime(schema::SpanRow& span, std::string_view where) {
  const std::string_view text = fields_[Field::kTime];
  const auto time = ParseTimestamp(text);
  if (!time) {
    sink_.Report(kRowWithoutTime, where, text);
    return false;
  }
  if (time->zone == Zone::kUnknown && time_column_ != TimeColumn::kUtc)
    sink_.Report(kZoneUnknown, where, text);
  span.start_ns = time->unix_ns;
  return true;
}

void RowWriter::ReadDuration(schema::SpanRow& span, std::string_view where) {
  const std::string_view text = fields_[Field::kDuration];
  if (const auto ms = ParseNumber(text);
      ms && std::isfinite(*ms) && *ms >= 0 && *ms < kMaxDurationMs) {
    span.duration_ns = std::llround(*ms * 1e6);
    const auto total_ns = ParseTimeSpanNs(total_time_);
    if (span.duration_ns != 0 || !total_ns || *total_ns == 0) return;
    span.duration_ns = *total_ns;
    sink_.Report(kDurationFromProperty, where, total_time_);
    return;
  }
  if (const auto ns = ParseTimeSpanNs(text)) {
    span.duration_ns = *ns;
    return;
  }
  span.censored = 1;
  if (const auto bucket = BucketMs(fields_[Field::kBucket])) {
    span.duration_ns = std::llround(*bucket * 1e6);
    sink_.Report(kDurationFromBucket, where, fields_[Field::kBucket]);
    return;
  }
  sink_.Report(kRowWithoutDuration, where, text);
}

void RowWriter::ReadNames(schema::SpanRow& span) {
  const std::string_view name =
      !fields_[Field::kName].empty() ? fields_[Field::kName] : fields_[Field::kOperation];
  const std::string_view verb = VerbOf(name);
  const std::string_view path = PathOf(fields_[Field::kUrl]);
  route_.assign(verb.empty() ? std::string_view() : Trim(name.substr(verb.size())));
  if (route_.empty()) route_ = path.empty() ? name : path;
  span.name = name;
  span.method = verb;
  span.route = route_;
  span.service = fields_[Field::kService].empty() ? "unknown_service" : fields_[Field::kService];
  span.instance = fields_[Field::kInstance];
  span.revision = fields_[Field::kVersion];
  span.target = fields_[Field::kTarget];
  Attribute("url.path", path);
  Attribute("url.full", fields_[Field::kUrl]);
  Attribute("dependency.data", fields_[Field::kData]);
  Attribute("ai.syntheticSource", fields_[Field::kSynthetic]);
}

// Rows without ids must not be taken for copies of each other, also not across files; the same row
// in two exports is one. So the id is made of the row's content, and of a number where equal rows
// follow each other.
void RowWriter::MakeId(const Row& row) {
  const uint64_t hash = HashOf(row);
  made_id_repeats_ = hash == made_id_ ? made_id_repeats_ + 1 : 0;
  made_id_ = hash;
  char text[64];
  std::snprintf(text, sizeof text,
                made_id_repeats_ == 0 ? "row-%016" PRIx64 : "row-%016" PRIx64 "-%" PRId64, hash,
                made_id_repeats_);
  span_id_ = text;
}

void RowWriter::ReadIds(schema::SpanRow& span, const Row& row) {
  trace_ = Lower(fields_[Field::kTrace]);
  span_id_ = Lower(fields_[Field::kId]);
  parent_ = Lower(fields_[Field::kParent]);
  // A root points at the operation itself, or at nothing.
  if (parent_ == trace_ || parent_ == span_id_) parent_.clear();
  if (span_id_.empty()) MakeId(row);
  if (trace_.empty()) trace_ = span_id_;
  span.trace_id = trace_;
  span.span_id = span_id_;
  span.parent_id = parent_;
}

void RowWriter::ReadOutcome(schema::SpanRow& span) {
  const std::string_view result = fields_[Field::kResult];
  const std::string_view success = fields_[Field::kSuccess];
  if (const auto code = ParseInt(result); code && *code >= 0 && *code < 1000)
    span.status_code = static_cast<int32_t>(*code);
  const bool failed = EqualsIgnoreCase(success, "false") || success == "0";
  if (EqualsIgnoreCase(result, "Canceled") || EqualsIgnoreCase(result, "Cancelled") ||
      span.status_code == 499) {
    span.outcome = "cancelled";
  } else if (span.status_code == 504 || span.status_code == 408) {
    span.outcome = "timeout";
  } else {
    span.outcome = failed || span.status_code >= 500 ? "error" : "ok";
  }
  if (span.status_code == 0) Attribute("ai.resultCode", result);
}

// itemCount where it says more than 1; else the keep rate, which some exporters write only into a
// custom dimension while itemCount stays at 1.
void RowWriter::ReadWeight(schema::SpanRow& span, std::string_view where) {
  const std::string_view count_text = fields_[Field::kItemCount];
  Attribute("ai.itemCount", count_text);
  span.weight = 1;
  const auto count = ParseNumber(count_text);
  const bool usable = count && *count >= 1 && *count < 1e9;
  if (!count_text.empty() && !usable) sink_.Report(kOddWeight, where, count_text);
  if (usable && *count > 1) {
    span.weight = *count;
    return;
  }
  if (rate_.empty()) return;
  const Sampling sampling = ReadSampling({.percent = rate_});
  if (sampling.state == SamplingState::kUnusable) sink_.Report(kOddWeight, where, rate_);
  if (sampling.state == SamplingState::kKnown) span.weight = sampling.weight;
}

Result<void> RowWriter::Add(const Row& row, std::string_view where) {
  ++rows_;
  Take(row);
  const RowTable table = TableOf(fields_);
  if (table == RowTable::kOther) {
    sink_.Report(kRowOfOtherTable, where,
                 fields_[fields_[Field::kItemType].empty() ? Field::kType : Field::kItemType]);
    return {};
  }
  TakeProperties(where);
  schema::SpanRow span;
  span.vantage = "app";
  span.connection = "unknown";
  if (!ReadTime(span, where)) return {};
  ReadDuration(span, where);
  span.kind = KindOf(table, fields_);
  Attribute("dependency.type",
            table == RowTable::kDependency ? DependencyTypeOf(fields_) : std::string_view());
  Attribute("ai.source", fields_[Field::kSource]);
  ReadNames(span);
  ReadIds(span, row);
  ReadOutcome(span);
  ReadWeight(span, where);
  if (shortened_) sink_.Report(kAttributeShortened, where, {});
  span.attrs = attrs_;
  return sink_.Add(span);
}

void RowWriter::ReportCutExport(std::string_view where) {
  for (int64_t limit : {1000, 10000, 30000, 100000, 500000})
    if (rows_ == limit) sink_.Report(kExportCut, where, WithThousands(rows_) + " rows");
}

}  // namespace slowtell::ingest::appinsights
