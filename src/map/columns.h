// SPDX-License-Identifier: Apache-2.0
// From the columns a mapping returns to the columns of a canonical table: which table is meant,
// does every name exist, can every type be converted, what stands where nothing was given.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slowtell::map {

struct Column {
  std::string name;
  std::string type;  // as the engine writes it
};

// "a Int64, b Map(String, String)" -> columns.
std::vector<Column> ParseStructure(std::string_view structure);

// A column that holds one of a few words, and the words.
struct Choice {
  std::string column;
  std::vector<std::string> words;
};

// How the rows get into their table. Inside the prepared query every column is called m_<name>, so
// that no alias repeats a name of the mapping.
struct Target {
  std::string table;        // "spans" or "events"
  std::string time_column;  // "start_ns" or "at_ns"
  bool has_duration = false;
  std::vector<Column> columns;   // of the table
  std::vector<Choice> choices;   // to be checked
  std::string prepared_columns;  // "expr AS m_trace_id, ..." over the mapping's own result
};

// `given` are the columns of the mapping; `path` names it in errors. The prepared columns use the
// parameter {map_seed:String} to make identifiers that are the same for the same bytes.
Result<Target> ChooseTarget(const std::vector<Column>& given, const std::string& path);

}  // namespace slowtell::map
