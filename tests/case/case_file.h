// SPDX-License-Identifier: Apache-2.0
// A .case file as sections. The format is described in tests/case/README.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slowtell::test {

enum class SectionKind {
  kGiven,   // argument: file name; body: its content
  kGzip,    // the same, stored compressed
  kCopy,    // argument: path of a file of the repository
  kArgs,    // argument: words for `slowtell explain`
  kExpect,  // argument: what is expected ("verdict", "rows spans")
  kRun,     // argument: shell command; more lines of it may follow in the body
  kStdout,
  kStderr,
  kExit,  // argument: the number
};

struct Section {
  SectionKind kind = SectionKind::kGiven;
  std::string heading;   // the whole line after "### "
  std::string argument;  // without the words that name the kind
  int line = 0;          // of the heading, from 1
  std::string body;      // ends with a line feed unless empty
};

struct CaseFile {
  std::string path;
  std::string story;  // the text above the first section
  std::vector<Section> sections;
};

// A mistake in the format is an error with file:line.
Result<CaseFile> ParseCase(const std::string& path, std::string_view text);

// The text of the file; ParseCase of it gives the same sections.
std::string ToText(const CaseFile& file);

// Lines of a body without their ends.
std::vector<std::string> Lines(std::string_view body);

// Words as a shell splits them: blanks separate, '...' and "..." keep blanks.
std::vector<std::string> Words(std::string_view text);

}  // namespace slowtell::test
