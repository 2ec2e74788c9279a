// SPDX-License-Identifier: Apache-2.0
// See outcome.h.
#include "tests/case/outcome.h"

#include <algorithm>

#include "answer/explain.h"
#include "cli/explain/arguments.h"
#include "tests/store/test_store.h"

namespace slowtell::test {
namespace {

using Arguments = cli::explain::Arguments;

bool NeedsReport(const CaseFile& file) {
  return std::any_of(file.sections.begin(), file.sections.end(), [](const Section& section) {
    const std::string& what = section.argument;
    return section.kind == SectionKind::kExpect &&
           (what.starts_with("verdict") || what == "evidence" || what == "doubts");
  });
}

std::vector<std::string> ArgumentWords(const CaseFile& file) {
  std::vector<std::string> words;
  for (const Section& section : file.sections) {
    if (section.kind != SectionKind::kArgs) continue;
    for (std::string& word : Words(section.argument + " " + section.body))
      words.push_back(std::move(word));
  }
  return words;
}

std::variant<Arguments, int> Parse(const CaseFile& file, const CaseFolder& folder) {
  const std::vector<std::string> named = ArgumentWords(file);
  std::vector<std::string> words = {"explain"};
  for (const std::string& name : folder.given()) {
    const bool is_named = std::find(named.begin(), named.end(), name) != named.end();
    if (!is_named && !name.ends_with(".sql")) words.push_back(name);
  }
  words.insert(words.end(), named.begin(), named.end());
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  return cli::explain::ParseArguments(static_cast<int>(argv.size()), argv.data());
}

// The process does not change its folder; other tests run in it.
void MakeAbsolute(cli::InputArguments& input, const std::filesystem::path& folder) {
  for (std::string& path : input.files) path = (folder / path).string();
  for (auto& [mapping, path] : input.maps) {
    mapping = (folder / mapping).string();
    path = (folder / path).string();
  }
  input.chatter = cli::Chatter::kQuiet;
}

Result<void> Read(Outcome& outcome, Arguments& arguments) {
  const std::atomic<bool> never{false};
  RETURN_IF_ERROR(cli::ReadInput(*outcome.store, arguments.input, never));
  return {};
}

}  // namespace

Outcome MakeOutcome(const CaseFile& file, const CaseFolder& folder) {
  Outcome outcome;
  auto parsed = Parse(file, folder);
  if (std::holds_alternative<int>(parsed)) {
    outcome.error = Error{ErrorKind::kUsage, "the args section does not fit", "", file.path, ""};
    return outcome;
  }
  auto& arguments = std::get<Arguments>(parsed);
  MakeAbsolute(arguments.input, folder.files());
  outcome.store = OpenTestStore();
  if (!outcome.store) {
    outcome.error = Error{ErrorKind::kStore, "no store for the test", "", "", ""};
    return outcome;
  }
  if (auto read = Read(outcome, arguments); !read) {
    outcome.error = read.error();
  } else if (NeedsReport(file)) {
    auto report = Explain(*outcome.store, arguments.options);
    if (report)
      outcome.report = *std::move(report);
    else
      outcome.error = report.error();
  }
  return outcome;
}

}  // namespace slowtell::test
