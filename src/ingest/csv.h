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
  explicit CsvReader(Input& input) : input_(input) {}
  // false at the end. Cells stay valid until the next call. Blank lines are skipped.
  Result<bool> Next(std::vector<std::string>& cells);
  // True when the record returned last ended inside a quoted cell: the file was cut there.
  bool CutInQuotes() const { return cut_in_quotes_; }

 private:
  Input& input_;
  bool cut_in_quotes_ = false;
};

}  // namespace slowtell::ingest
