// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "ingest/fake_sink.h"
#include "ingest/shared_data.h"

namespace slowtell::ingest::otlp_json {

extern const ImporterDef kDef;

namespace {

// A span with the given fields in front of its times, in the spelling of the specification.
std::string SpanJson(const std::string& fields = "") {
  return R"({"traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174",)" + fields +
         R"("name":"GET /a","kind":2,"startTimeUnixNano":"1700000000000000000",)"
         R"("endTimeUnixNano":"1700000000250000000"})";
}

std::string Document(const std::string& spans) {
  return R"({"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":)"
         R"({"stringValue":"shop"}}]},"scopeSpans":[{"scope":{"name":"s"},"spans":[)" +
         spans + "]}]}]}";
}

FakeSink Import(const std::string& text) {
  FakeSink sink;
  const Result<void> imported = ImportBytes(kDef, text, sink, "t.json");
  EXPECT_TRUE(imported.has_value()) << (imported ? "" : ToText(imported.error()));
  return sink;
}

using Issues = std::map<std::string, int64_t>;

TEST(OtlpJson, OneLine) {
  const FakeSink sink = Import(Document(SpanJson()));
  ASSERT_EQ(sink.spans.size(), size_t{1});
  const FakeSpan& span = sink.spans[0];
  EXPECT_EQ(span.trace_id, "5b8efff798038103d269b633813fc60c");
  EXPECT_EQ(span.span_id, "eee19b7ec3c1b174");
  EXPECT_EQ(span.parent_id, "");
  EXPECT_EQ(span.service, "shop");
  EXPECT_EQ(span.kind, "server");
  EXPECT_EQ(span.name, "GET /a");
  EXPECT_EQ(span.row.start_ns, 1700000000000000000);
  EXPECT_EQ(span.row.duration_ns, 250000000);
  EXPECT_EQ(span.row.censored, 0);
  EXPECT_EQ(sink.issues, Issues{});
}

TEST(OtlpJson, AllContainersGiveTheSameSpans) {
  const std::string document = Document(SpanJson());
  const std::string list = document.substr(17, document.size() - 18);  // the value of resourceSpans
  for (const std::string& text : {
           document + "\n" + document + "\r\n\n",
           "\n\n  " + document + "\n" + document,
           document + document,
           "[" + document + "," + document + "]",
           "[\n" + document + ",\n" + document + "\n]\n",
           document + ",\n" + document + ",",
           "{\"batches\":" + list + "}\n{\"batches\":" + list + "}\n",
           "{\"result\":" + document + "}\n{\"trace\":" + document + "}\n",
           "{\n\"status\": \"ok\", \"n\": [1, {\"a\": \"}\"}],\n\"result\": {\"x\": 1, "
           "\"resourceSpans\": " +
               list + "}}\n\n" + "{\n \"trace\":" + document + "}",
       }) {
    const FakeSink sink = Import(text);
    EXPECT_EQ(sink.spans.size(), size_t{2}) << text.substr(0, 60);
    EXPECT_EQ(sink.issues, Issues{}) << text.substr(0, 60);
    for (const FakeSpan& span : sink.spans) EXPECT_EQ(span.service, "shop");
  }
}

TEST(OtlpJson, OldAndSnakeCaseNames) {
  const FakeSink sink = Import(
      R"({"resource_spans":[{"resource":{"attributes":[{"key":"service.name","value":{"string_value":"a"}}]},)"
      R"("instrumentation_library_spans":[{"spans":[{"trace_id":"W47/95gDgQPSabYzgT/GDA==",)"
      R"("span_id":"7uGbfsPBsXQ=","parent_span_id":"EEE19B7EC3C1B173","name":"n","kind":"SPAN_KIND_CLIENT",)"
      R"("start_time_unix_nano":1700000000000000000,"end_time_unix_nano":1700000000000000007,)"
      R"("status":{"code":"STATUS_CODE_ERROR"}}]}]}]})");
  ASSERT_EQ(sink.spans.size(), size_t{1});
  const FakeSpan& span = sink.spans[0];
  EXPECT_EQ(span.trace_id, "5b8efff798038103d269b633813fc60c");
  EXPECT_EQ(span.span_id, "eee19b7ec3c1b174");
  EXPECT_EQ(span.parent_id, "eee19b7ec3c1b173");
  EXPECT_EQ(span.kind, "client");
  EXPECT_EQ(span.service, "a");
  EXPECT_EQ(span.outcome, "error");
  EXPECT_EQ(span.row.duration_ns, 7);
}

TEST(OtlpJson, ResourceMayComeLast) {
  for (
      const std::string& text : {
          R"({"resourceSpans":[{"scopeSpans":[{"spans":[)" + SpanJson() +
              R"(]}],"schemaUrl":"x","resource":{"attributes":[{"value":{"stringValue":"late"},"key":"service.name"}]}},)" +
              R"({"scopeSpans":[{"spans":[)" + SpanJson() + R"(]}]}]})",
      }) {
    for (const std::string& layout : {text, "[\n" + text + "\n]"}) {
      const FakeSink sink = Import(layout);
      ASSERT_EQ(sink.spans.size(), size_t{2});
      EXPECT_EQ(sink.spans[0].service, "late");
      EXPECT_EQ(sink.spans[1].service, "");
      EXPECT_EQ(sink.issues, Issues{});
    }
  }
}

TEST(OtlpJson, AttributesAsText) {
  const FakeSink sink = Import(Document(SpanJson(
      R"("attributes":[{"key":"s","value":{"stringValue":"a\"\u00e9\n"}},{"key":"i","value":{"intValue":"7"}},)"
      R"({"key":"n","value":{"intValue":8}},{"key":"d","value":{"doubleValue":0.5}},)"
      R"({"key":"b","value":{"boolValue":true}},{"key":"e","value":{}},{"key":"z","value":null},)"
      R"({"key":"l","value":{"arrayValue":{"values":[{"stringValue":"x"},{"intValue":"1"},{}]}}},)"
      R"({"key":"m","value":{"kvlistValue":{"values":[{"key":"k","value":{"arrayValue":{}}}]}}}],)")));
  ASSERT_EQ(sink.spans.size(), size_t{1});
  const std::map<std::string, std::string> expected = {
      {"s", "a\"\xc3\xa9\n"}, {"i", "7"}, {"n", "8"}, {"d", "0.5"},
      {"b", "true"},          {"e", ""},  {"z", ""},  {"l", R"(["x",1,null])"},
      {"m", R"({"k":[]})"}};
  EXPECT_EQ(sink.spans[0].attrs, expected);
  EXPECT_EQ(sink.issues, Issues{});
}

TEST(OtlpJson, OddSpans) {
  const auto span = [](const std::string& start, const std::string& end) {
    return R"({"traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174","name":"n")" +
           (start.empty() ? "" : R"(,"startTimeUnixNano":)" + start) +
           (end.empty() ? "" : R"(,"endTimeUnixNano":)" + end) + "}";
  };
  const FakeSink sink = Import(Document(
      span("", "") + "," + span("\"0\"", "\"5\"") + "," +
      span("\"99999999999999999999\"", "\"5\"") + "," + span("\"1700000000000000000\"", "") + "," +
      span("1.7e18", "0") + "," + span("\"1700000000000000000\"", "\"1600000000000000000\"") + "," +
      span("\"1700000000000000000\"", "\"18446744073709551615\"") + "," + span("\"5\"", "\"6\"")));
  EXPECT_EQ(sink.issues, (Issues{{"span_without_start", 3},
                                 {"span_without_end", 2},
                                 {"span_ends_before_start", 1},
                                 {"span_too_long", 1},
                                 {"span_time_unlikely", 1}}));
  ASSERT_EQ(sink.spans.size(), size_t{5});
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(sink.spans[i].row.duration_ns, 0) << i;
    EXPECT_EQ(sink.spans[i].row.censored, 1) << i;
  }
  EXPECT_EQ(sink.spans[4].row.duration_ns, 1);
}

TEST(OtlpJson, BrokenLinesAreLeftOut) {
  const std::string good = Document(SpanJson());
  const FakeSink sink = Import("some log noise\n" + good + "\n{\"broken\": [}\n" + good +
                               "\n{\"other\":1}\n" + good.substr(0, 95) + "\n" + good + "\n");
  EXPECT_EQ(sink.spans.size(), size_t{3});
  EXPECT_EQ(sink.issues,
            (Issues{{"malformed_record", 2}, {"record_not_otlp", 1}, {"truncated_record", 1}}));
  EXPECT_EQ(sink.first_where.at("malformed_record"), "t.json:1");
  EXPECT_EQ(sink.first_where.at("record_not_otlp"), "t.json:5");
}

TEST(OtlpJson, BrokenFirstLine) {
  const std::string good = Document(SpanJson());
  const FakeSink sink = Import(good.substr(0, 90) + "\n" + good + "\n");
  EXPECT_EQ(sink.spans.size(), size_t{1});
  EXPECT_EQ(sink.issues, (Issues{{"truncated_record", 1}}));
}

TEST(OtlpJson, CompleteSpansOfACutRecordAreSaved) {
  const std::string three = SpanJson() + "," + SpanJson() + "," + SpanJson();
  const std::string cut = Document(three).substr(0, Document(three).size() - 20);
  for (const std::string& text : {cut, Document(SpanJson()) + "\n" + cut, "[\n" + cut}) {
    const FakeSink sink = Import(text);
    const bool two_records = text.find('\n') != std::string::npos && text.front() == '{';
    EXPECT_EQ(sink.spans.size(), two_records ? size_t{3} : size_t{2}) << text.substr(0, 40);
    EXPECT_EQ(sink.issues, (Issues{{"truncated_record", 1}}));
    for (const FakeSpan& span : sink.spans) EXPECT_EQ(span.service, "shop");
  }
}

TEST(OtlpJson, EveryCutIsSurvived) {
  const std::string whole =
      "[\n" + Document(SpanJson("\"attributes\":[],")) + " ,\n" + Document(SpanJson()) + "\n]";
  for (size_t size = 0; size < whole.size(); ++size) {
    FakeSink sink;
    const std::string cut = whole.substr(0, size);
    EXPECT_TRUE(ImportBytes(kDef, cut, sink).has_value()) << size;
    EXPECT_LE(sink.spans.size(), size_t{2});
    EXPECT_EQ(sink.issues.empty(), size == 0) << cut;
  }
}

TEST(OtlpJson, InvalidUtf8CostsOneCharacter) {
  std::string text = Document(SpanJson("\"traceState\":\"a\xff\xe9z\","));
  const FakeSink sink = Import(text + "\n" + text);
  EXPECT_EQ(sink.spans.size(), size_t{2});
  EXPECT_EQ(sink.issues, (Issues{{"invalid_utf8", 2}}));
}

TEST(OtlpJson, MetricsBySumAndCount) {
  const FakeSink sink = Import(
      R"({"resourceMetrics":[{"scopeMetrics":[{"metrics":[)"
      R"({"gauge":{"dataPoints":[{"timeUnixNano":"1700000000000000000","asDouble":0.25}]},"unit":"1","name":"g"},)"
      R"({"name":"s","sum":{"dataPoints":[{"timeUnixNano":"1700000000000000000","asInt":"-7"}],"aggregationTemporality":2}},)"
      R"({"name":"h","unit":"s","histogram":{"aggregationTemporality":"AGGREGATION_TEMPORALITY_DELTA","dataPoints":)"
      R"([{"timeUnixNano":1700000000000000000,"count":"4","sum":1.5,"bucketCounts":["1","3"],"explicitBounds":[1]},)"
      R"({"timeUnixNano":1700000000000000000,"count":"4"}]}}]}],)"
      R"("resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]}}]})");
  ASSERT_EQ(sink.metrics.size(), size_t{3});
  EXPECT_EQ(sink.metrics[0].name, "g");
  EXPECT_EQ(sink.metrics[0].unit, "1");
  EXPECT_EQ(sink.metrics[0].value, 0.25);
  EXPECT_EQ(sink.metrics[0].count, 1);
  EXPECT_EQ(sink.metrics[0].service, "shop");
  EXPECT_EQ(sink.metrics[1].value, -7);
  EXPECT_EQ(sink.metrics[1].attrs.at("aggregation_temporality"), "cumulative");
  EXPECT_EQ(sink.metrics[2].value, 1.5);
  EXPECT_EQ(sink.metrics[2].count, 4);
  EXPECT_EQ(sink.metrics[2].attrs.at("aggregation_temporality"), "delta");
  EXPECT_EQ(sink.issues, (Issues{{"metric_buckets_not_read", 2}, {"metric_without_value", 1}}));
}

TEST(OtlpJson, LogsAreCounted) {
  const FakeSink sink = Import(
      R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"a"}},{"body":{}}]}]}]})");
  EXPECT_EQ(sink.issues, (Issues{{"logs_not_read", 2}}));
}

TEST(OtlpJson, DeepNestingIsNoStackOverflow) {
  std::string deep;
  for (int i = 0; i < 400; ++i) deep += R"({"arrayValue":{"values":[)";
  for (int i = 0; i < 400; ++i) deep += "]}}";
  const FakeSink sink =
      Import(Document(SpanJson(R"("attributes":[{"key":"a","value":)" + deep + "}],")));
  // Within the parser's limit the rest is null, beyond it the record is refused.
  EXPECT_LE(sink.spans.size(), size_t{1});
  const FakeSink brackets = Import(std::string(100000, '['));
  EXPECT_EQ(brackets.spans.size(), size_t{0});
  EXPECT_GE(brackets.issues.size(), size_t{1});
}

TEST(OtlpJson, LargeDocumentsAreReadInElements) {
  // 12 MiB without a line break: more than a line may have to be looked at as one.
  std::string spans = SpanJson();
  while (spans.size() < (4 << 20)) spans += "," + SpanJson();
  const std::string element = Document(spans).substr(18, Document(spans).size() - 20);
  const FakeSink one = Import(Document(spans));
  const FakeSink sink =
      Import("{\"resourceSpans\":[" + element + "," + element + "," + element + "]}");
  EXPECT_EQ(sink.spans.size(), 3 * one.spans.size());
  EXPECT_EQ(sink.issues, Issues{});
}

TEST(OtlpJson, AFullStoreEndsTheImport) {
  FakeSink sink;
  sink.FailAfter(1);
  const Result<void> imported =
      ImportBytes(kDef, Document(SpanJson() + "," + SpanJson()) + "\n", sink);
  ASSERT_FALSE(imported.has_value());
  EXPECT_EQ(imported.error().kind, ErrorKind::kStore);
  EXPECT_EQ(sink.issues, Issues{});
}

TEST(OtlpJson, Detects) {
  const auto score = [](std::string_view head) {
    Sample sample;
    sample.head = head;
    return kDef.detect(sample).score;
  };
  EXPECT_GE(score(Document(SpanJson())), 90);
  EXPECT_GE(score("[\n {\n \"resource_spans\": ["), 90);
  EXPECT_GE(score("noise\n{\"resourceSpans\":["), 50);
  EXPECT_LT(score("{\"data\":[{\"traceID\":\"1\"}]}"), 50);
  EXPECT_EQ(score("a,b,c\n1,2,3\n"), 0);
  EXPECT_EQ(score(""), 0);
}

struct RealFile {
  const char* file;
  size_t spans;
  size_t metrics;
};

class OtlpJsonReal : public testing::TestWithParam<RealFile> {};

TEST_P(OtlpJsonReal, ReadsAllOfIt) {
  SLOWTELL_NEED_SHARED(GetParam().file);
  auto input = OpenInput(SharedData(GetParam().file));
  ASSERT_TRUE(input.has_value());
  FakeSink sink;
  ASSERT_TRUE(kDef.import(**input, sink).has_value());
  EXPECT_EQ(sink.spans.size(), GetParam().spans);
  EXPECT_EQ(sink.metrics.size(), GetParam().metrics);
  for (const FakeSpan& span : sink.spans) {
    ASSERT_GT(span.row.start_ns, 0);
    ASSERT_FALSE(span.trace_id.empty());
    ASSERT_FALSE(span.service.empty());
  }
  EXPECT_EQ(sink.issues.count("malformed_record"), size_t{0});
}

INSTANTIATE_TEST_SUITE_P(
    Shared, OtlpJsonReal,
    testing::Values(RealFile{"otlp-derived/onlineboutique_baseline.otlp.jsonl.gz", 22969, 0},
                    RealFile{"otlp-derived/trainticket_baseline.otlp.jsonl", 4890, 0},
                    RealFile{"lab_coldstart/before/w0.traces.otlp.jsonl.gz", 7318, 0},
                    RealFile{"lab_node/full-httpdep5.traces.otlp.jsonl.gz", 126, 0},
                    RealFile{"lab_node/full-httpdep5.metrics.otlp.jsonl.gz", 0, 157}));

}  // namespace
}  // namespace slowtell::ingest::otlp_json
