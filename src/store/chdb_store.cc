// SPDX-License-Identifier: Apache-2.0
#include "store/chdb_store.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "store/chdb_api.h"
#include "store/chdb_session.h"
#include "store/engine_error.h"
#include "store/row_binary.h"

namespace slowtell {
namespace {

using chdb::Api;
using chdb::Session;

constexpr std::string_view kResultFormat = "RowBinaryWithNamesAndTypes";

// Rows per part. The default of a million needs 1 GB for spans; at this size an insert is as fast
// and takes a third of it.
constexpr const char* kInsertSettings =
    "SET min_insert_block_size_rows = 393216, min_insert_block_size_bytes = 0";

// Held while a store is open: the engine has one folder per process.
std::atomic<bool> store_is_open{false};

// Half of the memory of the machine, at most 8 GiB: a query beyond it fails and leaves the process
// alive, which the kernel's out-of-memory killer would not.
int64_t EngineMemoryBytes() {
  const int64_t total = int64_t{sysconf(_SC_PHYS_PAGES)} * int64_t{sysconf(_SC_PAGESIZE)};
  return std::clamp<int64_t>(total / 2, int64_t{1} << 30, int64_t{8} << 30);
}

std::vector<std::string> Arguments(const std::filesystem::path& path) {
  return {"--path=" + path.string(),
          "--max_server_memory_usage=" + std::to_string(EngineMemoryBytes()),
          // Its own retries would hold a query for minutes.
          "--http_max_tries=1"};
}

class ChdbInserter final : public Inserter {
 public:
  ChdbInserter(Session session, chdb::InsertStream* stream)
      : session_(std::move(session)), stream_(stream) {}
  ~ChdbInserter() override {
    if (!done_) session_.api().stream_cancel_insert(stream_);
    session_.api().destroy_insert_stream(stream_);
  }

  Result<void> Write(std::string_view blocks) override {
    if (session_.api().stream_append(stream_, blocks.data(), blocks.size()) == 0) return {};
    return Failed();
  }

  Result<void> Finish() override {
    done_ = true;
    const chdb::ResultHandle result(session_.api().stream_done(stream_), {&session_.api()});
    if (!result) return Failed();
    if (const char* error = session_.api().result_error(result.get()))
      return Fail(EngineError("cannot insert rows", error));
    return {};
  }

 private:
  Failure Failed() const {
    const char* error = session_.api().stream_insert_error(stream_);
    return Fail(EngineError("cannot insert rows", error ? error : "the insert has ended"));
  }

  Session session_;
  chdb::InsertStream* stream_;
  bool done_ = false;
};

// Formats whose chunks can be put one after the other. All others begin (and some end) with
// something of their own, which the engine repeats for every chunk; they are fetched whole.
bool GoesOnInChunks(std::string_view format) {
  for (std::string_view name :
       {"CSV", "TSV", "TabSeparated", "JSONEachRow", "JSONCompactEachRow", "Values", "RowBinary"})
    if (format == name) return true;
  return false;
}

class ChdbStore final : public Store {
 public:
  ChdbStore(const Api& api, StoreDirectory directory, Session anchor)
      : api_(api), directory_(std::move(directory)), anchor_(std::move(anchor)) {}
  ~ChdbStore() override {
    anchor_.reset();  // before the folder goes
    store_is_open = false;
  }

  Result<void> Run(std::string_view sql, const Params& params, const QueryLimits& limits) override {
    ASSIGN_OR_RETURN(Session session, Restricted(sql, params, limits));
    RETURN_IF_ERROR(session.Execute(sql, "Null", params));
    return {};
  }

  Result<Table> Query(std::string_view sql, const Params& params,
                      const QueryLimits& limits) override {
    // Not streamed: each chunk of a stream would begin with the names and types again.
    ASSIGN_OR_RETURN(Session session, Restricted(sql, params, limits));
    ASSIGN_OR_RETURN(const std::string bytes, session.Execute(sql, kResultFormat, params));
    return DecodeRowBinary(bytes);
  }

  Result<void> Stream(std::string_view sql, std::string_view format, const Params& params,
                      const QueryLimits& limits, const chdb::ChunkSink& sink) override {
    ASSIGN_OR_RETURN(Session session, Restricted(sql, params, limits));
    if (GoesOnInChunks(format)) return session.Stream(sql, format, params, sink);
    ASSIGN_OR_RETURN(const std::string whole, session.Execute(sql, format, params));
    return sink(whole);
  }

  Result<std::unique_ptr<Inserter>> Insert(std::string_view table, std::string_view columns,
                                           std::string_view /*structure*/) override {
    ASSIGN_OR_RETURN(Session session, Restricted("", {}, {}));
    RETURN_IF_ERROR(session.Execute(kInsertSettings, "Null", {}));
    const std::string sql = "INSERT INTO " + std::string(table) + " (" + std::string(columns) + ")";
    chdb::InsertStream* stream =
        api_.stream_insert_n(session.handle(), sql.data(), sql.size(), "Native", 6);
    if (const char* error = api_.stream_insert_error(stream)) {
      Error failed = EngineError("cannot insert into " + std::string(table), error);
      api_.destroy_insert_stream(stream);
      return Fail(std::move(failed));
    }
    return std::make_unique<ChdbInserter>(std::move(session), stream);
  }

  std::string Description() const override {
    return std::string("embedded engine ") + api_.version() + ", " +
           (directory_.temporary() ? "temporary store" : "store " + directory_.path().string());
  }

  bool ReadsLocalFiles() const override { return true; }

 private:
  Result<Session> Restricted(std::string_view sql, const Params& params,
                             const QueryLimits& limits) {
    ASSIGN_OR_RETURN(Session session, Session::Open(api_, Arguments(directory_.path())));
    RETURN_IF_ERROR(session.Restrict(sql, params, limits));
    return session;
  }

  const Api& api_;
  StoreDirectory directory_;
  std::optional<Session> anchor_;  // keeps the engine running between operations
};

}  // namespace

Result<std::unique_ptr<Store>> OpenChdbStore(StoreDirectory directory) {
  ASSIGN_OR_RETURN(const Api* api, chdb::Load());
  if (store_is_open.exchange(true))
    return Fail(ErrorKind::kStore, "cannot open the store " + directory.path().string(),
                "this process already has a store open");
  auto anchor = Session::Open(*api, Arguments(directory.path()));
  if (!anchor) {
    store_is_open = false;
    return Fail(std::move(anchor).error());
  }
  return std::make_unique<ChdbStore>(*api, std::move(directory), *std::move(anchor));
}

}  // namespace slowtell
