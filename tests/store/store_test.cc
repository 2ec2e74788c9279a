// SPDX-License-Identifier: Apache-2.0
// What every store must do, asked of both: the embedded engine, and a server over HTTP.
#include "store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "schema/tables.h"
#include "tests/store/test_store.h"

namespace slowtell {
namespace {

using test::OpenTestStore;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;

enum class Backend { kEmbedded, kServer };

StoreOptions OptionsFor(Backend backend) {
  return backend == Backend::kServer ? test::ServerStoreOptions() : StoreOptions{};
}

class StoreTest : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    store_ = OpenTestStore(OptionsFor(GetParam()));
    ASSERT_NE(store_, nullptr);
  }

  Table Query(std::string_view sql, const Params& params = {}) {
    auto table = store_->Query(sql, params);
    if (table) return *std::move(table);
    ADD_FAILURE() << ToText(table.error());
    return {};
  }

  int64_t Count(const std::string& table) {
    const Table count = Query("SELECT toInt64(count()) AS n FROM " + table);
    return count.Rows() == 1 ? count.Int("n") : -1;
  }

  // `rows` spans of one source, in one block.
  static std::string SpanBlock(uint32_t source_id, int rows, int first = 0) {
    schema::SpansBatch batch;
    for (int i = first; i < first + rows; ++i) {
      const std::string id = std::to_string(i);
      const schema::Attr attrs[] = {{"http.scheme", "https"}, {"id", id}};
      schema::SpanRow row;
      row.source_id = source_id;
      row.trace_id = id;
      row.span_id = id;
      row.kind = "server";
      row.service = "web";
      row.start_ns = 1'700'000'000'000'000'000 + int64_t{i} * 1'000'000;
      row.duration_ns = i;
      row.weight = 1;
      row.attrs = attrs;
      batch.Append(row);
    }
    std::string block;
    batch.Flush(block);
    return block;
  }

  std::unique_ptr<Inserter> BeginSpans() {
    auto inserter =
        store_->Insert("spans", schema::SpansBatch::kColumns, schema::SpansBatch::kStructure);
    if (inserter) return *std::move(inserter);
    ADD_FAILURE() << ToText(inserter.error());
    return nullptr;
  }

  std::unique_ptr<Store> store_;
};

TEST_P(StoreTest, ReadsEveryTypeOfResult) {
  const Table t = Query(
      "SELECT toInt8(-3) AS i8, toInt16(-300) AS i16, toInt32(-70000) AS i32,"
      " toInt64(-5000000000) AS i64, toUInt8(200) AS u8, toUInt16(60000) AS u16,"
      " toUInt32(4000000000) AS u32, toUInt64(7) AS u64, true AS b, toFloat32(1.5) AS f32,"
      " 2.5 AS f64, 'text' AS s, toFixedString('ab', 2) AS fs, toLowCardinality('lc') AS lc,"
      " CAST('it\\'s', 'Enum8(\\'ok\\' = 0, \\'it\\\\\\'s\\' = -1)') AS e8,"
      " CAST('far', 'Enum16(\\'far\\' = 1000)') AS e16, NULL AS nothing,"
      " CAST(NULL, 'Nullable(String)') AS no_text, toNullable(9) AS some");
  ASSERT_EQ(t.Rows(), 1U);
  EXPECT_EQ(t.Int("i8"), -3);
  EXPECT_EQ(t.Int("i16"), -300);
  EXPECT_EQ(t.Int("i32"), -70000);
  EXPECT_EQ(t.Int("i64"), -5000000000);
  EXPECT_EQ(t.Int("u8"), 200);
  EXPECT_EQ(t.Int("u16"), 60000);
  EXPECT_EQ(t.Int("u32"), 4000000000);
  EXPECT_EQ(t.Int("u64"), 7);
  EXPECT_EQ(t.Int("b"), 1);
  EXPECT_EQ(t.Real("f32"), 1.5);
  EXPECT_EQ(t.Real("f64"), 2.5);
  EXPECT_EQ(t.Text("s"), "text");
  EXPECT_EQ(t.Text("fs"), "ab");
  EXPECT_EQ(t.Text("lc"), "lc");
  EXPECT_EQ(t.Text("e8"), "it's");
  EXPECT_EQ(t.Text("e16"), "far");
  EXPECT_EQ(t.Int("nothing"), 0);
  EXPECT_EQ(t.Text("no_text"), "");
  EXPECT_EQ(t.Int("some"), 9);
}

TEST_P(StoreTest, RefusesATypeItCannotReadByName) {
  const auto table = store_->Query("SELECT 1 AS fine, map('a', 1) AS odd");
  ASSERT_FALSE(table);
  EXPECT_THAT(ToText(table.error()), HasSubstr("odd"));
  EXPECT_THAT(ToText(table.error()), HasSubstr("Map("));
}

TEST_P(StoreTest, ParametersKeepTheirText) {
  const std::string odd = "it's \"quoted\"\ttab\nnew\r\n\\back\\n {x:String} \xc3\xa4";
  EXPECT_EQ(Query("SELECT {x:String} AS x", {{"x", odd}}).Text("x"), odd);
  const Table t = Query("SELECT {n:Int64} AS n, length({l:Array(String)}) AS l",
                        {{"n", "-7"}, {"l", "['a','b']"}});
  EXPECT_EQ(t.Int("n"), -7);
  EXPECT_EQ(t.Int("l"), 2);
}

TEST_P(StoreTest, ErrorsCarryTheEnginesCode) {
  const auto unknown = store_->Query("SELECT a FROM nowhere");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, ErrorKind::kStore);
  EXPECT_THAT(unknown.error().why, HasSubstr("engine code 60, UNKNOWN_TABLE"));
  EXPECT_THAT(unknown.error().why, HasSubstr("nowhere"));
  const auto syntax = store_->Run("SELEC 1");
  ASSERT_FALSE(syntax);
  EXPECT_THAT(syntax.error().why, HasSubstr("engine code 62"));
  EXPECT_EQ(Query("SELECT 1 AS one").Int("one"), 1);
}

TEST_P(StoreTest, KeepsEveryColumnOfASpan) {
  schema::SpansBatch batch;
  const schema::Attr attrs[] = {{"key", "va\tl\n\nue"}, {"empty", ""}};
  schema::SpanRow row;
  row.source_id = 3;
  row.trace_id = "t";
  row.span_id = "s";
  row.parent_id = "p";
  row.kind = "client";
  row.vantage = "app";
  row.service = "web";
  row.instance = "web-1";
  row.revision = "1.2";
  row.name = "GET /";
  row.route = "/";
  row.method = "GET";
  row.target = "db:5432";
  row.status_code = -1;
  row.outcome = "timeout";
  row.start_ns = 1'700'000'000'123'456'789;
  row.duration_ns = -5;
  row.censored = 1;
  row.weight = 2.5;
  row.connection = "new";
  row.attrs = attrs;
  batch.Append(row);
  std::string block;
  batch.Flush(block);
  auto inserter = BeginSpans();
  ASSERT_NE(inserter, nullptr);
  ASSERT_TRUE(inserter->Write(block));
  ASSERT_TRUE(inserter->Finish());
  const Table t = Query(
      "SELECT concat(trace_id, span_id, parent_id, '|', kind, vantage, service, instance, revision,"
      " name, route, method, target, outcome, connection) AS texts, source_id, status_code,"
      " start_ns, duration_ns, censored, weight, attrs['key'] AS key, mapKeys(attrs)[2] AS second"
      " FROM spans");
  ASSERT_EQ(t.Rows(), 1U);
  EXPECT_EQ(t.Text("texts"), "tsp|clientappwebweb-11.2GET //GETdb:5432timeoutnew");
  EXPECT_EQ(t.Int("source_id"), 3);
  EXPECT_EQ(t.Int("status_code"), -1);
  EXPECT_EQ(t.Int("start_ns"), 1'700'000'000'123'456'789);
  EXPECT_EQ(t.Int("duration_ns"), -5);
  EXPECT_EQ(t.Int("censored"), 1);
  EXPECT_EQ(t.Real("weight"), 2.5);
  EXPECT_EQ(t.Text("key"), "va\tl\n\nue");
  EXPECT_EQ(t.Text("second"), "empty");
}

TEST_P(StoreTest, InsertsManySpansInManyBlocks) {
  auto inserter = BeginSpans();
  ASSERT_NE(inserter, nullptr);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(inserter->Write(SpanBlock(1, 40'000, i * 40'000)));
  ASSERT_TRUE(inserter->Finish());
  const Table t = Query(
      "SELECT count() AS n, sum(duration_ns) AS total, uniqExact(attrs['id']) AS ids"
      " FROM spans");
  EXPECT_EQ(t.Int("n"), 200'000);
  EXPECT_EQ(t.Int("total"), int64_t{199'999} * 100'000);
  EXPECT_EQ(t.Int("ids"), 200'000);
}

TEST_P(StoreTest, AnInsertWithoutRowsAddsNothing) {
  auto inserter = BeginSpans();
  ASSERT_NE(inserter, nullptr);
  EXPECT_TRUE(inserter->Finish());
  EXPECT_EQ(Count("spans"), 0);
}

TEST_P(StoreTest, AnAbandonedInsertCanBeDroppedAndLeavesTheStoreUsable) {
  {
    auto inserter = BeginSpans();
    ASSERT_NE(inserter, nullptr);
    ASSERT_TRUE(inserter->Write(SpanBlock(7, 10'000)));
  }
  ASSERT_TRUE(store_->Run("ALTER TABLE spans DROP PARTITION 7"));
  EXPECT_EQ(Count("spans"), 0);
  auto inserter = BeginSpans();
  ASSERT_NE(inserter, nullptr);
  ASSERT_TRUE(inserter->Write(SpanBlock(8, 10)));
  ASSERT_TRUE(inserter->Finish());
  EXPECT_EQ(Count("spans"), 10);
}

TEST_P(StoreTest, ABrokenBlockFailsTheInsert) {
  auto inserter = BeginSpans();
  ASSERT_NE(inserter, nullptr);
  const std::string garbage(1000, '\x7f');
  const bool written = inserter->Write(garbage).has_value();
  const auto finished = inserter->Finish();
  EXPECT_FALSE(written && finished);
  inserter.reset();
  EXPECT_EQ(Count("spans"), 0);
}

TEST_P(StoreTest, AnInsertIntoNothingNamesTheTable) {
  auto inserter = store_->Insert("nowhere", "a", "a Int64");
  Result<void> outcome;
  if (!inserter) {
    outcome = Fail(inserter.error());
  } else {
    outcome = (*inserter)->Finish();
  }
  ASSERT_FALSE(outcome);
  EXPECT_THAT(ToText(outcome.error()), HasSubstr("nowhere"));
}

TEST_P(StoreTest, StreamsInTheFormatAskedFor) {
  std::string text;
  size_t parts = 0;
  ASSERT_TRUE(store_->Stream("SELECT number AS n, 'a,b' AS t FROM numbers(2) ORDER BY n",
                             "CSVWithNames", {}, {}, [&](std::string_view part) -> Result<void> {
                               text += part;
                               ++parts;
                               return {};
                             }));
  EXPECT_EQ(text, "\"n\",\"t\"\n0,\"a,b\"\n1,\"a,b\"\n");
  EXPECT_GE(parts, 1U);
}

TEST_P(StoreTest, ASinkThatFailsStopsTheStream) {
  size_t bytes = 0;
  const auto streamed = store_->Stream("SELECT number FROM numbers(50000000)", "TSV", {}, {},
                                       [&](std::string_view part) -> Result<void> {
                                         bytes += part.size();
                                         return Fail(ErrorKind::kInterrupted, "enough");
                                       });
  ASSERT_FALSE(streamed);
  EXPECT_EQ(streamed.error().what, "enough");
  EXPECT_LT(bytes, size_t{100} << 20);
  EXPECT_EQ(Query("SELECT 1 AS one").Int("one"), 1);
}

TEST_P(StoreTest, ReadOnlyRefusesWhateverReachesOut) {
  QueryLimits limits;
  limits.read_only = true;
  for (const char* sql :
       {"INSERT INTO sources (source_id) VALUES (1)", "SYSTEM STOP MERGES", "SET max_threads = 1",
        "SELECT 1 INTO OUTFILE '/tmp/slowtell-test-must-not-exist'", "SELECT 1; SELECT 2",
        "SELECT * FROM url('http://127.0.0.1:1/', 'TSV', 'a String')",
        "SELECT * FROM file('/etc/passwd', 'LineAsString')", "SELECT file('/etc/passwd')",
        "SELECT x.* APPLY(file) FROM (SELECT '/etc/passwd' AS a) AS x",
        "SELECT arrayMap(file, ['/etc/passwd'])", "DROP TABLE spans",
        "SELECT 1 SETTINGS max_memory_usage = 1",
        "SELECT * FROM (SELECT getSetting('readonly') AS r SETTINGS readonly = 0)",
        "SELECT $$ ' $$, (SELECT getSetting('readonly') AS r SETTINGS readonly = 0), ' '",
        "SELECT * APPLY(x -> (SELECT getSetting('readonly') SETTINGS readonly = 0)) FROM "
        "numbers(1)",
        "SELECT * FROM executable('ls', 'TSV', 'a String')"})
    EXPECT_FALSE(store_->Query(sql, {}, limits)) << sql;
  EXPECT_NE(access("/tmp/slowtell-test-must-not-exist", F_OK), 0);
  const auto fine = store_->Query(
      "-- a comment; with a semicolon\nSELECT count() AS n FROM sources"
      " WHERE file != 'INTO OUTFILE'",
      {}, limits);
  ASSERT_TRUE(fine) << ToText(fine.error());
  EXPECT_EQ(fine->Int("n"), 0);
}

TEST_P(StoreTest, AQueryOutOfMemoryLeavesTheStoreUsable) {
  QueryLimits limits;
  limits.max_memory_bytes = int64_t{50} << 20;
  const auto table =
      store_->Query("SELECT uniqExact(number) AS n FROM numbers(50000000)", {}, limits);
  ASSERT_FALSE(table);
  EXPECT_THAT(table.error().why, HasSubstr("engine code 241"));
  EXPECT_FALSE(table.error().hint.empty());
  EXPECT_EQ(Query("SELECT 1 AS one").Int("one"), 1);
}

TEST_P(StoreTest, AQueryMayTakeOnlySoLong) {
  QueryLimits limits;
  limits.max_seconds = 1;
  const auto table = store_->Query(
      "SELECT sum(cityHash64(number, number + 1)) AS n FROM numbers(1000000000000)", {}, limits);
  ASSERT_FALSE(table);
  EXPECT_THAT(table.error().why, AnyOf(HasSubstr("engine code 159"), HasSubstr("engine code 160")));
}

TEST_P(StoreTest, SaysWhatItIs) {
  EXPECT_THAT(store_->Description(),
              AnyOf(HasSubstr("embedded engine 26.7"), HasSubstr("127.0.0.1")));
  EXPECT_TRUE(store_->ReadsLocalFiles());
}

TEST_P(StoreTest, HasAllTablesAndTheyAreEmpty) {
  for (const schema::TableDef& table : schema::kTables)
    EXPECT_EQ(Count(table.name), 0) << table.name;
}

std::string NameOf(const testing::TestParamInfo<Backend>& info) {
  return info.param == Backend::kEmbedded ? "embedded" : "server";
}

#ifndef SLOWTELL_NO_EMBEDDED
INSTANTIATE_TEST_SUITE_P(Embedded, StoreTest, testing::Values(Backend::kEmbedded), NameOf);
#endif
INSTANTIATE_TEST_SUITE_P(Server, StoreTest, testing::Values(Backend::kServer), NameOf);

}  // namespace
}  // namespace slowtell
