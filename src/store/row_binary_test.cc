// SPDX-License-Identifier: Apache-2.0
#include "store/row_binary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "schema/native.h"

namespace slowtell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string Header(const std::vector<std::pair<std::string, std::string>>& columns) {
  std::string out;
  schema::PutVarint(out, columns.size());
  for (const auto& column : columns) schema::PutString(out, column.first);
  for (const auto& column : columns) schema::PutString(out, column.second);
  return out;
}

TEST(RowBinaryTest, NothingIsAnEmptyTable) {
  const auto table = DecodeRowBinary("");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->Rows(), 0U);
}

TEST(RowBinaryTest, KeepsTheColumnsOfAResultWithoutRows) {
  const auto table = DecodeRowBinary(Header({{"a", "Int64"}, {"b", "String"}}));
  ASSERT_TRUE(table);
  EXPECT_EQ(table->Rows(), 0U);
  EXPECT_TRUE(table->Has("b"));
}

TEST(RowBinaryTest, ReadsRows) {
  std::string bytes = Header({{"a", "Nullable(Int16)"}, {"b", "LowCardinality(Nullable(String))"}});
  bytes += std::string("\x00\xfe\xff\x00", 4);
  schema::PutString(bytes, "x");
  bytes += "\x01\x01";
  const auto table = DecodeRowBinary(bytes);
  ASSERT_TRUE(table) << ToText(table.error());
  EXPECT_THAT(table->Ints("a"), ElementsAre(-2, 0));
  EXPECT_THAT(table->Texts("b"), ElementsAre("x", ""));
}

TEST(RowBinaryTest, EnumLabelsMayHoldAnything) {
  std::string bytes = Header({{"e", R"(Enum8('a, \'b\' = 5' = -1, '' = 2))"}});
  bytes += "\xff\x02\x07";
  const auto table = DecodeRowBinary(bytes);
  ASSERT_TRUE(table) << ToText(table.error());
  EXPECT_THAT(table->Texts("e"), ElementsAre("a, 'b' = 5", "", "7"));
}

TEST(RowBinaryTest, EveryCutIsAnErrorNotACrash) {
  std::string bytes = Header({{"a", "UInt32"}, {"s", "String"}, {"f", "FixedString(3)"}});
  const size_t header = bytes.size();
  bytes += std::string("\x01\x00\x00\x00", 4);
  schema::PutString(bytes, "text");
  bytes += "abc";
  for (size_t size = 1; size < bytes.size(); ++size)
    EXPECT_EQ(DecodeRowBinary(std::string_view(bytes).substr(0, size)).has_value(), size == header)
        << size;
  EXPECT_TRUE(DecodeRowBinary(bytes));
}

TEST(RowBinaryTest, HugeCountsAndOddTypesAreErrors) {
  EXPECT_FALSE(DecodeRowBinary("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"));
  EXPECT_FALSE(DecodeRowBinary(std::string("\x00\x00", 2)));
  std::string huge = Header({{"s", "String"}});
  schema::PutVarint(huge, UINT64_MAX);
  EXPECT_FALSE(DecodeRowBinary(huge));
  for (const char* type : {"DateTime", "Enum8('a')", "Enum8(a = 1)", "FixedString(x)",
                           "FixedString(-1)", "Array(Int8)", "Nullable("}) {
    const auto table = DecodeRowBinary(Header({{"odd", type}}));
    ASSERT_FALSE(table) << type;
    EXPECT_THAT(ToText(table.error()), HasSubstr("'odd'"));
  }
}

}  // namespace
}  // namespace slowtell
