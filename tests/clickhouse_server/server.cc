// SPDX-License-Identifier: Apache-2.0
// A small stand-in for a ClickHouse server: its HTTP interface around the embedded engine. Used by
// the tests of the HTTP store and by sanitizer builds, which cannot load the engine themselves. See
// README.md for what it is fair for.
#include <httplib.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>

#include "request.h"
#include "store/byte_queue.h"
#include "store/chdb_session.h"
#include "store/engine_error.h"
#include "store/store_directory.h"

namespace slowtell::stand_in {
namespace {

constexpr const char* kServerName = "slowtell-stand-in";  // kStandInName of src/store

int HttpStatus(int code) {
  switch (code) {
    case 62: return 400;  // syntax error
    case 60:
    case 81: return 404;  // unknown table, unknown database
    case 516: return 403;
    default: return 500;
  }
}

void Answer(httplib::Response& response, const Error& error) {
  const RawError raw = ToServerError(error);
  response.status = HttpStatus(raw.code);
  response.set_header("X-ClickHouse-Exception-Code", std::to_string(raw.code));
  response.set_content(raw.text, "text/plain; charset=UTF-8");
}

void SetSummary(httplib::Response& response, uint64_t written_rows) {
  response.set_header("X-ClickHouse-Summary", "{\"read_rows\":\"0\",\"written_rows\":\"" +
                                                  std::to_string(written_rows) + "\"}");
}

// A query whose result is sent while it runs: a thread fills the queue, the HTTP library empties
// it.
class RunningQuery {
 public:
  RunningQuery(chdb::Session session, Request request)
      : session_(std::move(session)), request_(std::move(request)), thread_([this] { Run(); }) {}
  ~RunningQuery() {
    queue_.Leave();
    thread_.join();
  }
  Result<std::string> Next() { return queue_.Pop(); }

 private:
  void Run() {
    queue_.Close(session_.Stream(request_.sql, request_.format, request_.params,
                                 [this](std::string_view part) -> Result<void> {
                                   if (part.empty() || queue_.Push(std::string(part))) return {};
                                   return Fail(ErrorKind::kInterrupted, "the client has gone");
                                 }));
  }

  chdb::Session session_;
  Request request_;
  ByteQueue queue_;
  std::thread thread_;
};

class Server {
 public:
  Server(const chdb::Api& api, std::vector<std::string> arguments)
      : api_(api), arguments_(std::move(arguments)) {
    http_.set_tcp_nodelay(true);
    http_.set_default_headers({{"X-ClickHouse-Server-Display-Name", kServerName}});
    http_.Get("/ping", [](const httplib::Request&, httplib::Response& response) {
      response.set_content("Ok.\n", "text/plain");
    });
    http_.Get("/", [this](const httplib::Request& http, httplib::Response& response) {
      Request request = FromArguments(http.params);
      request.read_only = true;  // GET never writes, as on a server
      Query(std::move(request), response);
    });
    http_.Post("/", [this](const httplib::Request& http, httplib::Response& response,
                           const httplib::ContentReader& body) { Post(http, response, body); });
  }

  // 0 when no port is free.
  int Bind() { return http_.bind_to_any_port("127.0.0.1"); }
  void Listen() { http_.listen_after_bind(); }
  void Stop() {
    // stop() before the first accept() would be forgotten.
    while (!http_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    http_.stop();
  }

 private:
  void Post(const httplib::Request& http, httplib::Response& response,
            const httplib::ContentReader& body) {
    Request request = FromArguments(http.params);
    InsertParts insert = SplitInsert(request.sql);
    if (!insert.format.empty()) return Insert(request, insert, &body, response);
    std::string text;
    body([&text](const char* data, size_t size) {
      text.append(data, size);
      return true;
    });
    request.sql += (request.sql.empty() ? "" : "\n") + text;
    insert = SplitInsert(request.sql);
    if (!insert.format.empty()) return Insert(request, insert, nullptr, response);
    Query(std::move(request), response);
  }

  void Query(Request request, httplib::Response& response) {
    auto session = chdb::Session::Open(api_, arguments_);
    if (!session) return Answer(response, session.error());
    if (auto ready = Prepare(*session, request, request.sql); !ready)
      return Answer(response, ready.error());
    const bool whole = request.wait_end_of_query;
    const auto query = std::make_shared<RunningQuery>(*std::move(session), std::move(request));
    SetSummary(response, 0);
    if (whole) return SendWhole(*query, response);
    auto first = std::make_shared<Result<std::string>>(query->Next());
    if (!*first) return Answer(response, first->error());
    if ((*first)->empty()) return response.set_content("", "text/plain");
    response.set_chunked_content_provider(
        "application/octet-stream", [query, first](size_t, httplib::DataSink& sink) {
          const Result<std::string> part = first->has_value() && !(*first)->empty()
                                               ? std::exchange(*first, std::string())
                                               : query->Next();
          if (!part)
            return false;  // breaks the transfer off: the client must not take half for all
          if (part->empty()) {
            sink.done();
            return true;
          }
          return sink.write(part->data(), part->size());
        });
  }

  static void SendWhole(RunningQuery& query, httplib::Response& response) {
    std::string text;
    while (true) {
      const Result<std::string> part = query.Next();
      if (!part) return Answer(response, part.error());
      if (part->empty()) break;
      text += *part;
    }
    response.set_content(text, "application/octet-stream");
  }

  // The rows come from `body`, or, without one, from behind the statement.
  void Insert(const Request& request, const InsertParts& insert, const httplib::ContentReader* body,
              httplib::Response& response) {
    const Result<uint64_t> rows = RunInsert(request, insert, body);
    if (!rows) return Answer(response, rows.error());
    SetSummary(response, *rows);
  }

  Result<uint64_t> RunInsert(const Request& request, const InsertParts& insert,
                             const httplib::ContentReader* body) {
    ASSIGN_OR_RETURN(chdb::Session session, chdb::Session::Open(api_, arguments_));
    RETURN_IF_ERROR(Prepare(session, request, insert.statement));
    const auto destroy = [this](chdb::InsertStream* s) { api_.destroy_insert_stream(s); };
    const std::unique_ptr<chdb::InsertStream, decltype(destroy)> stream(
        api_.stream_insert_n(session.handle(), insert.statement.data(), insert.statement.size(),
                             insert.format.data(), insert.format.size()),
        destroy);
    bool good = !api_.stream_insert_error(stream.get());
    const auto append = [&](const char* data, size_t size) {
      // After an error the rest is read and thrown away: the client listens only when it has sent
      // all.
      if (good) good = api_.stream_append(stream.get(), data, size) == 0;
      return true;
    };
    const bool complete = body ? (*body)(append) : append(insert.rest.data(), insert.rest.size());
    if (!complete) {
      api_.stream_cancel_insert(stream.get());
      return Fail(ErrorKind::kIo, "", "the body ended early");
    }
    if (!good) return Fail(EngineError("", api_.stream_insert_error(stream.get())));
    const chdb::ResultHandle done(api_.stream_done(stream.get()), {&api_});
    if (const char* error = api_.result_error(done.get())) return Fail(EngineError("", error));
    return api_.result_rows_written(done.get());
  }

  const chdb::Api& api_;
  std::vector<std::string> arguments_;
  httplib::Server http_;
};

Result<void> Serve() {
  ASSIGN_OR_RETURN(const chdb::Api* api, chdb::Load());
  ASSIGN_OR_RETURN(const StoreDirectory directory, StoreDirectory::Temporary());
  const std::vector<std::string> arguments{"--path=" + directory.path().string(),
                                           "--http_max_tries=1"};
  // Keeps the engine running between requests.
  ASSIGN_OR_RETURN(const chdb::Session anchor, chdb::Session::Open(*api, arguments));
  Server server(*api, arguments);
  const int port = server.Bind();
  if (port <= 0) return Fail(ErrorKind::kIo, "no free port");
  std::printf("%d\n", port);
  std::fflush(stdout);
  std::thread end_of_input([&server] {
    char byte = 0;
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
    server.Stop();
  });
  server.Listen();
  end_of_input.join();
  return {};
}

}  // namespace
}  // namespace slowtell::stand_in

int main() {
  if (auto served = slowtell::stand_in::Serve(); !served) {
    std::fprintf(stderr, "%s\n", slowtell::ToText(served.error()).c_str());
    return 1;
  }
  return 0;
}
