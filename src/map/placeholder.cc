// SPDX-License-Identifier: Apache-2.0
#include "map/placeholder.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace slowtell::map {
namespace {

constexpr std::string_view kOpen = "{{";
constexpr std::string_view kClose = "}}";
constexpr std::string_view kName = "input";
constexpr size_t kMaxStructureBytes = 20000;

// Where the comment, string or quoted name that begins at `at` ends; `at` when none begins there.
size_t SkipQuoted(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  const auto until = [&](std::string_view end, size_t from) {
    const size_t found = text.find(end, from);
    return found == text.npos ? text.size() : found + end.size();
  };
  if (rest.starts_with("--") || rest.starts_with("#!") || rest.starts_with("# "))
    return until("\n", at);
  if (rest.starts_with("/*")) return until("*/", at + 2);
  const char quote = text[at];
  if (quote != '\'' && quote != '"' && quote != '`') return at;
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    }
  }
  return text.size();
}

std::string Place(const std::string& path, std::string_view text, size_t at) {
  return path + ":" + std::to_string(1 + std::count(text.begin(), text.begin() + at, '\n'));
}

bool IsFormatName(std::string_view name) {
  return !name.empty() && name.size() < 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c));
  });
}

// A list of columns and types and nothing else: it is put into a statement that may write.
bool IsPlainStructure(std::string_view structure) {
  if (structure.size() > kMaxStructureBytes) return false;
  int depth = 0;
  for (const char c : structure) {
    if (c == '(') ++depth;
    if (c == ')' && --depth < 0) return false;
    if (!std::isalnum(static_cast<unsigned char>(c)) &&
        std::string_view(" \t\r\n_,()'=.-`").find(c) == std::string_view::npos)
      return false;
  }
  constexpr std::array<std::string_view, 6> kRefused = {"default",   "materialized", "alias",
                                                        "ephemeral", "codec",        "--"};
  const std::string lower = Lower(structure);
  return depth == 0 && std::none_of(kRefused.begin(), kRefused.end(), [&](std::string_view word) {
           return lower.find(word) != std::string::npos;
         });
}

// "input:JSONEachRow, a Int64" -> its parts; an empty text is the reason why not.
Result<InputUse> ParseUse(std::string_view inside, const std::string& place) {
  const auto bad = [&](std::string why) {
    return Fail(ErrorKind::kBadInput, "cannot use the mapping", std::move(why), place,
                "write {{input}}, {{input:FORMAT}} or {{input:FORMAT, column Type, ...}}");
  };
  inside = Trim(inside);
  InputUse use;
  if (inside == kName) return use;
  if (!inside.starts_with(kName) || inside.substr(kName.size()).find(':') == inside.npos)
    return bad("it names '" + Printable(inside, 60) + "', but only 'input' can be read");
  const size_t colon = inside.find(':');
  if (Trim(inside.substr(0, colon)) != kName)
    return bad("it names '" + Printable(inside, 60) + "', but only 'input' can be read");
  const std::string_view rest = inside.substr(colon + 1);
  const size_t comma = std::min(rest.find(','), rest.size());
  use.format = Trim(rest.substr(0, comma));
  if (comma < rest.size()) use.structure = Trim(rest.substr(comma + 1));
  if (!IsFormatName(use.format))
    return bad("'" + Printable(use.format, 60) + "' is not the name of a format");
  if (!IsPlainStructure(use.structure)) return bad("the structure may hold names and types only");
  return use;
}

std::string TableFor(MappingSql& mapping, InputUse use) {
  const auto known = std::find(mapping.inputs.begin(), mapping.inputs.end(), use);
  if (known != mapping.inputs.end()) return known->table;
  use.table = "slowtell_map_input_" + std::to_string(mapping.inputs.size() + 1);
  mapping.inputs.push_back(std::move(use));
  return mapping.inputs.back().table;
}

bool IsQuote(char c) { return c == '\'' || c == '"' || c == '`'; }

Result<void> RequireSelect(std::string_view text, const std::string& path) {
  const std::string code = WithoutComments(text);
  std::string_view rest = code;
  while (!rest.empty() && (rest[0] == '(' || std::isspace(static_cast<unsigned char>(rest[0]))))
    rest.remove_prefix(1);
  if (StartsWithIgnoreCase(rest, "SELECT") || StartsWithIgnoreCase(rest, "WITH")) return {};
  return Fail(ErrorKind::kBadInput, "cannot use the mapping",
              rest.empty() ? "it is empty" : "it does not begin with SELECT or WITH", path,
              "a mapping is one SELECT; --map takes the SQL file first, then the data file");
}

}  // namespace

std::string WithoutComments(std::string_view text) {
  std::string code;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::max(SkipQuoted(text, at), at + 1);
    const bool comment = end > at + 1 && !IsQuote(text[at]);
    for (; at < end; ++at) code += comment && text[at] != '\n' ? ' ' : text[at];
  }
  return code;
}

Result<MappingSql> ReplacePlaceholders(std::string_view text, const std::string& path) {
  RETURN_IF_ERROR(RequireSelect(text, path));
  MappingSql mapping;
  size_t end_of_sql = 0;  // behind the last character that is no space, comment or semicolon
  for (size_t at = 0; at < text.size();) {
    if (const size_t end = SkipQuoted(text, at); end != at) {
      mapping.sql += text.substr(at, end - at);
      if (IsQuote(text[at])) end_of_sql = mapping.sql.size();
      at = end;
      continue;
    }
    if (!text.substr(at).starts_with(kOpen)) {
      mapping.sql += text[at];
      if (text[at] != ';' && !std::isspace(static_cast<unsigned char>(text[at])))
        end_of_sql = mapping.sql.size();
      ++at;
      continue;
    }
    const size_t close = text.find(kClose, at);
    if (close == text.npos)
      return Fail(ErrorKind::kBadInput, "cannot use the mapping", "'{{' without '}}'",
                  Place(path, text, at));
    const std::string_view inside = text.substr(at + kOpen.size(), close - at - kOpen.size());
    ASSIGN_OR_RETURN(InputUse use, ParseUse(inside, Place(path, text, at)));
    mapping.sql += TableFor(mapping, std::move(use));
    mapping.sql.append(static_cast<size_t>(std::count(inside.begin(), inside.end(), '\n')), '\n');
    end_of_sql = mapping.sql.size();
    at = close + kClose.size();
  }
  mapping.sql.resize(end_of_sql);
  if (mapping.inputs.empty())
    return Fail(ErrorKind::kBadInput, "cannot use the mapping", "it does not read {{input}}", path,
                "write for example: SELECT ... FROM {{input}}");
  return mapping;
}

}  // namespace slowtell::map
