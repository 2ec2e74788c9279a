// SPDX-License-Identifier: Apache-2.0
// Records of a comma-separated file (RFC 4180): quoted cells may hold commas, doubled quotes and
// line breaks, so a record may span lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/importer.h"

namespace slowtell::ingest {

class CsvReader {
 public:
  // A record longer than this has an opening quote that nobody closed.
  static constexpr size_t kLargestRecord = size_t{4} << 20;

  explicit CsvReader(Input& input, char separator = ',') : input_(input), separator_(separator) {}
  // false at the end. Cells stay valid until the next call. Blank lines are skipped.
  Result<bool> Next(std::vector<std::string_view>& cells);
  // True when the record returned last ended inside a quoted cell, at the end of the file or at
  // the largest size: the file was cut there, or the quote is wrong. Reading goes on at the next
  // line.
  bool OpenQuote() const { return open_quote_; }

 private:
  void SplitLine(std::string_view line);

  Input& input_;
  char separator_;
  bool open_quote_ = false;
  std::string text_;          // of all cells, one behind the other
  std::vector<size_t> ends_;  // of each cell in text_
};

// The separator of a header line: a comma, or what spreadsheets use where the comma is the decimal
// point (semicolon, tab).
char CsvSeparator(std::string_view header);

}  // namespace slowtell::ingest
