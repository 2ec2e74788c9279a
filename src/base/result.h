// SPDX-License-Identifier: Apache-2.0
// The one error type of the project. An error says what failed, why, where (file:line or file:byte)
// and what to do about it, because the person who reads it has ten minutes and no source code.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace slowtell {

// Decides the exit code (see src/cli/exit_code.h), never the wording.
enum class ErrorKind {
  kUsage,        // the command line makes no sense
  kBadInput,     // the telemetry or mapping cannot be used
  kIo,           // the operating system refused (disk full, permission)
  kStore,        // the SQL engine refused
  kInterrupted,  // Ctrl-C or SIGTERM
  kInternal,     // a bug of ours
};

struct Error {
  ErrorKind kind = ErrorKind::kInternal;
  std::string what;   // "cannot read spans"
  std::string why;    // "unexpected end of JSON"
  std::string where;  // "traces.jsonl:17" or "" when there is no place
  std::string hint;   // "the file looks truncated; export it again", or ""
};

// A value or an Error. Ignoring one is a compile error under -Werror.
template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
  Result(tl::expected<T, Error> other) : tl::expected<T, Error>(std::move(other)) {}
};

// `return Fail(...)` from a function that returns any Result<T>.
using Failure = tl::unexpected<Error>;
inline Failure Fail(Error error) { return Failure(std::move(error)); }
inline Failure Fail(ErrorKind kind, std::string what, std::string why = "", std::string where = "",
                    std::string hint = "") {
  return Failure(Error{kind, std::move(what), std::move(why), std::move(where), std::move(hint)});
}

// "what: why (where)\n  hint: ..." for stderr; one error, one paragraph.
std::string ToText(const Error& error);

}  // namespace slowtell

// Leaves the function with the error, or goes on. `ASSIGN_OR_RETURN(auto x, F());` binds the value.
#define SLOWTELL_CONCAT_(a, b) a##b
#define SLOWTELL_CONCAT(a, b) SLOWTELL_CONCAT_(a, b)
#define RETURN_IF_ERROR(expr)                                         \
  do {                                                                \
    if (auto slowtell_status = (expr); !slowtell_status)              \
      return ::slowtell::Failure(std::move(slowtell_status).error()); \
  } while (false)
#define ASSIGN_OR_RETURN(declaration, expr)                                                     \
  auto SLOWTELL_CONCAT(slowtell_result_, __LINE__) = (expr);                                    \
  if (!SLOWTELL_CONCAT(slowtell_result_, __LINE__))                                             \
    return ::slowtell::Failure(std::move(SLOWTELL_CONCAT(slowtell_result_, __LINE__)).error()); \
  declaration = *std::move(SLOWTELL_CONCAT(slowtell_result_, __LINE__))
