// SPDX-License-Identifier: Apache-2.0
// The contract of the JSON report: keys, their order, rounding, and that hostile text stays text.
#include "report/json/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "report/example_report.h"

namespace slowtell::report {
namespace {

using Json = nlohmann::ordered_json;
using Keys = std::vector<std::string>;

Keys KeysOf(const Json& object) {
  Keys keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

Json Rendered(const Report& report) { return Json::parse(RenderJson(report)); }

TEST(RenderJson, KeysAndTheirOrder) {
  const Json json = Rendered(ExampleReport());
  EXPECT_EQ(KeysOf(json), (Keys{"schema", "input", "target_ms", "slow_requests", "excess_s",
                                "doubts", "issues", "ledger", "causes", "answer"}));
  EXPECT_EQ(KeysOf(json["input"]),
            (Keys{"sources", "requests", "spans", "replicas", "from", "to", "weighted_requests"}));
  EXPECT_EQ(KeysOf(json["causes"][0]),
            (Keys{"id", "layer", "verdict", "grade", "share", "summary", "evidence", "against",
                  "not_proven", "next", "remedy"}));
  EXPECT_EQ(KeysOf(json["causes"][0]["evidence"][0]),
            (Keys{"name", "value", "unit", "n", "low", "high"}));
  EXPECT_EQ(KeysOf(json["causes"][0]["evidence"][3]["table"]), (Keys{"name", "columns", "rows"}));
  EXPECT_EQ(KeysOf(json["ledger"][0]), (Keys{"cause", "layer", "share", "seconds"}));
  EXPECT_EQ(KeysOf(json["ledger"][2]), (Keys{"cause", "share", "seconds"}));
}

TEST(RenderJson, RoundsNumbers) {
  const Json json = Rendered(ExampleReport());
  EXPECT_EQ(json["target_ms"].dump(), "2000");
  EXPECT_EQ(json["ledger"][0]["share"].dump(), "0.7131");
  EXPECT_EQ(json["causes"][0]["evidence"][0]["value"].dump(), "7316.457");
  EXPECT_EQ(json["causes"][0]["evidence"][1]["value"].dump(), "0.9412");
  EXPECT_EQ(json["input"]["from"], "2025-11-30T21:49:33.718Z");
  Report report = ExampleReport();
  report.causes[0].verdict.evidence[0].value = 1.23456e-9;
  report.causes[0].verdict.evidence[1].value = NAN;
  EXPECT_EQ(Rendered(report)["causes"][0]["evidence"][0]["value"].dump(), "1.235e-09");
  EXPECT_TRUE(Rendered(report)["causes"][0]["evidence"][1]["value"].is_null());
}

TEST(RenderJson, SameReportSameBytes) {
  EXPECT_EQ(RenderJson(ExampleReport()), RenderJson(ExampleReport()));
}

TEST(RenderJson, TopIsNullWhenNothingWasFound) {
  const Json json = Rendered(EmptyReport());
  EXPECT_TRUE(json["answer"]["top"].is_null());
  EXPECT_TRUE(json["input"]["from"].is_null());
  EXPECT_EQ(json["causes"], Json::array());
  EXPECT_EQ(Rendered(ExampleReport())["answer"]["top"], "cold_start");
}

TEST(RenderJson, HiddenWaitAndCeilingAreNotLost) {
  const Json cause = Rendered(ExampleReport())["causes"][1];
  EXPECT_EQ(cause["evidence"][1]["name"], "hidden_wait_s");
  EXPECT_EQ(cause["evidence"][1]["value"].dump(), "112.5");
  EXPECT_EQ(cause["not_proven"][1], "at most Observed: one replica only");
}

TEST(RenderJson, BadUtf8AndQuotesStayText) {
  Report report = EmptyReport();
  report.answer = "a\xFF\"</script>\n\x01";
  EXPECT_EQ(Rendered(report)["answer"]["text"], "a\xEF\xBF\xBD\"</script>\n\x01");
}

// Each object against the schema: every key is declared and every required key is there.
void Conforms(const Json& value, const Json& schema, const Json& root, const std::string& where) {
  if (schema.contains("$ref")) {
    const std::string pointer = schema["$ref"].get<std::string>().substr(1);
    return Conforms(value, root.at(Json::json_pointer(pointer)), root, where);
  }
  if (schema.contains("oneOf")) {
    for (const Json& option : schema["oneOf"]) {
      const Json& target =
          option.contains("$ref")
              ? root.at(Json::json_pointer(option["$ref"].get<std::string>().substr(1)))
              : option;
      if (value.is_null() && target.value("type", "") == "null") return;
      if (value.is_object() && target.contains("required") &&
          value.contains(target["required"].back()))
        return Conforms(value, target, root, where);
    }
    FAIL() << where << ": no alternative fits";
  }
  if (value.is_object()) {
    for (const auto& key : schema.at("required")) EXPECT_TRUE(value.contains(key)) << where << key;
    for (const auto& item : value.items()) {
      ASSERT_TRUE(schema["properties"].contains(item.key())) << where << "." << item.key();
      Conforms(item.value(), schema["properties"][item.key()], root, where + "." + item.key());
    }
  }
  if (value.is_array() && schema.contains("items")) {
    for (const Json& item : value) Conforms(item, schema["items"], root, where + "[]");
  }
  if (schema.contains("enum")) {
    bool listed = false;
    for (const Json& allowed : schema["enum"]) listed = listed || allowed == value;
    EXPECT_TRUE(listed) << where << ": " << value;
  }
}

TEST(RenderJson, FollowsItsSchema) {
  std::ifstream file(std::string(SLOWTELL_SOURCE_DIR) + "/docs/reference/report.schema.json");
  ASSERT_TRUE(file);
  const Json schema = Json::parse(file);
  Conforms(Rendered(ExampleReport()), schema, schema, "$");
  Conforms(Rendered(EmptyReport()), schema, schema, "$");
}

}  // namespace
}  // namespace slowtell::report
