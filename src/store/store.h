// SPDX-License-Identifier: Apache-2.0
// The SQL engine as the rest of the program sees it. Two implementations: the embedded engine
// (chdb_store) and a ClickHouse server over HTTP (clickhouse_store). Both speak the same dialect.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/table.h"

namespace slowtell {

// Values for `{name:Type}` placeholders. Values are plain text; the store escapes them.
using Params = std::vector<std::pair<std::string, std::string>>;

// Limits of one query; 0 = the store's default.
struct QueryLimits {
  int64_t max_seconds = 0;
  int64_t max_memory_bytes = 0;
  int64_t max_threads = 0;  // 1 makes the order of rows that come from a file certain
  bool read_only = false;   // refuses writes, settings and table functions that reach outside
};

// A running INSERT. Write() takes whole Native blocks. Rows appear in portions while it runs, so a
// row counts only when its source is in `sources`, which is written last. Destroying an Inserter
// without Finish() abandons the insert: the caller drops the partition of its source, and if it
// cannot (the process died), the next OpenStore does.
class Inserter {
 public:
  virtual ~Inserter() = default;
  virtual Result<void> Write(std::string_view native_blocks) = 0;
  virtual Result<void> Finish() = 0;
};

class Store {
 public:
  virtual ~Store() = default;
  // A statement without a result.
  virtual Result<void> Run(std::string_view sql, const Params& params = {},
                           const QueryLimits& limits = {}) = 0;
  // A SELECT whose columns are integers, floats, strings or enums. Signed and unsigned integers
  // and booleans arrive as int64, dates and anything else must be converted in the SQL.
  virtual Result<Table> Query(std::string_view sql, const Params& params = {},
                              const QueryLimits& limits = {}) = 0;
  // A SELECT whose result is passed on as bytes in `format` (CSVWithNames, JSONEachRow, ...).
  virtual Result<void> Stream(std::string_view sql, std::string_view format, const Params& params,
                              const QueryLimits& limits,
                              const std::function<Result<void>(std::string_view)>& sink) = 0;
  // Starts an INSERT of Native blocks with the given structure ("a Int64, b String").
  virtual Result<std::unique_ptr<Inserter>> Insert(std::string_view table, std::string_view columns,
                                                   std::string_view structure) = 0;
  // "embedded engine 26.7.2.1, temporary store" and the like, for run.json and bug reports.
  virtual std::string Description() const = 0;
  // True where file('...') reads this machine's files (needed by --map).
  virtual bool ReadsLocalFiles() const = 0;
};

// Escapes a parameter value the way both back ends parse it (TSV rules).
std::string EscapeParam(std::string_view value);

struct StoreOptions {
  std::string directory;  // empty: a temporary store, removed at the end
  std::string url;        // not empty: ClickHouse over HTTP, e.g. "http://127.0.0.1:8123"
  std::string database;   // HTTP only; empty: "default"
};
// Opens (creating if needed) and makes sure that all tables of src/schema exist; removes what an
// unfinished import left. Errors: kStore when another process holds it or it is unreadable.
Result<std::unique_ptr<Store>> OpenStore(const StoreOptions& options);

}  // namespace slowtell
