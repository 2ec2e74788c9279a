// SPDX-License-Identifier: Apache-2.0
#include "store/clickhouse_store.h"

#include <thread>
#include <utility>

#include "store/byte_queue.h"
#include "store/http_client.h"
#include "store/row_binary.h"

namespace slowtell {
namespace {

Result<void> Ignore(std::string_view) { return {}; }

// The HTTP library pulls a body; Write() pushes. A queue and a thread stand between them.
class HttpInserter final : public Inserter {
 public:
  HttpInserter(const HttpClient& client, UrlArguments arguments)
      : thread_([this, &client, arguments = std::move(arguments)] {
          outcome_ = client.Upload(arguments, [this] { return queue_.Pop(); });
          queue_.Leave();
        }) {}
  ~HttpInserter() override {
    if (!thread_.joinable()) return;
    queue_.Close(Fail(ErrorKind::kInterrupted, "the insert was abandoned"));
    thread_.join();
  }

  Result<void> Write(std::string_view blocks) override {
    if (blocks.empty()) return {};
    if (thread_.joinable() && queue_.Push(std::string(blocks))) return {};
    return Outcome();
  }

  Result<void> Finish() override {
    if (!thread_.joinable()) return Outcome();
    queue_.Close({});
    thread_.join();
    return outcome_;
  }

 private:
  // The upload ended before its time; the reason is the thread's.
  Result<void> Outcome() {
    if (thread_.joinable()) thread_.join();
    if (!outcome_) return outcome_;
    return Fail(ErrorKind::kStore, "cannot insert rows", "the insert has ended");
  }

  ByteQueue queue_;
  Result<void> outcome_;
  std::thread thread_;  // last: it uses the members above
};

class ClickHouseStore final : public Store {
 public:
  ClickHouseStore(HttpClient client, std::string database, std::string server_name)
      : client_(std::move(client)),
        database_(std::move(database)),
        server_name_(std::move(server_name)) {}

  Result<void> Run(std::string_view sql, const Params& params, const QueryLimits& limits) override {
    return client_.Post(Arguments("Null", params, limits), sql, Timeout(limits), Ignore);
  }

  Result<Table> Query(std::string_view sql, const Params& params,
                      const QueryLimits& limits) override {
    UrlArguments arguments = Arguments("RowBinaryWithNamesAndTypes", params, limits);
    // An error in the middle must arrive as an error, not as bytes behind half a result.
    arguments.emplace_back("wait_end_of_query", "1");
    std::string bytes;
    RETURN_IF_ERROR(client_.Post(arguments, sql, Timeout(limits),
                                 [&bytes](std::string_view part) -> Result<void> {
                                   bytes += part;
                                   return {};
                                 }));
    return DecodeRowBinary(bytes);
  }

  Result<void> Stream(std::string_view sql, std::string_view format, const Params& params,
                      const QueryLimits& limits, const BytesSink& sink) override {
    return client_.Post(Arguments(format, params, limits), sql, Timeout(limits), sink);
  }

  Result<std::unique_ptr<Inserter>> Insert(std::string_view table, std::string_view columns,
                                           std::string_view /*structure*/) override {
    UrlArguments arguments = Arguments("Null", {}, {});
    arguments.emplace_back("query", "INSERT INTO " + std::string(table) + " (" +
                                        std::string(columns) + ") FORMAT Native");
    return std::make_unique<HttpInserter>(client_, std::move(arguments));
  }

  std::string Description() const override {
    return "ClickHouse at " + client_.address().origin + ", database " + database_;
  }

  // A server's file() reads the server's files. The stand-in runs on this machine, as this user.
  bool ReadsLocalFiles() const override { return server_name_ == kStandInName; }

 private:
  UrlArguments Arguments(std::string_view format, const Params& params,
                         const QueryLimits& limits) const {
    UrlArguments arguments{{"database", database_}, {"default_format", std::string(format)}};
    for (const auto& [name, value] : params)
      arguments.emplace_back("param_" + name, EscapeParam(value));
    const auto add = [&arguments](const char* name, int64_t value) {
      if (value != 0) arguments.emplace_back(name, std::to_string(value));
    };
    add("max_execution_time", limits.max_seconds);
    add("max_memory_usage", limits.max_memory_bytes);
    add("max_threads", limits.max_threads);
    add("readonly", limits.read_only ? 1 : 0);
    return arguments;
  }

  // A little longer than the server's own limit, so that its message wins.
  static int64_t Timeout(const QueryLimits& limits) {
    return limits.max_seconds ? limits.max_seconds + 15 : 0;
  }

  HttpClient client_;
  std::string database_;
  std::string server_name_;
};

}  // namespace

Result<std::unique_ptr<Store>> OpenClickHouseStore(const std::string& url,
                                                   const std::string& database) {
  ASSIGN_OR_RETURN(ServerAddress address, ParseServerUrl(url));
  HttpClient client(std::move(address));
  ASSIGN_OR_RETURN(std::string server_name, client.ServerName());
  if (!database.empty()) {
    const UrlArguments arguments{{"param_name", EscapeParam(database)}};
    RETURN_IF_ERROR(
        client.Post(arguments, "CREATE DATABASE IF NOT EXISTS {name:Identifier}", 0, Ignore));
  }
  return std::make_unique<ClickHouseStore>(
      std::move(client), database.empty() ? "default" : database, std::move(server_name));
}

}  // namespace slowtell
