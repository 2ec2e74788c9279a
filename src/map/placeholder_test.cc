// SPDX-License-Identifier: Apache-2.0
#include "map/placeholder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace slowtell::map {
namespace {

using testing::HasSubstr;

MappingSql Replace(std::string_view text) {
  auto mapping = ReplacePlaceholders(text, "m.sql");
  if (mapping) return *std::move(mapping);
  ADD_FAILURE() << ToText(mapping.error());
  return {};
}

Error ErrorOf(std::string_view text) {
  auto mapping = ReplacePlaceholders(text, "m.sql");
  if (!mapping) return mapping.error();
  ADD_FAILURE() << "accepted: " << text;
  return {};
}

TEST(PlaceholderTest, PutsATableInItsPlace) {
  const MappingSql m = Replace("SELECT 1 FROM {{input}} AS i");
  EXPECT_EQ(m.sql, "SELECT 1 FROM slowtell_map_input_1 AS i");
  ASSERT_EQ(m.inputs.size(), 1U);
  EXPECT_EQ(m.inputs[0].format, "");
}

TEST(PlaceholderTest, EachWayOfReadingIsOneTable) {
  const MappingSql m = Replace(
      "SELECT 1 FROM {{input}}, {{ input:CSV , a Int64, b Map(String, String) }}, {{input}}");
  EXPECT_EQ(m.sql,
            "SELECT 1 FROM slowtell_map_input_1, slowtell_map_input_2, slowtell_map_input_1");
  ASSERT_EQ(m.inputs.size(), 2U);
  EXPECT_EQ(m.inputs[1].format, "CSV");
  EXPECT_EQ(m.inputs[1].structure, "a Int64, b Map(String, String)");
}

TEST(PlaceholderTest, LeavesCommentsAndTextAlone) {
  const std::string_view text =
      "-- {{input:NO}}\nWITH '{{x}} -- ' AS a, \"{{y}}\" AS b /* {{z}} */ SELECT a FROM {{input}}";
  EXPECT_EQ(Replace(text).sql,
            "-- {{input:NO}}\nWITH '{{x}} -- ' AS a, \"{{y}}\" AS b /* {{z}} */ SELECT a FROM "
            "slowtell_map_input_1");
}

TEST(PlaceholderTest, KeepsTheNumberOfLines) {
  const MappingSql m = Replace("SELECT 1\nFROM {{input:CSV,\n a Int64,\n b Int64}}\nWHERE 1");
  EXPECT_EQ(m.sql, "SELECT 1\nFROM slowtell_map_input_1\n\n\nWHERE 1");
}

TEST(PlaceholderTest, DropsTheSemicolonAtTheEndOnly) {
  EXPECT_EQ(Replace("SELECT ';' FROM {{input}} ; -- done;\n").sql,
            "SELECT ';' FROM slowtell_map_input_1");
  EXPECT_EQ(Replace("SELECT 1; SELECT 2 FROM {{input}};").sql,
            "SELECT 1; SELECT 2 FROM slowtell_map_input_1");
}

TEST(PlaceholderTest, SaysWhereItIsWrong) {
  EXPECT_EQ(ErrorOf("SELECT 1\nFROM {{inptu}}").where, "m.sql:2");
  EXPECT_THAT(ErrorOf("SELECT 1 FROM {{inptu}}").why, HasSubstr("inptu"));
  EXPECT_THAT(ErrorOf("SELECT 1 FROM {{inputs}}").why, HasSubstr("only 'input'"));
  EXPECT_THAT(ErrorOf("SELECT 1 FROM {{input").why, HasSubstr("without '}}'"));
  EXPECT_THAT(ErrorOf("SELECT 1").why, HasSubstr("does not read {{input}}"));
  EXPECT_THAT(ErrorOf("SELECT 1 -- FROM {{input}}").why, HasSubstr("does not read {{input}}"));
  EXPECT_THAT(ErrorOf("/* x */ DROP TABLE {{input}}").why, HasSubstr("does not begin with SELECT"));
  EXPECT_THAT(ErrorOf(" -- nothing\n").why, HasSubstr("empty"));
}

TEST(PlaceholderTest, TheStructureCannotCarrySql) {
  for (const char* structure :
       {"a Int64) ENGINE = Memory --", "a Int64; DROP TABLE spans", "a String DEFAULT file('x')",
        "a String Alias upper(b)", "a String) AS (SELECT 1", "a /* */ Int64", "a \"b\" Int64"})
    EXPECT_THAT(ErrorOf("SELECT 1 FROM {{input:CSV, " + std::string(structure) + "}}").why,
                HasSubstr("names and types only"))
        << structure;
  EXPECT_THAT(ErrorOf("SELECT 1 FROM {{input:CSV'}}").why,
              HasSubstr("is not the name of a format"));
  EXPECT_EQ(
      Replace("SELECT 1 FROM {{input:CSV, e Enum8('a' = 1, 'b' = -2), d DateTime64(9, 'UTC')}}")
          .inputs[0]
          .structure,
      "e Enum8('a' = 1, 'b' = -2), d DateTime64(9, 'UTC')");
}

TEST(PlaceholderTest, CommentsBecomeSpaces) {
  EXPECT_EQ(WithoutComments("a -- b\n'--' /* c\n */ d"), "a     \n'--'     \n    d");
}

}  // namespace
}  // namespace slowtell::map
