// SPDX-License-Identifier: Apache-2.0
#include "store/chdb_session.h"

#include <utility>

#include "store/chdb_guard.h"
#include "store/engine_error.h"

namespace slowtell::chdb {
namespace {

constexpr const char* kWhat = "the SQL engine refused a query";

// Parameters as the C API wants them.
struct ParamArrays {
  explicit ParamArrays(const Params& params) {
    escaped.reserve(params.size());
    for (const auto& [name, value] : params) {
      names.push_back(name.data());
      name_bytes.push_back(name.size());
      escaped.push_back(EscapeParam(value));
      values.push_back(escaped.back().data());
      value_bytes.push_back(escaped.back().size());
    }
  }
  std::vector<std::string> escaped;
  std::vector<const char*> names, values;
  std::vector<size_t> name_bytes, value_bytes;
};

std::string_view Text(const Api& api, QueryResult* result) {
  const char* data = api.result_buffer(result);
  return data ? std::string_view(data, api.result_length(result)) : std::string_view();
}

// The engine can stream a SELECT only and says so before it starts anything else.
bool CannotStream(std::string_view error) {
  return error.find("Streaming query is not supported") != error.npos;
}

}  // namespace

Result<Session> Session::Open(const Api& api, const std::vector<std::string>& arguments) {
  std::string program = "slowtell";
  std::vector<std::string> copies = arguments;
  std::vector<char*> argv{program.data()};
  for (std::string& argument : copies) argv.push_back(argument.data());
  Connection** connection = api.connect(static_cast<int>(argv.size()), argv.data());
  if (!connection || !*connection)
    return Fail(ErrorKind::kStore, "the SQL engine did not open the store",
                "its own message is above, on the error output", "",
                "if the disk is full or the folder is damaged, use another --store");
  return Session(api, connection);
}

Session::Session(Session&& other) noexcept
    : api_(other.api_), connection_(std::exchange(other.connection_, nullptr)) {}

Session::~Session() {
  if (connection_) api_->close_conn(connection_);
}

Result<std::string> Session::Execute(std::string_view sql, std::string_view format,
                                     const Params& params) {
  const ParamArrays a(params);
  const ResultHandle result(
      api_->query_with_params_n(handle(), sql.data(), sql.size(), format.data(), format.size(),
                                a.names.data(), a.name_bytes.data(), a.values.data(),
                                a.value_bytes.data(), params.size()),
      {api_});
  if (!result) return Fail(ErrorKind::kStore, kWhat, "it returned nothing");
  if (const char* error = api_->result_error(result.get())) return Fail(EngineError(kWhat, error));
  return std::string(Text(*api_, result.get()));
}

Result<void> Session::Stream(std::string_view sql, std::string_view format, const Params& params,
                             const ChunkSink& sink) {
  const ParamArrays a(params);
  const ResultHandle stream(
      api_->stream_query_with_params_n(handle(), sql.data(), sql.size(), format.data(),
                                       format.size(), a.names.data(), a.name_bytes.data(),
                                       a.values.data(), a.value_bytes.data(), params.size()),
      {api_});
  if (!stream) return Fail(ErrorKind::kStore, kWhat, "it returned nothing");
  if (const char* error = api_->result_error(stream.get())) {
    if (!CannotStream(error)) return Fail(EngineError(kWhat, error));
    ASSIGN_OR_RETURN(const std::string whole, Execute(sql, format, params));
    return sink(whole);
  }
  while (true) {
    const ResultHandle chunk(api_->stream_fetch_result(handle(), stream.get()), {api_});
    if (!chunk) return Fail(ErrorKind::kStore, kWhat, "its result ended early");
    if (const char* error = api_->result_error(chunk.get())) return Fail(EngineError(kWhat, error));
    const std::string_view text = Text(*api_, chunk.get());
    if (text.empty()) return {};
    if (auto taken = sink(text); !taken) {
      api_->stream_cancel_query(handle(), stream.get());
      return taken;
    }
  }
}

Result<void> Session::Restrict(std::string_view sql, const Params& params,
                               const QueryLimits& limits) {
  if (limits.read_only) RETURN_IF_ERROR(RequireOneRead(*this, sql));
  std::string settings;
  const auto add = [&settings](const char* name, int64_t value) {
    if (value == 0) return;
    settings +=
        (settings.empty() ? "SET " : ", ") + std::string(name) + " = " + std::to_string(value);
  };
  add("max_execution_time", limits.max_seconds);
  add("max_memory_usage", limits.max_memory_bytes);
  add("max_threads", limits.max_threads);
  add("readonly", limits.read_only ? 1 : 0);  // last: it forbids every later SET
  if (settings.empty()) return {};
  RETURN_IF_ERROR(Execute(settings, "Null", {}));
  return limits.read_only ? RequireNoFileFunctions(*this, sql, params) : Result<void>();
}

}  // namespace slowtell::chdb
