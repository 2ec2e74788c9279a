// SPDX-License-Identifier: Apache-2.0
#include "store/chdb_guard.h"

#include <array>
#include <string>

#include "base/text.h"

namespace slowtell::chdb {
namespace {

constexpr const char* kRefused = "the query is not allowed";

// Scalar functions that open files of this machine.
constexpr std::array<std::string_view, 2> kFileFunctions = {"file", "catboostEvaluate"};

Failure FileFunction(std::string_view name) {
  return Fail(ErrorKind::kStore, kRefused,
              "it calls " + std::string(name) + "(), which reads files", "",
              "a query here can read the store's tables only");
}

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

bool HasWord(std::string_view lower_text, std::string_view lower_word) {
  for (size_t at = lower_text.find(lower_word); at != lower_text.npos;
       at = lower_text.find(lower_word, at + 1)) {
    const size_t end = at + lower_word.size();
    if ((at == 0 || !IsWordCharacter(lower_text[at - 1])) &&
        (end == lower_text.size() || !IsWordCharacter(lower_text[end])))
      return true;
  }
  return false;
}

// Comments and quoted text as spaces.
std::string BareWords(std::string_view text) {
  std::string bare;
  for (size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    std::string_view end;
    if (rest.starts_with("--") || rest.starts_with("#!") || rest.starts_with("# ")) end = "\n";
    if (rest.starts_with("/*")) end = "*/";
    const char quote = rest[0] == '\'' || rest[0] == '"' || rest[0] == '`' ? rest[0] : '\0';
    if (end.empty() && !quote) {
      bare += text[at++];
      continue;
    }
    if (!end.empty()) {
      const size_t found = text.find(end, at + 2);
      at = found == text.npos ? text.size() : found + end.size();
    } else {
      for (++at; at < text.size() && text[at] != quote; ++at)
        if (text[at] == '\\') ++at;
      ++at;
    }
    bare += ' ';
  }
  return bare;
}

// In a subquery the engine lets SETTINGS readonly = 0 pass, which would undo everything else. Where
// the text has ways to quote that BareWords does not know ($$...$$, typographic quotes), the mere
// word is refused.
Result<void> RequireNoSettings(std::string_view sql) {
  const std::string lower = Lower(sql);
  if (!HasWord(lower, "settings")) return {};
  const bool clear = sql.find('$') == sql.npos && sql.find('\xe2') == sql.npos;
  if (clear && !HasWord(BareWords(lower), "settings")) return {};
  return Fail(ErrorKind::kStore, kRefused, "it has a SETTINGS clause", "",
              "settings are given by slowtell here; leave the clause out");
}

// SHOW, DESCRIBE and EXPLAIN have no query tree, but EXPLAIN shows folded constants: by the word.
Result<void> RequireNoFileWords(std::string_view sql) {
  const std::string lower = Lower(sql);
  for (const std::string_view name : kFileFunctions)
    if (HasWord(lower, Lower(name))) return FileFunction(name);
  return {};
}

}  // namespace

Result<void> RequireOneRead(Session& session, std::string_view sql) {
  StatementReport report;
  if (session.api().classify_query_n(session.handle(), sql.data(), sql.size(), nullptr, 0,
                                     &report) != 0)
    return Fail(ErrorKind::kStore, kRefused, "it could not be examined");
  if (report.statements > 1)
    return Fail(ErrorKind::kStore, kRefused,
                "it holds " + std::to_string(report.statements) + " statements", "",
                "give exactly one SELECT");
  // Text that does not parse is not run, since its first statement might parse and run;
  // formatQuery() gives the syntax error without running anything.
  if (report.statements == 0)
    RETURN_IF_ERROR(
        session.Execute("SELECT formatQuery({text:String})", "Null", {{"text", std::string(sql)}}));
  if (report.statements != 1 || report.effect != kReads)
    return Fail(ErrorKind::kStore, kRefused, "it is not a SELECT that only reads", "",
                "writes, SYSTEM, SET and INTO OUTFILE are refused");
  return RequireNoSettings(sql);
}

Result<void> RequireNoFileFunctions(Session& session, std::string_view sql, const Params& params) {
  ASSIGN_OR_RETURN(const std::string syntax,
                   session.Execute("EXPLAIN AST " + std::string(sql), "TSVRaw", params));
  for (const std::string_view name : kFileFunctions)
    if (syntax.find("Function " + std::string(name) + " (") != syntax.npos)
      return FileFunction(name);
  const auto tree = session.Execute("EXPLAIN QUERY TREE " + std::string(sql), "TSVRaw", params);
  if (!tree) {
    if (tree.error().why.find("SYNTAX_ERROR") != std::string::npos) return RequireNoFileWords(sql);
    return Fail(tree.error());
  }
  for (const std::string_view name : kFileFunctions)
    if (tree->find("function_name: " + std::string(name) + ",") != tree->npos)
      return FileFunction(name);
  return {};
}

}  // namespace slowtell::chdb
