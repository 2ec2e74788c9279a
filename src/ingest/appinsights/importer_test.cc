// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "ingest/appinsights/cell_text.h"
#include "ingest/fake_sink.h"
#include "ingest/shared_data.h"

namespace slowtell::ingest::appinsights {

extern const ImporterDef kDef;

namespace {

using Issues = std::map<std::string, int64_t>;

FakeSink Import(const std::string& text) {
  FakeSink sink;
  const Result<void> imported = ImportBytes(kDef, text, sink, "t");
  EXPECT_TRUE(imported.has_value()) << (imported ? "" : ToText(imported.error()));
  return sink;
}

int Score(const std::string& text) {
  return kDef.detect({.path = "t", .head = text, .whole = true}).score;
}

std::string ReadFile(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// One AppRequests row as a JSON object.
std::string RowJson(int number, const std::string& more = "") {
  const std::string id = std::to_string(number);
  return R"({"TimeGenerated":"2026-09-10T08:00:00.)" + std::to_string(100 + number % 900) +
         R"(Z","Type":"AppRequests","Id":"s)" + id + R"(","OperationId":"t)" + id +
         R"(","Name":"GET /a","Url":"https://x/a","DurationMs":"12.5","AppRoleInstance":"i1")" +
         more + "}";
}

std::string Columns() {
  return R"("columns":[{"name":"timestamp","type":"datetime"},{"name":"id"},{"name":"name"},)"
         R"({"name":"url"},{"name":"duration"},{"name":"cloud_RoleInstance"}])";
}

std::string Cells(int number) {
  return R"(["2026-09-10T08:00:00Z","s)" + std::to_string(number) +
         R"(","GET /a","https://x/a",12.5,"i1"])";
}

TEST(AppInsights, EveryJsonShapeGivesTheSameSpans) {
  const std::string one = RowJson(1), two = RowJson(2);
  for (const std::string& text :
       {"[" + one + "," + two + "]", "[\n  " + one + ",\n  " + two + "\n]\n", one + "\n" + two,
        one + ",\n" + two + ",\n", R"({"records":[)" + one + "," + two + "]}",
        R"({"records":[)" + one + "]}\n{\"records\":[" + two + "]}\n",
        "[" + one + "]\n[" + two + "]",
        R"({"note":"x","records":[)" + one + "," + two + R"(],"more":{"a":[1]}})"}) {
    const FakeSink sink = Import(text);
    ASSERT_EQ(sink.spans.size(), size_t{2}) << text;
    EXPECT_EQ(sink.spans[1].span_id, "s2") << text;
    EXPECT_EQ(sink.spans[1].kind, "server") << text;
    EXPECT_EQ(sink.spans[1].row.duration_ns, 12500000) << text;
    EXPECT_EQ(sink.issues, Issues{}) << text;
  }
}

TEST(AppInsights, TablesInAnyOrderOfTheirMembers) {
  const std::string rows = R"("rows":[)" + Cells(1) + "," + Cells(2) + "]";
  for (const std::string& table :
       {Columns() + "," + rows, R"("name":"P",)" + Columns() + "," + rows,
        rows + R"(,"name":"P",)" + Columns()}) {
    const FakeSink sink = Import(R"({"tables":[{)" + table + "}]}");
    ASSERT_EQ(sink.spans.size(), size_t{2}) << table;
    EXPECT_EQ(sink.spans[1].span_id, "s2");
    EXPECT_EQ(sink.issues, Issues{}) << table;
  }
}

TEST(AppInsights, SeveralTablesAndAPartialError) {
  const std::string table = "{" + Columns() + R"(,"rows":[)";
  const FakeSink sink = Import(
      R"({"tables":[)" + table + Cells(1) + "]}," + table + R"(]},{"name":"other","columns":[)" +
      R"({"name":"timestamp"},{"name":"message"}],"rows":[["2026-09-10T08:00:00Z","hi"]]}],)" +
      R"("error":{"code":"PartialError","message":"cut at 64 MB"}})");
  EXPECT_EQ(sink.spans.size(), size_t{1});
  EXPECT_EQ(sink.issues, (Issues{{"empty_table", 1}, {"table_ignored", 1}, {"partial_error", 1}}));
}

TEST(AppInsights, ACutDocumentKeepsItsCompleteRows) {
  const std::string list = "[" + RowJson(1) + "," + RowJson(2) + "]";
  const std::string tables =
      R"({"tables":[{)" + Columns() + R"(,"rows":[)" + Cells(1) + "," + Cells(2) + "]}]}";
  for (const std::string& whole : {list, tables}) {
    const size_t first_row_ends = whole.find(whole == list ? "},{" : "\"i1\"],") + 6;
    for (size_t size = first_row_ends; size + 1 < whole.size(); ++size) {
      const FakeSink sink = Import(whole.substr(0, size));
      EXPECT_GE(sink.spans.size(), size_t{1}) << size;
      EXPECT_EQ(sink.issues.count("truncated_source"), size_t{1}) << size;
    }
  }
}

TEST(AppInsights, ABrokenRowDoesNotTakeTheOthersWithIt) {
  const FakeSink list =
      Import("[" + RowJson(1) + R"(,{"TimeGenerated":"x" "y"},7,)" + RowJson(2) + "]");
  EXPECT_EQ(list.spans.size(), size_t{2});
  EXPECT_EQ(list.issues, (Issues{{"malformed_record", 2}}));
  const FakeSink lines = Import(RowJson(1) + "\n{\"TimeGener\n" + RowJson(2) + "\n");
  EXPECT_EQ(lines.spans.size(), size_t{2});
  EXPECT_EQ(lines.issues, (Issues{{"malformed_record", 1}}));
}

TEST(AppInsights, RowsOfOtherTablesAreCountedNotRead) {
  const std::string trace = R"({"TimeGenerated":"2026-09-10T08:00:00Z","Type":"AppTraces",)"
                            R"("OperationId":"t1","Message":"hello"})";
  const std::string view = R"({"timestamp":"2026-09-10T08:00:00Z","itemType":"pageView",)"
                           R"("duration":2000,"name":"Home","url":"https://x/"})";
  const FakeSink sink = Import("[" + RowJson(1) + "," + trace + "," + view + "]");
  EXPECT_EQ(sink.spans.size(), size_t{1});
  EXPECT_EQ(sink.issues, (Issues{{"row_of_other_table", 2}}));
}

TEST(AppInsights, AnExportOfExactlyTheRowLimitIsDoubted) {
  std::string csv = "timestamp [UTC],id,name,url,duration,operation_Id,cloud_RoleInstance\n";
  for (int i = 0; i < 1000; ++i)
    csv += "2026-09-10T08:00:00Z,s" + std::to_string(i) + ",GET /a,https://x/a,1,t,i1\n";
  EXPECT_EQ(Import(csv).issues, (Issues{{"export_probably_cut", 1}}));
  EXPECT_EQ(Import(csv + "2026-09-10T08:00:00Z,x,GET /a,https://x/a,1,t,i1\n").issues, Issues{});
}

TEST(AppInsights, RowsWithoutIdsAreNotCopiesOfEachOther) {
  const std::string header = "timestamp [UTC],name,url,duration,cloud_RoleInstance\n";
  const std::string row = "2026-09-10T08:00:00Z,GET /a,https://x/a,1,i1\n";
  const FakeSink one =
      Import(header + row + row + "2026-09-10T08:00:01Z,GET /a,https://x/a,1,i1\n");
  ASSERT_EQ(one.spans.size(), size_t{3});
  EXPECT_NE(one.spans[0].span_id, one.spans[1].span_id);
  EXPECT_NE(one.spans[0].span_id, one.spans[2].span_id);
  // The same row in another export is the same span.
  const FakeSink other = Import(header + "2026-09-10T07:00:00Z,GET /b,https://x/b,1,i1\n" + row);
  EXPECT_EQ(other.spans[1].span_id, one.spans[0].span_id);
  EXPECT_EQ(other.spans[1].trace_id, one.spans[0].trace_id);
}

TEST(AppInsights, WeightsAndUnusableRates) {
  const FakeSink sink = Import(
      "[" + RowJson(1, R"(,"ItemCount":8,"Properties":{"microsoft.sample_rate":"12.5"})") + "," +
      RowJson(2, R"(,"ItemCount":"1","Properties":"{\"_MS.sampleRate\":25}")") + "," +
      RowJson(3, R"(,"Properties":{"_MS.sampleRate":10,"microsoft.sample_rate":50})") + "," +
      RowJson(4, R"(,"Properties":{"microsoft.sample_rate":0})") + "," +
      RowJson(5, R"(,"ItemCount":"many")") + "," + RowJson(6, R"(,"Properties":"{cut")") + "]");
  ASSERT_EQ(sink.spans.size(), size_t{6});
  const double weights[] = {8, 4, 2, 1, 1, 1};
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(sink.spans[i].row.weight, weights[i]) << i;
  EXPECT_EQ(sink.issues, (Issues{{"sampling_unusable", 2}, {"properties_unreadable", 1}}));
  EXPECT_EQ(sink.spans[1].attrs.at("_MS.sampleRate"), "25");
  EXPECT_EQ(sink.spans[5].attrs.at("customDimensions"), "{cut");
}

TEST(AppInsights, ManyAndLongPropertiesAreLimitedVisibly) {
  std::string properties;
  for (int i = 0; i < 400; ++i) properties += "\"k" + std::to_string(i) + "\":\"v\",";
  const FakeSink sink =
      Import("[" + RowJson(1, R"(,"Properties":{)" + properties + R"("z":1})") + "," +
             RowJson(2, R"(,"Properties":{"long":")" + std::string(10000, 'x') + "\"}") + "]");
  ASSERT_EQ(sink.spans.size(), size_t{2});
  EXPECT_LE(sink.spans[0].attrs.size(), size_t{256});
  EXPECT_EQ(sink.spans[1].attrs.at("long").size(), size_t{4096});
  EXPECT_EQ(sink.issues, (Issues{{"attribute_shortened", 2}}));
}

TEST(AppInsights, KindsOfRequestsAndDependencies) {
  const std::string header =
      "timestamp [UTC],itemType,id,operation_Id,name,url,source,duration,target,type\n";
  const auto kind = [&](const std::string& cells) {
    const FakeSink sink = Import(header + "2026-09-10T08:00:00Z," + cells + "\n");
    return sink.spans.size() == 1 ? sink.spans[0].kind : "none";
  };
  EXPECT_EQ(kind("request,s,t,GET /a,https://x/a,,5,,"), "server");
  EXPECT_EQ(kind("request,s,t,POST /a,,,5,,"), "server");
  EXPECT_EQ(kind("request,s,t,GET /a,https://x/a,cid-v1:5f3,5,,"), "server");
  EXPECT_EQ(kind("request,s,t,ServiceBus.process,,sb-1/chat,5,,"), "consumer");
  EXPECT_EQ(kind("request,s,t,Cleanup,,,5,,"), "consumer");
  EXPECT_EQ(kind("dependency,s,t,SELECT,,,5,sql-1,SQL"), "client");
  EXPECT_EQ(kind("dependency,s,t,GetToken,,,5,,InProc | Microsoft.AAD"), "internal");
  EXPECT_EQ(kind("dependency,s,t,ServiceBusSender.Send,,,5,q,Queue Message | servicebus"),
            "producer");
  EXPECT_EQ(kind("dependency,s,t,ServiceBusReceiver.Receive,,,5,q,Azure Service Bus"), "consumer");
}

TEST(AppInsights, NumbersOfSpreadsheets) {
  EXPECT_EQ(ParseNumber("1403"), 1403);
  EXPECT_EQ(ParseNumber("12,5"), 12.5);
  EXPECT_EQ(ParseNumber("0,125"), 0.125);
  EXPECT_EQ(ParseNumber("1,234.5"), 1234.5);
  EXPECT_EQ(ParseNumber("1.234,5"), 1234.5);
  EXPECT_EQ(ParseNumber("1,234,567"), 1234567);
  for (const char* text : {"1,234", "1,23,4.5", "1.2.3", ",", "1,", "12,5ms", "", "-,-"})
    EXPECT_FALSE(ParseNumber(text).has_value()) << text;
}

TEST(AppInsights, ClaimsOnlyRequestsAndDependencies) {
  EXPECT_GE(Score("[" + RowJson(1) + "]"), 50);
  EXPECT_GE(Score(R"({"tables":[{)" + Columns() + R"(,"rows":[]}]})"), 50);
  EXPECT_GE(Score("TimeGenerated [UTC];DurationMs;OperationId\n"), 50);
  for (const char* text :
       {R"({"tables":[{"name":"PrimaryResult","columns":[{"name":"TimeGenerated"},)"
        R"({"name":"CsUriStem"},{"name":"TimeTaken"}],"rows":[]}]})",
        R"({"cost":0,"timespan":"x","value":[{"timeseries":[{"data":[{"timeStamp":"t"}]}]}]})",
        R"({"resourceSpans":[]})", "timestamp,elapsed,label\n1,2,x\n", "ERROR: (Invalid) no", "[]",
        ""}) {
    EXPECT_LT(Score(text), 50) << text;
  }
}

TEST(AppInsightsReal, RequestsOfALabQueriedByRest) {
  const std::string folder = "azure-containerapps/appinsights-connection-string-missing/";
  SLOWTELL_NEED_SHARED(folder + "15-ai-requests-detail-after-fix.json");
  const std::string text = ReadFile(SharedData(folder + "15-ai-requests-detail-after-fix.json"));
  EXPECT_GE(Score(text), 50);
  const FakeSink sink = Import(text);
  EXPECT_EQ(sink.spans.size(), size_t{20});
  EXPECT_EQ(sink.issues, Issues{});
  std::map<std::string, int> ids;
  for (const FakeSpan& span : sink.spans) {
    EXPECT_EQ(span.kind, "server");
    EXPECT_EQ(span.route, "/");
    EXPECT_EQ(span.row.status_code, 200);
    ++ids[span.span_id];
  }
  EXPECT_EQ(ids.size(), sink.spans.size());
  for (const char* file : {"03-ai-requests-before-fix.json", "09-ai-requests-after-fix.json",
                           "12-kql-requests-timeline.json", "13-ai-traces-messages-after-fix.json"})
    EXPECT_LT(Score(ReadFile(SharedData(folder + file))), 50) << file;
}

TEST(AppInsightsReal, RecordsOfDiagnosticSettings) {
  const std::string folder = "azure-diag-settings/";
  SLOWTELL_NEED_SHARED(folder + "appInsightsAppRequest.json");
  const auto import = [&](const char* file) {
    const std::string text = ReadFile(SharedData(folder + file));
    EXPECT_GE(Score(text), 50) << file;
    return Import(text);
  };
  const FakeSink requests = import("appInsightsAppRequest.json");
  ASSERT_EQ(requests.spans.size(), size_t{1});
  EXPECT_GT(requests.spans[0].row.duration_ns, 0);
  EXPECT_EQ(requests.spans[0].row.censored, 0);
  const FakeSink dependencies = import("appInsightsAppDependency.json");
  ASSERT_EQ(dependencies.spans.size(), size_t{1});
  EXPECT_EQ(dependencies.spans[0].kind, "client");
  for (const char* file :
       {"appInsightsAppEvent.json", "appInsightsAppException.json", "appInsightsAppTraces.json",
        "appMetrics.json", "performanceCounters.json"}) {
    const std::string text = ReadFile(SharedData(folder + file));
    EXPECT_LT(Score(text), 50) << file;
    const FakeSink sink = Import(text);
    EXPECT_EQ(sink.spans.size(), size_t{0}) << file;
    EXPECT_GE(sink.issues.count("row_of_other_table"), size_t{1}) << file;
  }
}

}  // namespace
}  // namespace slowtell::ingest::appinsights
