// SPDX-License-Identifier: Apache-2.0
#include "map/map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "map/columns.h"
#include "map/inspect.h"
#include "map/sql_error.h"
#include "tests/store/test_store.h"

namespace slowtell::map {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kCsv =
    "ms,took,path\n1700000000000,5,/a\n1700000001000,-1,/b\n1700000002000,,/c\n,7,/d\n";
constexpr const char* kGood =
    "SELECT ms * 1000000 AS start_ns, took * 1000000 AS duration_ns, path AS route, 'GET' AS "
    "method\n"
    "FROM {{input}}";

class MapTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("map_test_" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    store_ = test::OpenTestStore();
    ASSERT_NE(store_, nullptr);
  }
  ~MapTest() override { fs::remove_all(folder_); }

  std::string Write(const std::string& name, std::string_view text) {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  Result<ingest::ImportSummary> Import(std::string_view sql, std::string_view data = kCsv,
                                       const std::string& name = "data.csv",
                                       const MapValues& values = {}) {
    return ImportMapped(*store_, Write("m.sql", sql), Write(name, data), values, {});
  }

  // Of an import that must fail, and of which nothing may stay.
  Error ErrorOf(std::string_view sql, std::string_view data = kCsv,
                const std::string& name = "data.csv") {
    auto imported = Import(sql, data, name);
    EXPECT_EQ(Number("SELECT toInt64(count()) AS n FROM spans"), 0);
    EXPECT_EQ(Number("SELECT toInt64(count()) AS n FROM sources"), 0);
    EXPECT_EQ(Number("SELECT toInt64(count()) AS n FROM system.tables"
                     " WHERE database = currentDatabase() AND name LIKE 'slowtell%'"),
              0);
    if (!imported) return imported.error();
    ADD_FAILURE() << "accepted: " << sql;
    return {};
  }

  Table Query(std::string_view sql) {
    auto table = store_->Query(sql);
    if (table) return *std::move(table);
    ADD_FAILURE() << ToText(table.error());
    return {};
  }
  int64_t Number(std::string_view sql) {
    const Table table = Query(sql);
    return table.Rows() == 1 ? table.Int("n") : -1;
  }

  fs::path folder_;
  std::unique_ptr<Store> store_;
};

TEST_F(MapTest, FillsWhatTheMappingLeavesOut) {
  const auto imported = Import(kGood);
  ASSERT_TRUE(imported) << ToText(imported.error());
  EXPECT_EQ(imported->rows.spans, 1);
  EXPECT_EQ(imported->format, "map");
  EXPECT_EQ(imported->rows.first_ns, 1'700'000'000'000'000'000);
  EXPECT_EQ(imported->rows.last_ns, 1'700'000'000'005'000'000);
  const Table t = Query(
      "SELECT kind, vantage, connection, outcome, weight, name, route, trace_id, span_id, start_ns,"
      " duration_ns, source_id, length(span_id) AS id_length FROM spans");
  ASSERT_EQ(t.Rows(), 1U);
  EXPECT_EQ(t.Text("kind"), "server");
  EXPECT_EQ(t.Text("vantage"), "app");
  EXPECT_EQ(t.Text("connection"), "unknown");
  EXPECT_EQ(t.Text("outcome"), "ok");
  EXPECT_EQ(t.Real("weight"), 1);
  EXPECT_EQ(t.Text("name"), "GET /a");
  EXPECT_EQ(t.Text("route"), "/a");
  EXPECT_EQ(t.Text("trace_id"), t.Text("span_id"));
  EXPECT_EQ(t.Int("id_length"), 16);
  EXPECT_EQ(t.Int("start_ns"), 1'700'000'000'000'000'000);
  EXPECT_EQ(t.Int("duration_ns"), 5'000'000);
  EXPECT_EQ(t.Int("source_id"), imported->source_id);
}

TEST_F(MapTest, CountsTheRowsItCannotUse) {
  const auto imported = Import(kGood);
  ASSERT_TRUE(imported) << ToText(imported.error());
  const Table t = Query("SELECT id, count, severity, location FROM issues ORDER BY id");
  EXPECT_THAT(t.Texts("id"), ElementsAre("mapped_row_with_negative_duration",
                                         "mapped_row_without_duration", "mapped_row_without_time"));
  EXPECT_THAT(t.Ints("count"), ElementsAre(1, 1, 1));
  EXPECT_THAT(t.Text("severity"), "data_loss");
  EXPECT_THAT(t.Text("location"), HasSubstr("row 2 of its result"));
  EXPECT_EQ(imported->issues.size(), 3U);
}

TEST_F(MapTest, TheSameTwiceAddsNothing) {
  ASSERT_TRUE(Import(kGood));
  const auto again = Import(kGood);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->outcome, ingest::ImportOutcome::kAlreadyThere);
  EXPECT_EQ(again->source_id, 1U);
  EXPECT_EQ(Number("SELECT toInt64(count()) AS n FROM spans"), 1);
  // Another mapping of the same bytes is another source.
  const auto other = Import(std::string(kGood) + " WHERE 1");
  ASSERT_TRUE(other);
  EXPECT_EQ(other->outcome, ingest::ImportOutcome::kAdded);
}

TEST_F(MapTest, TakesValuesFromTheCommandLine) {
  const std::string sql = std::string(kGood) + " WHERE path = {p:String}";
  const auto imported = Import(sql, kCsv, "data.csv", {{"p", "/a"}});
  ASSERT_TRUE(imported) << ToText(imported.error());
  EXPECT_EQ(imported->rows.spans, 1);
  const auto other = Import(sql, kCsv, "data.csv", {{"p", "/nowhere"}});
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().why, HasSubstr("returns no row"));
  const auto without = Import(sql);
  ASSERT_FALSE(without);
  EXPECT_THAT(without.error().hint, HasSubstr("--set"));
  EXPECT_THAT(without.error().where, HasSubstr("m.sql:2"));
}

TEST_F(MapTest, ReadsJsonLinesWithNamesThatDifferInCaseOnly) {
  const auto imported = Import(
      "SELECT t AS start_ns, Tr AS duration_ns, map('upper', TR, 'lower', Tr) AS attrs,"
      " st AS status_code FROM {{input}} ORDER BY t",
      "{\"t\":1700000000000000000,\"TR\":1,\"Tr\":2,\"st\":504}\n"
      "{\"t\":1700000000000000001,\"TR\":3,\"Tr\":4,\"st\":499}\n"
      "{\"t\":1700000000000000002,\"TR\":3,\"Tr\":4,\"st\":500}\n",
      "x.jsonl");
  ASSERT_TRUE(imported) << ToText(imported.error());
  const Table t =
      Query("SELECT outcome, duration_ns, attrs['upper'] AS up FROM spans ORDER BY start_ns");
  EXPECT_THAT(t.Texts("outcome"), ElementsAre("timeout", "cancelled", "error"));
  EXPECT_THAT(t.Ints("duration_ns"), ElementsAre(2, 4, 4));
  EXPECT_EQ(t.Text("up"), "1");
}

TEST_F(MapTest, AFormatAndAStructureCanBeForced) {
  const auto imported = Import(
      "SELECT toInt64(extract(line, '^(\\\\d+)')) * 1000000000 AS start_ns,"
      " toInt64(extract(line, ' (\\\\d+)$')) AS duration_ns FROM {{input:LineAsString, line "
      "String}}",
      "1700000000 a 5\n1700000001 b 6\n", "odd.txt");
  ASSERT_TRUE(imported) << ToText(imported.error());
  EXPECT_EQ(imported->rows.spans, 2);
}

TEST_F(MapTest, MakesEvents) {
  const auto imported =
      Import("SELECT ms * 1000000 AS at_ns, 'ready' AS kind, path AS instance FROM {{input}}");
  ASSERT_TRUE(imported) << ToText(imported.error());
  EXPECT_EQ(imported->rows.events, 3);
  EXPECT_EQ(imported->rows.spans, 0);
  EXPECT_EQ(Number("SELECT toInt64(countIf(kind = 'ready' AND value = 0)) AS n FROM events"), 3);
}

TEST_F(MapTest, MistakesAreToldWithNameLineAndRemedy) {
  Error e = ErrorOf("SELECT ms AS start_ns, took AS duration_ns FROM {{input}}");
  EXPECT_THAT(e.why, HasSubstr("looks like milliseconds; multiply it by 1000000"));
  e = ErrorOf("SELECT ms * 1000000 AS start_ns, took AS duration_nss FROM {{input}}");
  EXPECT_THAT(e.why, HasSubstr("no column 'duration_nss'"));
  EXPECT_THAT(e.hint, HasSubstr("'duration_ns'"));
  e = ErrorOf("SELECT ms AS start_ns FROM {{input}}");
  EXPECT_THAT(e.why, HasSubstr("no column 'duration_ns'"));
  e = ErrorOf("SELECT ms AS start_ns,\n  tock AS duration_ns\nFROM {{input}}");
  EXPECT_THAT(e.where, HasSubstr("m.sql:2"));
  EXPECT_THAT(e.why, HasSubstr("`tock`"));
  e = ErrorOf("SELECT ms AS start_ns,\n  took AS duration_ns\nFRM {{input}}");
  EXPECT_THAT(e.where, HasSubstr("m.sql:3"));
  EXPECT_THAT(e.why, HasSubstr("FRM {{input}}"));
  e = ErrorOf("SELECT path AS start_ns, took AS duration_ns FROM {{input}}");
  EXPECT_THAT(e.hint, HasSubstr("toInt64(start_ns)"));
  e = ErrorOf("SELECT toDateTime(1) AS start_ns, took AS duration_ns FROM {{input}}");
  EXPECT_THAT(e.hint, HasSubstr("toUnixTimestamp64Nano"));
  e = ErrorOf(
      "SELECT ms * 1000000 AS start_ns, took AS duration_ns, 'SERVER' AS kind FROM {{input}}");
  EXPECT_THAT(e.why, HasSubstr("column 'kind' is 'SERVER' in 4 rows"));
  e = ErrorOf("SELECT ms * 1000000 AS start_ns, took AS duration_ns, 0 AS weight FROM {{input}}");
  EXPECT_THAT(e.why, HasSubstr("weight is not above 0"));
  e = ErrorOf("SELECT ms * 1000000 AS start_ns, -1 AS duration_ns FROM {{input}}");
  EXPECT_THAT(e.why, HasSubstr("none of its 4 rows"));
}

TEST_F(MapTest, ReachesNothingButItsInput) {
  const std::string select = "SELECT ms * 1000000 AS start_ns, took AS duration_ns";
  for (const char* rest :
       {", file('/etc/passwd') AS name FROM {{input}}",
        " FROM {{input}}, file('/etc/passwd', 'LineAsString') AS f",
        " FROM {{input}}, url('http://127.0.0.1:1/', 'TSV', 'a String') AS u",
        " FROM {{input}} INTO OUTFILE '/tmp/slowtell-map-must-not-exist'",
        " FROM {{input}}; DROP TABLE spans", " FROM {{input}} SETTINGS max_threads = 8"}) {
    EXPECT_EQ(ErrorOf(select + rest).kind, ErrorKind::kBadInput) << rest;
  }
  EXPECT_FALSE(fs::exists("/tmp/slowtell-map-must-not-exist"));
}

TEST_F(MapTest, FilesThatCannotBeReadAreNamed) {
  const std::string mapping = Write("m.sql", kGood);
  auto imported = ImportMapped(*store_, mapping, (folder_ / "none.csv").string(), {}, {});
  ASSERT_FALSE(imported);
  EXPECT_THAT(ToText(imported.error()), HasSubstr("none.csv"));
  imported = ImportMapped(*store_, (folder_ / "none.sql").string(), Write("d.csv", kCsv), {}, {});
  ASSERT_FALSE(imported);
  EXPECT_THAT(ToText(imported.error()), HasSubstr("none.sql"));
  imported = ImportMapped(*store_, mapping, Write("a*.csv", kCsv), {}, {});
  ASSERT_FALSE(imported);
  EXPECT_THAT(imported.error().why, HasSubstr("* ? { } [ ]"));
  EXPECT_THAT(ErrorOf(kGood, kCsv, "data.bin").hint, HasSubstr("{{input:FORMAT}}"));
  EXPECT_THAT(ErrorOf("SELECT 1 AS start_ns, 1 AS duration_ns FROM {{input:Parquet}}").what,
              HasSubstr("as Parquet"));
}

TEST_F(MapTest, StopsWhenAsked) {
  const std::atomic<bool> stop{true};
  ingest::ImportOptions options;
  options.stop = &stop;
  const auto imported =
      ImportMapped(*store_, Write("m.sql", kGood), Write("d.csv", kCsv), {}, options);
  ASSERT_FALSE(imported);
  EXPECT_EQ(imported.error().kind, ErrorKind::kInterrupted);
  EXPECT_EQ(Number("SELECT toInt64(count()) AS n FROM sources"), 0);
}

// The shape of the load test that examples/mappings/slow-requests.sql is for: five threads, one
// worker that takes a second per request; six requests, the sixth refused.
TEST_F(MapTest, TheLoadTestExampleFindsTheStartsFromTheCompletions) {
  std::ifstream file(std::string(SLOWTELL_SOURCE_DIR) + "/examples/mappings/slow-requests.sql");
  const std::string sql{std::istreambuf_iterator<char>(file), {}};
  std::string results;
  for (int i = 1; i <= 5; ++i)
    results += "{\"status\":200,\"elapsed_s\":" + std::to_string(i) +
               ".01,\"body\":{\"scenario\":\"worker\",\"actualDelayMs\":1000}},";
  results += "{\"status\":null,\"elapsed_s\":4.5,\"error\":\"HTTP Error 502: Bad Gateway\"}";
  const auto imported =
      Import(sql, "{\"baseline\":[],\"worker_1000ms\":[{\"run\":1,\"results\":[" + results + "]}]}",
             "results.json", {{"scenario", "worker%"}});
  ASSERT_TRUE(imported) << ToText(imported.error());
  EXPECT_EQ(imported->rows.spans, 11);
  const Table t = Query(
      "SELECT round((c.duration_ns - a.duration_ns) / 1e9) AS wait_s, c.start_ns - min(c.start_ns) "
      "OVER ()"
      " AS from_ns FROM spans AS c JOIN spans AS a ON a.parent_id = c.span_id ORDER BY wait_s");
  EXPECT_THAT(t.Reals("wait_s"), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(t.Ints("from_ns"), testing::Each(0));
  const Table refused = Query(
      "SELECT status_code, outcome, toInt64((start_ns - (SELECT min(start_ns) FROM spans)) / 1e6) "
      "AS from_ms"
      " FROM spans WHERE status_code != 200");
  ASSERT_EQ(refused.Rows(), 1U);
  EXPECT_EQ(refused.Int("status_code"), 502);
  EXPECT_EQ(refused.Text("outcome"), "error");
  EXPECT_EQ(refused.Int("from_ms"), 1010);
}

TEST(UnitTroubleTest, TellsTheUnitTheNumberSeemsToBe) {
  EXPECT_EQ(UnitTrouble("start_ns", 1'700'000'000'000'000'000, 1'800'000'000'000'000'000), "");
  EXPECT_THAT(UnitTrouble("start_ns", 1'700'000'000, 1'700'000'001), HasSubstr("seconds"));
  EXPECT_THAT(UnitTrouble("start_ns", 1'700'000'000'000, 1'700'000'000'001),
              HasSubstr("milliseconds"));
  EXPECT_THAT(UnitTrouble("start_ns", 1'700'000'000'000'000, 1'700'000'000'000'001),
              HasSubstr("microseconds"));
  EXPECT_THAT(UnitTrouble("start_ns", 0, 1), HasSubstr("in any unit"));
  EXPECT_THAT(UnitTrouble("start_ns", 1'700'000'000'000'000'000, INT64_MAX),
              HasSubstr("in any unit"));
  EXPECT_THAT(UnitTrouble("start_ns", INT64_MIN, 1'700'000'000'000'000'000),
              HasSubstr("in any unit"));
}

TEST(SqlErrorTest, FindsTheLine) {
  EXPECT_EQ(LineIn("Syntax error: failed at position 7 (1) (line 2, col 3): x", "a\nb"), 2);
  EXPECT_EQ(LineIn("Syntax error: failed at position 3 (b): b", "a\nb"), 2);
  EXPECT_EQ(LineIn("Unknown expression identifier `b`", "a\nb"), 2);
  EXPECT_EQ(LineIn("Unknown expression identifier `zz`", "a\nb"), 0);
  EXPECT_EQ(LineIn("failed at position 99999999999999999999", "a\nb"), 2);
  EXPECT_EQ(LineIn("no `end", "a"), 0);
}

TEST(StructureTest, KeepsTypesWithCommasWhole) {
  const std::vector<Column> columns = ParseStructure("a Int64, b Map(String, String), c String");
  ASSERT_EQ(columns.size(), 3U);
  EXPECT_EQ(columns[1].name, "b");
  EXPECT_EQ(columns[1].type, "Map(String, String)");
}

}  // namespace
}  // namespace slowtell::map
