// SPDX-License-Identifier: Apache-2.0
#include "ingest/semconv.h"

#include <gtest/gtest.h>

#include "ingest/attr_names.h"

namespace slowtell::ingest {
namespace {

using AttrList = std::vector<schema::Attr>;

class SemconvTest : public testing::Test {
 protected:
  SpanColumns Map(const AttrList& attrs, OtelKind kind = OtelKind::kServer,
                  OtelStatus status = OtelStatus::kUnset, std::string_view name = "span") {
    SpanFacts facts;
    facts.kind = kind;
    facts.status = status;
    facts.name = name;
    return MapSpan(facts, attrs, arena_);
  }
  ResourceColumns Resource(const AttrList& attrs) {
    ResourceColumns columns;
    MapResource(attrs, arena_, columns);
    return columns;
  }
  TextArena arena_;
};

TEST_F(SemconvTest, EveryKnownNameIsFound) {
  for (size_t i = 0; i < kAttrNames; ++i) {
    EXPECT_EQ(FindAttrName(kAttrTexts[i]), static_cast<AttrName>(i)) << kAttrTexts[i];
  }
  EXPECT_EQ(FindAttrName(""), AttrName::kOther);
  EXPECT_EQ(FindAttrName("http.routes"), AttrName::kOther);
}

TEST_F(SemconvTest, OldAndNewHttpNames) {
  const SpanColumns old_names = Map(
      {{"http.method", "get"}, {"http.target", "/users/7?full=1"}, {"http.status_code", "503"}});
  EXPECT_EQ(old_names.method, "GET");
  EXPECT_EQ(old_names.route, "/users/7");
  EXPECT_EQ(old_names.status_code, 503);
  EXPECT_EQ(old_names.outcome, "error");
  const SpanColumns new_names = Map({{"http.request.method", "POST"},
                                     {"url.path", "/users/7"},
                                     {"http.route", "/users/{id}"},
                                     {"http.response.status_code", "200"}});
  EXPECT_EQ(new_names.method, "POST");
  EXPECT_EQ(new_names.route, "/users/{id}");
  EXPECT_EQ(new_names.status_code, 200);
  EXPECT_EQ(new_names.outcome, "ok");
}

TEST_F(SemconvTest, RouteFromUrl) {
  EXPECT_EQ(Map({{"http.url", "https://a.example:8443/x/y?z=1#f"}}).route, "/x/y");
  EXPECT_EQ(Map({{"url.full", "http://a.example"}}).route, "/");
  EXPECT_EQ(Map({{"url.full", "http://a.example?q=1"}}).route, "/");
  EXPECT_EQ(Map({{"http.url", "/users"}}).route, "/users");
  EXPECT_EQ(Map({{"rpc.service", "shop.Cart"}, {"rpc.method", "Add"}}).route, "shop.Cart/Add");
}

TEST_F(SemconvTest, TargetOfCallsOnly) {
  const AttrList http = {{"server.address", "db.internal"}, {"server.port", "5432"}};
  EXPECT_EQ(Map(http, OtelKind::kClient).target, "db.internal:5432");
  EXPECT_EQ(Map(http, OtelKind::kServer).target, "");
  EXPECT_EQ(Map({{"peer.service", "cart"}, {"server.address", "x"}}, OtelKind::kClient).target,
            "cart");
  EXPECT_EQ(Map({{"url.full", "https://u:p@api.example/v1"}}, OtelKind::kClient).target,
            "api.example");
  EXPECT_EQ(Map({{"db.system", "redis"}, {"db.name", "0"}}, OtelKind::kClient).target, "0");
  EXPECT_EQ(Map({{"net.peer.name", "h"}, {"net.peer.port", "80"}}, OtelKind::kClient).target,
            "h:80");
  EXPECT_EQ(Map({{"messaging.destination.name", "orders"}}, OtelKind::kProducer).target, "orders");
}

TEST_F(SemconvTest, Outcomes) {
  EXPECT_EQ(Map({}).outcome, "ok");
  EXPECT_EQ(Map({}, OtelKind::kServer, OtelStatus::kError).outcome, "error");
  EXPECT_EQ(Map({{"http.status_code", "504"}}).outcome, "timeout");
  EXPECT_EQ(Map({{"http.status_code", "408"}}).outcome, "timeout");
  EXPECT_EQ(Map({{"http.status_code", "499"}}).outcome, "cancelled");
  EXPECT_EQ(Map({{"http.status_code", "404"}}).outcome, "ok");
  EXPECT_EQ(Map({{"rpc.grpc.status_code", "4"}}).outcome, "timeout");
  EXPECT_EQ(Map({{"rpc.grpc.status_code", "1"}}).outcome, "cancelled");
  EXPECT_EQ(Map({{"rpc.response.status_code", "DEADLINE_EXCEEDED"}}).outcome, "timeout");
  EXPECT_EQ(Map({{"rpc.response.status_code", "DEADLINE_EXCEEDED"}}).status_code, 4);
  EXPECT_EQ(Map({{"error.type", "System.TimeoutException"}}).outcome, "timeout");
  EXPECT_EQ(Map({{"error.type", "ECONNRESET"}}).outcome, "error");
  EXPECT_EQ(Map({{"error", "true"}}).outcome, "error");
  EXPECT_EQ(Map({{"otel.status_code", "ERROR"}}).outcome, "error");
}

TEST_F(SemconvTest, KindFromWhateverSaysIt) {
  EXPECT_EQ(KindFromText("SPAN_KIND_SERVER"), OtelKind::kServer);
  EXPECT_EQ(KindFromText("Client"), OtelKind::kClient);
  EXPECT_EQ(KindFromText("nonsense"), OtelKind::kUnspecified);
  EXPECT_EQ(KindFromNumber(5), OtelKind::kConsumer);
  EXPECT_EQ(KindFromNumber(6), OtelKind::kUnspecified);
  EXPECT_EQ(Map({{"span.kind", "producer"}}, OtelKind::kUnspecified).kind, OtelKind::kProducer);
  SpanFacts remote;
  remote.flags = 0x301;
  EXPECT_EQ(MapSpan(remote, {}, arena_).kind, OtelKind::kServer);
  remote.flags = 0x101;
  EXPECT_EQ(MapSpan(remote, {}, arena_).kind, OtelKind::kInternal);
}

TEST_F(SemconvTest, ConnectionAndVantage) {
  EXPECT_EQ(Map({}, OtelKind::kInternal, OtelStatus::kUnset, "tcp.connect").connection, "new");
  EXPECT_EQ(Map({}).connection, "unknown");
  EXPECT_EQ(Map({{"component", "proxy"}}).vantage, "edge");
  EXPECT_EQ(Map({}).vantage, "");
  EXPECT_EQ(Resource({{"telemetry.sdk.language", "webjs"}}).vantage, "client");
  EXPECT_EQ(Resource({}).vantage, "app");
}

TEST_F(SemconvTest, InstanceByPrecedence) {
  EXPECT_EQ(Resource({{"host.name", "h"}, {"service.instance.id", "i"}}).instance, "i");
  EXPECT_EQ(Resource({{"host.name", "h"}, {"k8s.pod.name", "p"}}).instance, "p");
  EXPECT_EQ(Resource({{"host.name", "h"}, {"service.instance.id", ""}}).instance, "h");
  EXPECT_EQ(Resource({{"cloud.resource_id", "/app"}, {"process.pid", "7"}}).instance, "/app#7");
  EXPECT_EQ(Resource({{"service.name", "s"}}).instance, "");
}

TEST_F(SemconvTest, ResourceAttributesThatBecameColumnsAreNotRepeated) {
  const ResourceColumns columns = Resource({{"service.name", "shop"},
                                            {"service.version", "1.2"},
                                            {"service.instance.id", "i"},
                                            {"host.name", "h"}});
  EXPECT_EQ(columns.service, "shop");
  EXPECT_EQ(columns.revision, "1.2");
  ASSERT_EQ(columns.rest.size(), size_t{1});
  EXPECT_EQ(columns.rest[0].key, "host.name");
}

TEST_F(SemconvTest, ResourcesAreBounded) {
  const std::string big(10000, 'x');
  const ResourceColumns long_value = Resource({{"a", big}});
  EXPECT_EQ(long_value.rest[0].value.size(), kMaxAttrBytes);
  EXPECT_TRUE(long_value.shortened);
  const ResourceColumns many = Resource(AttrList(1000, {"a", "b"}));
  EXPECT_EQ(many.rest.size(), kMaxAttrs);
  EXPECT_TRUE(many.shortened);
}

TEST_F(SemconvTest, ShortenedKeepsCharactersWhole) {
  EXPECT_EQ(Shortened("abc", 3), "abc");
  EXPECT_EQ(Shortened("ab\xc3\xa9", 3), "ab");
  EXPECT_EQ(Shortened("", 3), "");
}

TEST_F(SemconvTest, WeightFromSampling) {
  EXPECT_DOUBLE_EQ(Map({{"microsoft.sample_rate", "25"}}).weight, 4);
  EXPECT_TRUE(Map({{"microsoft.sample_rate", "-3"}}).unusable_sampling);
  EXPECT_DOUBLE_EQ(Map({}).weight, 1);
}

}  // namespace
}  // namespace slowtell::ingest
