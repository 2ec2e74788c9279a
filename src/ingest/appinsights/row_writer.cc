// SPDX-License-Identifier: Apache-2.0
#include "ingest/appinsights/row_writer.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/timestamp.h"
#include "ingest/appinsights/issues.h"
#include "ingest/sampling.h"

namespace slowtell::ingest::appinsights {
namespace {

constexpr double kMaxDurationMs = 366.0 * 86400e3;
constexpr std::string_view kVerbs[] = {"GET",  "POST",    "PUT",   "DELETE", "PATCH",
                                       "HEAD", "OPTIONS", "TRACE", "CONNECT"};

// az writes missing values as "None", the portal as "N/A".
std::string_view Known(std::string_view text) {
  text = Trim(text);
  return text == "None" || text == "N/A" || text == "null" ? std::string_view() : text;
}

std::string_view VerbOf(std::string_view name) {
  for (std::string_view verb : kVerbs)
    if (name.size() > verb.size() && StartsWithIgnoreCase(name, verb) && name[verb.size()] == ' ')
      return verb;
  return {};
}

// "https://host/path?query" or "/path?query" -> "/path"
std::string_view PathOf(std::string_view url) {
  if (const size_t scheme = url.find("://"); scheme != std::string_view::npos) {
    const size_t slash = url.find('/', scheme + 3);
    url = slash == std::string_view::npos ? std::string_view("/") : url.substr(slash);
  }
  return url.substr(0, url.find_first_of("?#"));
}

// Lower edge of "<250ms", "1sec-3sec", ">=5min"; nullopt when it is no bucket.
std::optional<double> BucketMs(std::string_view bucket) {
  if (bucket.empty()) return std::nullopt;
  if (bucket.front() == '<') return 0;
  while (!bucket.empty() && (bucket.front() == '>' || bucket.front() == '='))
    bucket.remove_prefix(1);
  const std::string_view low = bucket.substr(0, bucket.find('-'));
  const size_t unit = low.find_first_not_of("0123456789.");
  const auto value = ParseDouble(low.substr(0, unit));
  if (!value || unit == std::string_view::npos) return std::nullopt;
  const std::string_view name = low.substr(unit);
  if (name == "ms") return *value;
  if (name == "sec") return *value * 1e3;
  if (name == "min") return *value * 60e3;
  return std::nullopt;
}

bool IsQueue(std::string_view type) {
  return StartsWithIgnoreCase(type, "queue message") ||
         StartsWithIgnoreCase(type, "azure service bus") ||
         StartsWithIgnoreCase(type, "azure event hubs");
}

}  // namespace

void RowWriter::Attribute(std::string_view key, std::string_view value) {
  if (!value.empty()) attrs_.push_back({key, value});
}

void RowWriter::Take(const Row& row) {
  text_.fill({});
  present_.fill(false);
  attrs_.clear();
  kept_.clear();
  rate_ = {};
  for (const Cell& cell : row) {
    if (cell.field == Field::kOther) {
      Attribute(cell.column, Known(cell.text));
      continue;
    }
    const size_t at = static_cast<size_t>(cell.field);
    present_[at] = true;
    if (const std::string_view known = Known(cell.text); !known.empty()) text_[at] = known;
  }
}

// Custom dimensions: a JSON object, or the same as text. What is no object stays as it is.
void RowWriter::TakeProperties(std::string_view json) {
  if (json.empty()) return;
  properties_.assign(json);
  properties_.append(simdjson::SIMDJSON_PADDING, '\0');
  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  if (parser_.iterate(properties_.data(), json.size(), properties_.size()).get(document) ||
      document.get_object().get(object)) {
    Attribute("customDimensions", json);
    return;
  }
  kept_.reserve(256);  // views below must not move
  for (auto field : object) {
    std::string_view key, raw, text;
    simdjson::ondemand::value value;
    if (field.unescaped_key().get(key) || field.value().get(value)) break;
    if (kept_.size() + 2 > 256) break;
    simdjson::ondemand::json_type type;
    if (value.type().get(type)) break;
    if (type == simdjson::ondemand::json_type::string) {
      if (value.get_string().get(text)) break;
    } else if (type == simdjson::ondemand::json_type::object ||
               type == simdjson::ondemand::json_type::array) {
      simdjson::ondemand::value nested = value;
      if (simdjson::to_json_string(nested).get(raw)) break;
      text = raw;
    } else {
      text = Trim(value.raw_json_token());
    }
    kept_.emplace_back(key);
    const std::string_view name = kept_.back();
    kept_.emplace_back(text);
    const std::string_view kept = kept_.back();
    if (name == "microsoft.sample_rate" || (name == "_MS.sampleRate" && rate_.empty()))
      rate_ = kept;
    Attribute(name, kept);
  }
}

bool RowWriter::ReadTime(schema::SpanRow& span, std::string_view where) {
  const auto time = ParseTimestamp(Text(Field::kTime));
  if (!time) {
    sink_.Report(kRowWithoutTime, where, Text(Field::kTime));
    return false;
  }
  if (time->zone == Zone::kUnknown && time_column_ == TimeColumn::kLocal)
    sink_.Report(kZoneUnknown, where, Text(Field::kTime));
  span.start_ns = time->unix_ns;
  return true;
}

void RowWriter::ReadDuration(schema::SpanRow& span, std::string_view where) {
  const std::string_view text = Text(Field::kDuration);
  if (const auto ms = ParseDouble(text);
      ms && std::isfinite(*ms) && *ms >= 0 && *ms < kMaxDurationMs) {
    span.duration_ns = std::llround(*ms * 1e6);
    return;
  }
  if (const auto ns = ParseTimeSpanNs(text)) {
    span.duration_ns = *ns;
    return;
  }
  span.censored = 1;
  if (const auto bucket = BucketMs(Text(Field::kBucket))) {
    span.duration_ns = std::llround(*bucket * 1e6);
    sink_.Report(kDurationFromBucket, where, Text(Field::kBucket));
    return;
  }
  sink_.Report(kRowWithoutDuration, where, text);
}

void RowWriter::ReadKind(schema::SpanRow& span) {
  const std::string_view table =
      !Text(Field::kItemType).empty() ? Text(Field::kItemType) : Text(Field::kType);
  const bool named_request = EqualsIgnoreCase(table, "request") ||
                             EqualsIgnoreCase(table, "requests") ||
                             EqualsIgnoreCase(table, "AppRequests");
  const bool named_dependency = EqualsIgnoreCase(table, "dependency") ||
                                EqualsIgnoreCase(table, "dependencies") ||
                                EqualsIgnoreCase(table, "AppDependencies");
  const auto has = [this](Field field) { return present_[static_cast<size_t>(field)]; };
  const bool dependency =
      named_dependency ||
      (!named_request && !has(Field::kUrl) && !has(Field::kSource) &&
       (has(Field::kTarget) || has(Field::kData) || has(Field::kDependencyType)));
  if (dependency) {
    const std::string_view type =
        !Text(Field::kDependencyType).empty()             ? Text(Field::kDependencyType)
        : named_dependency && table == Text(Field::kType) ? std::string_view()
                                                          : Text(Field::kType);
    span.kind = StartsWithIgnoreCase(type, "InProc") ? "internal"
                : IsQueue(type)                      ? "producer"
                                                     : "client";
    Attribute("dependency.type", type);
    return;
  }
  const bool http = !Text(Field::kUrl).empty() || !VerbOf(Text(Field::kName)).empty();
  span.kind = http && Text(Field::kSource).empty() ? "server" : "consumer";
  Attribute("ai.source", Text(Field::kSource));
}

void RowWriter::ReadNames(schema::SpanRow& span) {
  const std::string_view name =
      !Text(Field::kName).empty() ? Text(Field::kName) : Text(Field::kOperation);
  const std::string_view verb = VerbOf(name);
  method_.assign(verb);
  route_.assign(verb.empty() ? std::string_view() : Trim(name.substr(verb.size())));
  path_.assign(PathOf(Text(Field::kUrl)));
  if (route_.empty()) route_ = path_.empty() ? std::string(name) : path_;
  span.name = name;
  span.method = method_;
  span.route = route_;
  span.service =
      Text(Field::kService).empty() ? std::string_view("unknown_service") : Text(Field::kService);
  span.instance = Text(Field::kInstance);
  span.revision = Text(Field::kVersion);
  span.target = Text(Field::kTarget);
  trace_ = Lower(Text(Field::kTrace));
  span_id_ = Lower(Text(Field::kId));
  parent_ = Lower(Text(Field::kParent));
  // A root points at the operation itself, or at nothing.
  if (parent_ == trace_ || parent_ == span_id_) parent_.clear();
  if (span_id_.empty()) span_id_ = "row-" + std::to_string(rows_);
  if (trace_.empty()) trace_ = span_id_;
  span.trace_id = trace_;
  span.span_id = span_id_;
  span.parent_id = parent_;
  Attribute("url.path", path_);
  Attribute("url.full", Text(Field::kUrl));
  Attribute("dependency.data", Text(Field::kData));
  Attribute("ai.syntheticSource", Text(Field::kSynthetic));
}

void RowWriter::ReadOutcome(schema::SpanRow& span) {
  const std::string_view result = Text(Field::kResult);
  const std::string_view success = Text(Field::kSuccess);
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
  Attribute("ai.itemCount", Text(Field::kItemCount));
  span.weight = 1;
  if (const auto count = ParseDouble(Text(Field::kItemCount));
      count && *count > 1 && *count < 1e9) {
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
  TakeProperties(Text(Field::kProperties));
  schema::SpanRow span;
  span.vantage = "app";
  span.connection = "unknown";
  if (!ReadTime(span, where)) return {};
  ReadDuration(span, where);
  ReadKind(span);
  ReadNames(span);
  ReadOutcome(span);
  ReadWeight(span, where);
  span.attrs = attrs_;
  return sink_.Add(span);
}

void RowWriter::ReportCutExport(std::string_view where) {
  for (int64_t limit : {1000, 10000, 30000, 100000, 500000})
    if (rows_ == limit) sink_.Report(kExportCut, where, WithThousands(rows_) + " rows");
}

}  // namespace slowtell::ingest::appinsights
