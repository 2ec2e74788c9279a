// SPDX-License-Identifier: Apache-2.0
// One request of ClickHouse's HTTP interface, taken apart: what to run, with which settings.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/chdb_session.h"
#include "store/store.h"

namespace slowtell::stand_in {

struct Request {
  std::string sql;
  std::string format = "TabSeparated";  // default_format
  std::string database;
  bool wait_end_of_query = false;
  bool read_only = false;
  Params params;  // escaped as they came, since both sides use the same rule
  std::vector<std::pair<std::string, std::string>> settings;
};

// From the arguments of the URL.
Request FromArguments(const std::multimap<std::string, std::string>& arguments);

// "INSERT INTO t (a) FORMAT Native" + data: the statement without its FORMAT, and the format. A
// text that is no such INSERT comes back with an empty format. `rest` is what follows in the same
// text.
struct InsertParts {
  std::string statement;
  std::string format;
  std::string_view rest;
};
InsertParts SplitInsert(std::string_view sql);

// Brings a session into the state the request asks for (database, settings, readonly last) and
// refuses more than one statement, as a server does.
Result<void> Prepare(chdb::Session& session, const Request& request, std::string_view sql);

// An error as a server words it: "Code: 60. DB::Exception: ... (UNKNOWN_TABLE)".
struct RawError {
  int code = 1;
  std::string text;
};
RawError ToServerError(const Error& error);

}  // namespace slowtell::stand_in
