// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <protozero/pbf_writer.hpp>
#include <string>

#include "ingest/fake_sink.h"
#include "ingest/otlp_protobuf/wire.h"
#include "ingest/shared_data.h"

namespace slowtell::ingest::otlp_protobuf {

extern const ImporterDef kDef;

namespace {

using protozero::pbf_writer;

std::string Message(uint32_t field, const std::string& content) {
  std::string bytes;
  pbf_writer(bytes).add_message(field, content);
  return bytes;
}

std::string Text(uint32_t field, const std::string& text) {
  std::string bytes;
  pbf_writer(bytes).add_string(field, text);
  return bytes;
}

std::string Pair(const std::string& key, const std::string& any) {
  return Text(1, key) + Message(2, any);
}

std::string SpanBytes(uint64_t end = 1700000000250000000) {
  std::string bytes;
  pbf_writer span(bytes);
  span.add_bytes(
      1, std::string("\x5b\x8e\xff\xf7\x98\x03\x81\x03\xd2\x69\xb6\x33\x81\x3f\xc6\x0c", 16));
  span.add_bytes(2, std::string("\xee\xe1\x9b\x7e\xc3\xc1\xb1\x74", 8));
  span.add_string(5, "GET /a");
  span.add_enum(6, 2);
  span.add_fixed64(7, 1700000000000000000);
  span.add_fixed64(8, end);
  std::string number;
  pbf_writer(number).add_int64(3, 504);
  span.add_message(9, Pair("http.response.status_code", number));
  return bytes;
}

enum class Order { kResourceFirst, kResourceLast };

std::string Traces(int spans, Order order = Order::kResourceFirst) {
  std::string scope = Message(1, Text(1, "scope"));
  for (int i = 0; i < spans; ++i) scope += Message(2, SpanBytes());
  const std::string resource = Message(1, Message(1, Pair("service.name", Text(1, "shop"))));
  const std::string scopes = Message(2, scope);
  return Message(1, order == Order::kResourceFirst ? resource + scopes : scopes + resource);
}

std::string BigEndian(const std::string& message) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(message.size() >> shift);
  return bytes + message;
}

std::string WithVarint(const std::string& message) {
  std::string bytes;
  protozero::add_varint_to_buffer(&bytes, message.size());
  return bytes + message;
}

FakeSink Import(const std::string& bytes) {
  FakeSink sink;
  const Result<void> imported = ImportBytes(kDef, bytes, sink, "t.pb");
  EXPECT_TRUE(imported.has_value()) << (imported ? "" : ToText(imported.error()));
  return sink;
}

using Issues = std::map<std::string, int64_t>;

TEST(OtlpProtobuf, AllFramingsGiveTheSameSpans) {
  for (const std::string& bytes :
       {Traces(1) + Traces(1), WithVarint(Traces(1)) + WithVarint(Traces(1)),
        BigEndian(Traces(1)) + BigEndian(Traces(1, Order::kResourceLast)),
        BigEndian(Traces(1)) + BigEndian("") + BigEndian(Traces(1))}) {
    const FakeSink sink = Import(bytes);
    ASSERT_EQ(sink.spans.size(), size_t{2});
    EXPECT_EQ(sink.issues, Issues{});
    for (const FakeSpan& span : sink.spans) {
      EXPECT_EQ(span.trace_id, "5b8efff798038103d269b633813fc60c");
      EXPECT_EQ(span.span_id, "eee19b7ec3c1b174");
      EXPECT_EQ(span.service, "shop");
      EXPECT_EQ(span.name, "GET /a");
      EXPECT_EQ(span.kind, "server");
      EXPECT_EQ(span.row.status_code, 504);
      EXPECT_EQ(span.outcome, "timeout");
      EXPECT_EQ(span.row.duration_ns, 250000000);
    }
  }
}

TEST(OtlpProtobuf, FramingsAreTold) {
  EXPECT_EQ(FindFraming(Traces(3), true), Framing::kBare);
  EXPECT_EQ(FindFraming(WithVarint(Traces(3)), true), Framing::kVarint);
  EXPECT_EQ(FindFraming(BigEndian(Traces(3)), true), Framing::kBigEndian);
  EXPECT_EQ(FindFraming(BigEndian(Traces(3)).substr(0, 200), false), Framing::kBigEndian);
  EXPECT_EQ(FindFraming("", true), Framing::kUnknown);
  EXPECT_EQ(FindFraming("\n{\"resourceSpans\":[]}\n", true), Framing::kUnknown);
  EXPECT_EQ(FindFraming("timestamp,duration\n1,2\n", true), Framing::kUnknown);
  EXPECT_EQ(FindFraming(std::string(100, '\n'), true), Framing::kUnknown);
}

TEST(OtlpProtobuf, AttributesAsText) {
  std::string number;
  pbf_writer(number).add_double(4, 0.5);
  std::string yes;
  pbf_writer(yes).add_bool(2, true);
  std::string raw;
  pbf_writer(raw).add_bytes(7, "\x01\x02");
  const std::string list = Message(5, Message(1, Text(1, "a\"b")) + Message(1, number));
  const std::string map = Message(6, Message(1, Pair("k", list)) + Message(1, Text(1, "empty")));
  std::string span = SpanBytes();
  for (const auto& [key, any] : std::map<std::string, std::string>{
           {"d", number}, {"b", yes}, {"r", raw}, {"l", list}, {"m", map}, {"e", ""}}) {
    span += Message(9, Pair(key, any));
  }
  const FakeSink sink = Import(Message(1, Message(2, Message(2, span))));
  ASSERT_EQ(sink.spans.size(), size_t{1});
  const std::map<std::string, std::string> expected = {{"http.response.status_code", "504"},
                                                       {"d", "0.5"},
                                                       {"b", "true"},
                                                       {"r", "AQI="},
                                                       {"l", R"(["a\"b",0.5])"},
                                                       {"m", R"({"k":["a\"b",0.5],"empty":null})"},
                                                       {"e", ""}};
  EXPECT_EQ(sink.spans[0].attrs, expected);
}

TEST(OtlpProtobuf, CompleteSpansOfACutMessageAreSaved) {
  for (const std::string& whole : {Traces(3), WithVarint(Traces(3)), BigEndian(Traces(3))}) {
    const FakeSink sink = Import(whole.substr(0, whole.size() - 10));
    EXPECT_EQ(sink.spans.size(), size_t{2});
    EXPECT_EQ(sink.issues, (Issues{{"truncated_message", 1}}));
    for (const FakeSpan& span : sink.spans) EXPECT_EQ(span.service, "shop");
  }
}

TEST(OtlpProtobuf, EveryCutIsSurvived) {
  const std::string whole = BigEndian(Traces(2)) + BigEndian(Traces(2));
  for (size_t size = 0; size < whole.size(); ++size) {
    FakeSink sink;
    const Result<void> imported = ImportBytes(kDef, whole.substr(0, size), sink);
    EXPECT_LE(sink.spans.size(), size_t{4});
    if (imported && size != BigEndian(Traces(2)).size()) {
      EXPECT_GE(sink.issues.size(), size_t{1}) << size;
    }
  }
}

TEST(OtlpProtobuf, ABrokenMessageDoesNotHideTheNext) {
  std::string broken = Traces(2);
  // The wire type of the last field of the last span becomes one that does not exist.
  broken[broken.rfind('\x4a')] = '\x4f';
  const FakeSink sink = Import(BigEndian(Traces(1)) + BigEndian(broken) + BigEndian(Traces(1)));
  EXPECT_EQ(sink.spans.size(), size_t{3});
  EXPECT_EQ(sink.issues, (Issues{{"malformed_record", 1}}));
}

TEST(OtlpProtobuf, LostFramingEndsTheFile) {
  const FakeSink sink = Import(Traces(1) + "garbage that is no field");
  EXPECT_EQ(sink.spans.size(), size_t{1});
  EXPECT_EQ(sink.issues, (Issues{{"malformed_record", 1}}));
}

TEST(OtlpProtobuf, Metrics) {
  std::string point;
  pbf_writer(point).add_fixed64(3, 1700000000000000000);
  std::string number = point;
  pbf_writer(number).add_sfixed64(6, -7);
  std::string histogram = point;
  pbf_writer(histogram).add_fixed64(4, 4);
  pbf_writer(histogram).add_double(5, 1.5);
  std::string sum = Message(1, number);
  pbf_writer(sum).add_enum(2, 2);
  const std::string metrics =
      Message(2, Message(7, sum) + Text(1, "s") + Text(3, "1")) +
      Message(2, Text(1, "h") + Message(9, Message(1, histogram) + Message(1, point))) +
      Message(2, Text(1, "e") + Message(10, Message(1, histogram))) +
      Message(2, Text(1, "y") + Message(11, Message(1, histogram)));
  const FakeSink sink = Import(Message(1, Message(2, metrics)));
  ASSERT_EQ(sink.metrics.size(), size_t{4});
  EXPECT_EQ(sink.metrics[0].name, "s");
  EXPECT_EQ(sink.metrics[0].value, -7);
  EXPECT_EQ(sink.metrics[0].attrs.at("aggregation_temporality"), "cumulative");
  for (size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(sink.metrics[i].value, 1.5);
    EXPECT_EQ(sink.metrics[i].count, 4);
  }
  EXPECT_EQ(sink.issues, (Issues{{"metric_buckets_not_read", 4}, {"metric_without_value", 1}}));
}

TEST(OtlpProtobuf, LogsAreCounted) {
  std::string record;
  pbf_writer(record).add_fixed64(1, 1700000000000000000);
  const FakeSink sink =
      Import(Message(1, Message(2, Message(1, "") + Message(2, record) + Message(2, record))));
  EXPECT_EQ(sink.issues, (Issues{{"logs_not_read", 2}}));
}

TEST(OtlpProtobuf, DeepNestingIsNoStackOverflow) {
  std::string any = Text(1, "x");
  for (int i = 0; i < 3000; ++i) any = Message(5, Message(1, any));
  const FakeSink sink =
      Import(Message(1, Message(2, Message(2, SpanBytes() + Message(9, Pair("deep", any))))));
  ASSERT_EQ(sink.spans.size(), size_t{1});
  EXPECT_NE(sink.spans[0].attrs.at("deep").find("null"), std::string::npos);
}

TEST(OtlpProtobuf, AFullStoreEndsTheImport) {
  FakeSink sink;
  sink.FailAfter(1);
  const Result<void> imported = ImportBytes(kDef, BigEndian(Traces(2)), sink);
  ASSERT_FALSE(imported.has_value());
  EXPECT_EQ(imported.error().kind, ErrorKind::kStore);
}

TEST(OtlpProtobuf, RealMessagesOfTheLab) {
  SLOWTELL_NEED_SHARED("lab_node/otlp_pb");
  size_t spans = 0;
  size_t metrics = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SharedData("lab_node/otlp_pb"))) {
    auto input = OpenInput(entry.path().string());
    ASSERT_TRUE(input.has_value());
    FakeSink sink;
    EXPECT_GE(kDef.detect(*(*input)->PeekSample()).score, 50) << entry.path();
    ASSERT_TRUE(kDef.import(**input, sink).has_value());
    EXPECT_EQ(sink.issues.count("malformed_record"), size_t{0}) << entry.path();
    spans += sink.spans.size();
    metrics += sink.metrics.size();
  }
  EXPECT_GT(spans, size_t{300});
  EXPECT_GT(metrics, size_t{700});
}

TEST(OtlpProtobuf, RealFileOfTheCollector) {
  const char* file = "otlp/otel_arrow_fileexporter_metrics_lenprefixed.pb";
  SLOWTELL_NEED_SHARED(file);
  auto input = OpenInput(SharedData(file));
  ASSERT_TRUE(input.has_value());
  FakeSink sink;
  ASSERT_TRUE(kDef.import(**input, sink).has_value());
  EXPECT_EQ(sink.metrics.size(), size_t{280});
  EXPECT_EQ(sink.issues, Issues{});
}

}  // namespace
}  // namespace slowtell::ingest::otlp_protobuf
