// SPDX-License-Identifier: Apache-2.0
// See case_file.h.
#include "tests/case/case_file.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace slowtell::test {
namespace {

struct KindName {
  std::string_view words;
  SectionKind kind;
};

// Longer names first: "given file x" is not "given" of a file named "file x".
constexpr KindName kKinds[] = {
    {"given file", SectionKind::kCopy}, {"given gz", SectionKind::kGzip},
    {"given", SectionKind::kGiven},     {"args", SectionKind::kArgs},
    {"expect", SectionKind::kExpect},   {"run", SectionKind::kRun},
    {"stdout", SectionKind::kStdout},   {"stderr", SectionKind::kStderr},
    {"exit", SectionKind::kExit},
};

constexpr std::string_view kExpectations[] = {"verdict", "evidence", "doubts",
                                              "rows",    "issues",   "error"};

Failure Wrong(const std::string& path, int line, const std::string& why) {
  return Fail(ErrorKind::kBadInput, "not a case", why, path + ":" + std::to_string(line),
              "tests/case/README.md describes the format");
}

std::optional<Section> ReadHeading(std::string_view heading, int line) {
  for (const KindName& name : kKinds) {
    const std::string_view rest = heading.substr(std::min(heading.size(), name.words.size()));
    if (!heading.starts_with(name.words) || (!rest.empty() && rest.front() != ' ')) continue;
    return Section{name.kind, std::string(heading), std::string(Trim(rest)), line, ""};
  }
  return std::nullopt;
}

bool IsPlainName(std::string_view name) {
  return !name.empty() && name.find('/') == std::string_view::npos && name != "." && name != "..";
}

bool IsResultOfRun(SectionKind kind) {
  return kind == SectionKind::kStdout || kind == SectionKind::kStderr || kind == SectionKind::kExit;
}

// "" or what is wrong with the section.
std::string Mistake(const Section& section, bool after_run) {
  if (IsResultOfRun(section.kind) && !after_run)
    return "'" + section.heading + "' without a run above it";
  switch (section.kind) {
    case SectionKind::kGiven:
    case SectionKind::kGzip:
      return IsPlainName(section.argument) ? "" : "given needs a file name without '/'";
    case SectionKind::kCopy: return section.argument.empty() ? "given file needs a path" : "";
    case SectionKind::kRun: return section.argument.empty() ? "run needs a command" : "";
    case SectionKind::kExit: return ParseInt(section.argument) ? "" : "exit needs a number";
    case SectionKind::kExpect: {
      const std::string_view what = Split(section.argument, ' ').front();
      const bool known = std::find(std::begin(kExpectations), std::end(kExpectations), what) !=
                         std::end(kExpectations);
      return known ? "" : "nothing is known about 'expect " + section.argument + "'";
    }
    case SectionKind::kArgs:
    case SectionKind::kStdout:
    case SectionKind::kStderr: return "";
  }
  return "";
}

bool Expects(const Section& section) {
  return section.kind == SectionKind::kExpect || IsResultOfRun(section.kind);
}

}  // namespace

Result<CaseFile> ParseCase(const std::string& path, std::string_view text) {
  CaseFile file{path, "", {}};
  int number = 0;
  bool after_run = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    ++number;
    if (!line.starts_with("### ")) {
      (file.sections.empty() ? file.story : file.sections.back().body) += line;
      continue;
    }
    const auto section = ReadHeading(Trim(line.substr(4)), number);
    if (!section) return Wrong(path, number, "unknown section '" + Printable(Trim(line), 80) + "'");
    after_run = after_run || section->kind == SectionKind::kRun;
    if (const std::string mistake = Mistake(*section, after_run); !mistake.empty())
      return Wrong(path, number, mistake);
    file.sections.push_back(*section);
  }
  if (std::none_of(file.sections.begin(), file.sections.end(), Expects))
    return Wrong(path, number, "it expects nothing, so it cannot fail");
  return file;
}

std::string ToText(const CaseFile& file) {
  std::string text = file.story;
  for (const Section& section : file.sections)
    text += "### " + section.heading + "\n" + section.body;
  return text;
}

std::vector<std::string> Lines(std::string_view body) {
  std::vector<std::string> lines;
  if (body.empty()) return lines;
  if (body.back() == '\n') body.remove_suffix(1);
  for (const std::string_view line : Split(body, '\n')) lines.emplace_back(line);
  return lines;
}

std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (const char c : text) {
    const bool blank = quote == 0 && (c == ' ' || c == '\t' || c == '\n');
    if (blank) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (quote == c && quote != 0) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  return words;
}

}  // namespace slowtell::test
