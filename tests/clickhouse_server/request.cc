// SPDX-License-Identifier: Apache-2.0
#include "request.h"

#include <cctype>
#include <cstdlib>

#include "base/text.h"
#include "store/chdb_guard.h"

namespace slowtell::stand_in {
namespace {

bool IsIdentifier(std::string_view name) {
  if (name.empty()) return false;
  for (const char c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  return true;
}

std::string Quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') out += '\\';
    out += c;
  }
  return out + quote;
}

// Undoes EscapeParam: the session escapes again.
std::string Unescape(std::string_view value) {
  std::string out;
  for (size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\\' || i + 1 == value.size()) {
      out += value[i];
      continue;
    }
    switch (const char c = value[++i]) {
      case 't': out += '\t'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case '0': out += '\0'; break;
      default: out += c;
    }
  }
  return out;
}

// Arguments of the protocol that are no settings.
bool IsProtocolArgument(std::string_view name) {
  return name == "query_id" || name == "user" || name == "password" || name == "session_id" ||
         name == "buffer_size" || name == "compress" || name == "send_progress_in_http_headers";
}

}  // namespace

Request FromArguments(const std::multimap<std::string, std::string>& arguments) {
  Request request;
  for (const auto& [name, value] : arguments) {
    if (name == "query") {
      request.sql = value;
    } else if (name == "default_format") {
      request.format = value;
    } else if (name == "database") {
      request.database = value;
    } else if (name == "wait_end_of_query") {
      request.wait_end_of_query = value == "1";
    } else if (name == "readonly") {
      request.read_only = value != "0";
    } else if (name.starts_with("param_")) {
      request.params.emplace_back(name.substr(6), Unescape(value));
    } else if (!IsProtocolArgument(name)) {
      request.settings.emplace_back(name, value);
    }
  }
  return request;
}

InsertParts SplitInsert(std::string_view sql) {
  if (!StartsWithIgnoreCase(Trim(sql), "INSERT")) return {std::string(sql), "", {}};
  const std::string lower = Lower(sql);
  for (size_t at = lower.find("format"); at != lower.npos; at = lower.find("format", at + 1)) {
    size_t i = at + 6;
    if (at == 0 || !std::isspace(static_cast<unsigned char>(lower[at - 1]))) continue;
    if (i >= sql.size() || !std::isspace(static_cast<unsigned char>(sql[i]))) continue;
    while (i < sql.size() && std::isspace(static_cast<unsigned char>(sql[i]))) ++i;
    const size_t begin = i;
    while (i < sql.size() && std::isalnum(static_cast<unsigned char>(sql[i]))) ++i;
    if (begin == i) continue;
    const std::string format(sql.substr(begin, i - begin));
    if (i < sql.size()) ++i;  // one separator, then data
    return {std::string(sql.substr(0, at)), format, sql.substr(i)};
  }
  return {std::string(sql), "", {}};
}

Result<void> Prepare(chdb::Session& session, const Request& request, std::string_view sql) {
  chdb::StatementReport report;
  session.api().classify_query_n(session.handle(), sql.data(), sql.size(), nullptr, 0, &report);
  if (report.statements > 1)
    return Fail(ErrorKind::kStore, "",
                "Multi-statements are not allowed (engine code 62, SYNTAX_ERROR)");
  if (!request.database.empty())
    RETURN_IF_ERROR(session.Execute("USE " + Quoted(request.database, '`'), "Null", {}));
  for (const auto& [name, value] : request.settings) {
    if (!IsIdentifier(name))
      return Fail(ErrorKind::kStore, "", "bad setting name (engine code 115, UNKNOWN_SETTING)");
    RETURN_IF_ERROR(session.Execute("SET " + name + " = " + Quoted(value, '\''), "Null", {}));
  }
  QueryLimits limits;
  limits.read_only = request.read_only;
  return session.Restrict(sql, request.params, limits);
}

RawError ToServerError(const Error& error) {
  constexpr std::string_view kMark = " (engine code ";
  RawError raw;
  std::string text = error.why;
  std::string name = "UNKNOWN_EXCEPTION";
  if (const size_t at = text.rfind(kMark); at != text.npos) {
    const std::string tail = text.substr(at + kMark.size());
    raw.code = std::atoi(tail.c_str());
    if (const size_t comma = tail.find(", "); comma != tail.npos)
      name = tail.substr(comma + 2, tail.size() - comma - 3);
    text.resize(at);
  } else if (error.kind == ErrorKind::kStore) {
    // Our own guard: a server refuses the same things in read-only mode.
    raw.code = 164;
    name = "READONLY";
  }
  raw.text = "Code: " + std::to_string(raw.code) + ". DB::Exception: " + text + " (" + name + ")\n";
  return raw;
}

}  // namespace slowtell::stand_in
