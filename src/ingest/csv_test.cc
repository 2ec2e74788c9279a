// SPDX-License-Identifier: Apache-2.0
#include "ingest/csv.h"

#include <gtest/gtest.h>

#include "ingest/open_input.h"

namespace slowtell::ingest {
namespace {

using Records = std::vector<std::vector<std::string>>;

struct Parsed {
  Records records;
  int open_quotes = 0;
};

Parsed Read(const std::string& text, char separator = ',') {
  Parsed parsed;
  const auto input = OpenMemoryInput("t.csv", text);
  EXPECT_TRUE(input.has_value());
  CsvReader reader(**input, separator);
  std::vector<std::string_view> cells;
  while (true) {
    const Result<bool> more = reader.Next(cells);
    EXPECT_TRUE(more.has_value());
    if (!more || !*more) return parsed;
    parsed.open_quotes += reader.OpenQuote() ? 1 : 0;
    parsed.records.emplace_back(cells.begin(), cells.end());
  }
}

TEST(Csv, PlainAndQuotedCells) {
  EXPECT_EQ(Read("a,b,c\r\n1,\"2,3\",\n\n\"say \"\"hi\"\"\",,x\"y\"\n").records,
            (Records{{"a", "b", "c"}, {"1", "2,3", ""}, {"say \"hi\"", "", "x\"y\""}}));
}

TEST(Csv, ARecordMaySpanLines) {
  EXPECT_EQ(Read("a,b\n\"one\n\ntwo\",\"\n\"\n3,4").records,
            (Records{{"a", "b"}, {"one\n\ntwo", "\n"}, {"3", "4"}}));
}

TEST(Csv, EmptyQuotesAreAnEmptyCell) {
  EXPECT_EQ(Read("\"\",\"\"\n\"a\"\"\",b\n").records, (Records{{"", ""}, {"a\"", "b"}}));
}

TEST(Csv, SaysWhenTheFileEndsInsideQuotes) {
  const Parsed parsed = Read("a,b\n1,\"cut");
  EXPECT_EQ(parsed.records, (Records{{"a", "b"}, {"1", "cut"}}));
  EXPECT_EQ(parsed.open_quotes, 1);
}

TEST(Csv, AWrongQuoteDoesNotSwallowTheFile) {
  std::string text = "a,b\n1,\"never closed\n";
  while (text.size() < CsvReader::kLargestRecord + 100) text += "7,8\n";
  text += "last,row\n";
  const Parsed parsed = Read(text);
  EXPECT_EQ(parsed.open_quotes, 1);
  EXPECT_EQ(parsed.records.back(), (std::vector<std::string>{"last", "row"}));
}

TEST(Csv, OtherSeparators) {
  EXPECT_EQ(CsvSeparator("a,b;c,d\n1;2;3;4"), ',');
  EXPECT_EQ(CsvSeparator("timestamp;duration;id"), ';');
  EXPECT_EQ(CsvSeparator("timestamp\tduration"), '\t');
  EXPECT_EQ(Read("a;b\n1,5;\"x;y\"\n", ';').records, (Records{{"a", "b"}, {"1,5", "x;y"}}));
}

}  // namespace
}  // namespace slowtell::ingest
