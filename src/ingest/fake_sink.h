// SPDX-License-Identifier: Apache-2.0
// A sink for tests: keeps copies of all rows and counts issues, without an engine.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ingest/importer.h"
#include "ingest/open_input.h"

namespace slowtell::ingest {

// Rows as owned text. Attributes keep their order in `attr_list`; `attrs` has the first of each
// name.
struct FakeSpan {
  schema::SpanRow row;  // numbers only; the text fields below own theirs
  std::string trace_id, span_id, parent_id, kind, vantage, service, instance, revision, name, route,
      method, target, outcome, connection;
  std::map<std::string, std::string> attrs;
};

struct FakeMetric {
  int64_t at_ns = 0;
  std::string service, instance, name, unit;
  double value = 0;
  double count = 0;
  std::map<std::string, std::string> attrs;
};

class FakeSink : public Sink {
 public:
  Result<void> Add(const schema::SpanRow& row) override {
    if (fail_after_ && spans.size() >= *fail_after_) {
      return Fail(ErrorKind::kStore, "the fake store is full");
    }
    FakeSpan span;
    span.row = row;
    span.trace_id = row.trace_id;
    span.span_id = row.span_id;
    span.parent_id = row.parent_id;
    span.kind = row.kind;
    span.vantage = row.vantage;
    span.service = row.service;
    span.instance = row.instance;
    span.revision = row.revision;
    span.name = row.name;
    span.route = row.route;
    span.method = row.method;
    span.target = row.target;
    span.outcome = row.outcome;
    span.connection = row.connection;
    span.attrs = Copy(row.attrs);
    spans.push_back(std::move(span));
    return {};
  }
  Result<void> Add(const schema::EventRow&) override {
    ++events;
    return {};
  }
  Result<void> Add(const schema::MetricRow& row) override {
    FakeMetric metric;
    metric.at_ns = row.at_ns;
    metric.service = row.service;
    metric.instance = row.instance;
    metric.name = row.name;
    metric.unit = row.unit;
    metric.value = row.value;
    metric.count = row.count;
    metric.attrs = Copy(row.attrs);
    metrics.push_back(std::move(metric));
    return {};
  }
  Result<void> Add(const schema::SocketRow&) override {
    ++sockets;
    return {};
  }
  void Report(const IssueDef& issue, std::string_view where, std::string_view sample) override {
    if (issues[issue.id]++ == 0) first_where[issue.id] = std::string(where);
    samples[issue.id] = std::string(sample);
  }
  // The store refuses every span after the first `spans`.
  void FailAfter(size_t count) { fail_after_ = count; }

  std::vector<FakeSpan> spans;
  std::vector<FakeMetric> metrics;
  int64_t events = 0;
  int64_t sockets = 0;
  std::map<std::string, int64_t> issues;
  std::map<std::string, std::string> first_where;
  std::map<std::string, std::string> samples;

 private:
  static std::map<std::string, std::string> Copy(schema::Attrs attrs) {
    std::map<std::string, std::string> copy;
    for (const schema::Attr& attr : attrs) {
      copy.emplace(std::string(attr.key), std::string(attr.value));
    }
    return copy;
  }
  std::optional<size_t> fail_after_;
};

// Runs one importer over bytes in memory, as ImportFile would over a file.
inline Result<void> ImportBytes(const ImporterDef& importer, std::string_view bytes, Sink& sink,
                                const std::string& path = "test") {
  ASSIGN_OR_RETURN(const std::unique_ptr<SourceInput> input, OpenMemoryInput(path, bytes));
  return importer.import(*input, sink);
}

// Throws the rows away but looks at every byte of them (fuzzing, speed).
class NullSink : public Sink {
 public:
  Result<void> Add(const schema::SpanRow& row) override {
    ++rows;
    bytes += row.trace_id.size() + row.span_id.size() + row.parent_id.size() + row.service.size() +
             row.instance.size() + row.name.size() + row.route.size() + row.target.size();
    return Count(row.attrs);
  }
  Result<void> Add(const schema::EventRow& row) override {
    ++rows;
    bytes += row.text.size();
    return {};
  }
  Result<void> Add(const schema::MetricRow& row) override {
    ++rows;
    bytes += row.name.size() + row.unit.size();
    return Count(row.attrs);
  }
  Result<void> Add(const schema::SocketRow&) override {
    ++rows;
    return {};
  }
  void Report(const IssueDef&, std::string_view, std::string_view sample) override {
    ++reports;
    bytes += sample.size();
  }

  int64_t rows = 0;
  int64_t reports = 0;
  size_t bytes = 0;

 private:
  Result<void> Count(schema::Attrs attrs) {
    for (const schema::Attr& attr : attrs) bytes += attr.key.size() + attr.value.size();
    return {};
  }
};

}  // namespace slowtell::ingest
