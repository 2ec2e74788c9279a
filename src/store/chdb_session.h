// SPDX-License-Identifier: Apache-2.0
// One connection to the embedded engine, used for one operation and thrown away: settings of one
// query then cannot leak into the next, and a stream never shares a connection with another query
// (which loses results). Opening one costs 0.1 ms once the engine runs.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/chdb_api.h"
#include "store/store.h"

namespace slowtell::chdb {

struct ResultDeleter {
  const Api* api;
  void operator()(QueryResult* result) const { api->destroy_query_result(result); }
};
using ResultHandle = std::unique_ptr<QueryResult, ResultDeleter>;

// Receives a part of a result; an error stops the query.
using ChunkSink = std::function<Result<void>(std::string_view)>;

class Session {
 public:
  // `arguments` as on the engine's command line ("--path=/dir", "--max_threads=1"); the first
  // session of a process starts the engine, the end of the last one stops it.
  static Result<Session> Open(const Api& api, const std::vector<std::string>& arguments);
  Session(Session&& other) noexcept;
  Session& operator=(Session&&) = delete;
  ~Session();

  // Result<> of the whole text; the errors are the engine's own words.
  Result<std::string> Execute(std::string_view sql, std::string_view format, const Params& params);
  // Delivers the result in portions of about 1 MB. Statements that cannot stream arrive as one.
  Result<void> Stream(std::string_view sql, std::string_view format, const Params& params,
                      const ChunkSink& sink);
  // Settings from the limits; with read_only it also refuses anything but one reading statement.
  Result<void> Restrict(std::string_view sql, const Params& params, const QueryLimits& limits);

  Connection* handle() const { return *connection_; }
  const Api& api() const { return *api_; }

 private:
  Session(const Api& api, Connection** connection) : api_(&api), connection_(connection) {}

  const Api* api_;
  Connection** connection_;
};

}  // namespace slowtell::chdb
