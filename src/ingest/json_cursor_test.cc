// SPDX-License-Identifier: Apache-2.0
#include "ingest/json_cursor.h"

#include <gtest/gtest.h>

#include "ingest/open_input.h"

namespace slowtell::ingest {
namespace {

// Steps through a list and returns its elements; "!" and the step when it is not kOk.
std::vector<std::string> Elements(JsonCursor& cursor) {
  std::vector<std::string> elements;
  cursor.Consume(1);
  bool more = false;
  for (auto place = JsonCursor::Place::kFirst;; place = JsonCursor::Place::kLater) {
    JsonStep step = *cursor.TakeSeparator(']', place, more);
    if (step == JsonStep::kOk && !more) return elements;
    std::string_view value;
    if (step == JsonStep::kOk) step = *cursor.PeekValue(value);
    if (step != JsonStep::kOk) {
      elements.push_back("!" + std::to_string(static_cast<int>(step)));
      return elements;
    }
    elements.emplace_back(value);
    cursor.Consume(value.size());
  }
}

std::vector<std::string> Elements(const std::string& text) {
  const auto input = OpenMemoryInput("t.json", text);
  EXPECT_TRUE(input.has_value());
  JsonCursor streamed(**input);
  EXPECT_EQ(*streamed.Next(), '[');
  std::vector<std::string> elements = Elements(streamed);
  JsonCursor held{std::string_view(text)};
  EXPECT_EQ(*held.Next(), '[');
  EXPECT_EQ(Elements(held), elements) << "in memory and streamed differ: " << text;
  return elements;
}

using Texts = std::vector<std::string>;

TEST(JsonCursor, HandsOutElementsAsTheyStand) {
  EXPECT_EQ(Elements(R"( [ {"a":[1,"]"]} , "x\"]\\" ,12.5e3, null,[],[ "\\"]])"),
            (Texts{R"({"a":[1,"]"]})", R"("x\"]\\")", "12.5e3", "null", "[]", R"([ "\\"])"}));
  EXPECT_EQ(Elements("[]"), Texts{});
}

TEST(JsonCursor, SaysWhereItEndsAndWhereItBreaks) {
  const std::string end = "!" + std::to_string(static_cast<int>(JsonStep::kEnd));
  const std::string broken = "!" + std::to_string(static_cast<int>(JsonStep::kBroken));
  EXPECT_EQ(Elements(R"([{"a":1},{"a":)"), (Texts{R"({"a":1})", end}));
  EXPECT_EQ(Elements(R"([{"a":1})"), (Texts{R"({"a":1})", end}));
  EXPECT_EQ(Elements(R"(["cut\)"), (Texts{end}));
  EXPECT_EQ(Elements(R"([{"a":1} {"a":2}])"), (Texts{R"({"a":1})", broken}));
  EXPECT_EQ(Elements(std::string("[1,\0]", 5)), (Texts{"1", broken}));
}

TEST(JsonCursor, ValuesLargerThanTheBuffer) {
  const std::string value = "\"" + std::string(5 << 20, 'x') + "\\\\\"";
  EXPECT_EQ(Elements("[" + value + ",1]"), (Texts{value, "1"}));
}

TEST(JsonCursor, KeysAndSkippedValues) {
  const std::string text = R"({"skip":{"a":[1,{"b":"}"}]},"take":7})";
  JsonCursor cursor{std::string_view(text)};
  cursor.Consume(1);
  bool more = false;
  std::string key;
  EXPECT_EQ(*cursor.TakeSeparator('}', JsonCursor::Place::kFirst, more), JsonStep::kOk);
  EXPECT_EQ(*cursor.TakeKey(key), JsonStep::kOk);
  EXPECT_EQ(key, "skip");
  EXPECT_EQ(*cursor.SkipValue(), JsonStep::kOk);
  EXPECT_EQ(*cursor.TakeSeparator('}', JsonCursor::Place::kLater, more), JsonStep::kOk);
  EXPECT_TRUE(more);
  EXPECT_EQ(*cursor.TakeKey(key), JsonStep::kOk);
  EXPECT_EQ(key, "take");
}

}  // namespace
}  // namespace slowtell::ingest
