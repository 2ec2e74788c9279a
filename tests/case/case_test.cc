// SPDX-License-Identifier: Apache-2.0
// The case runner: every *.case below src/ and tests/ is a GoogleTest of its own, named by its
// path. This file also holds main() of the test program, because the cases have to be registered
// before the tests are listed.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "tests/case/case_file.h"
#include "tests/case/case_folder.h"
#include "tests/case/expect.h"
#include "tests/case/match.h"
#include "tests/case/outcome.h"

namespace slowtell::test {
namespace {

namespace fs = std::filesystem;

bool Accepting() { return std::getenv("SLOWTELL_ACCEPT") != nullptr; }

std::string ReadAll(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class CaseTest : public testing::Test {
 public:
  explicit CaseTest(fs::path path) : path_(std::move(path)) {}

  void TestBody() override {
    auto file = ParseCase(path_.string(), ReadAll(path_));
    if (!file) FAIL() << ToText(file.error());
    if (const char* reason = ReasonToSkip(*file)) GTEST_SKIP() << reason;
    auto folder = CaseFolder::Make(*file);
    if (!folder) FAIL() << ToText(folder.error());
    CheckOutcome(*file, *folder);
    CheckRuns(*file, *folder);
    if (changed_ && Accepting()) std::ofstream(path_, std::ios::binary) << ToText(*file);
  }

 private:
  // The shell commands start a process of their own, which uses the embedded engine.
  static const char* ReasonToSkip(const CaseFile& file) {
#ifdef SLOWTELL_NO_EMBEDDED
    for (const Section& section : file.sections) {
      const std::string text =
          section.kind == SectionKind::kRun ? section.heading + section.body : "";
      for (const char* verb : {"slowtell explain", "slowtell import", "slowtell sql"}) {
        if (text.find(verb) != std::string::npos)
          return "this build has no embedded engine, which the command line needs";
      }
    }
#endif
    for (const Section& section : file.sections) {
      if (section.kind == SectionKind::kCopy && section.argument.starts_with("../shared/") &&
          !fs::exists(fs::path(SLOWTELL_SOURCE_DIR) / section.argument))
        return "a recording outside the repository is not here";
    }
    return nullptr;
  }

  void Judge(Section& section, const Checked& checked) {
    if (checked.problems.empty()) return;
    const std::string where = path_.string() + ":" + std::to_string(section.line);
    std::string text;
    for (const std::string& problem : checked.problems) text += "  " + problem + "\n";
    const bool can_accept = Accepting() && checked.actual != section.body;
    if (!can_accept) ADD_FAILURE() << where << ": ### " << section.heading << "\n" << text;
    if (!can_accept) return;
    std::cout << where << ": accepted ### " << section.heading << "\n" << text;
    section.body = checked.actual;
    changed_ = true;
  }

  void CheckOutcome(CaseFile& file, const CaseFolder& folder) {
    const auto expects = [](const Section& section) {
      return section.kind == SectionKind::kExpect;
    };
    if (std::none_of(file.sections.begin(), file.sections.end(), expects)) return;
    const Outcome outcome = MakeOutcome(file, folder);
    for (Section& section : file.sections) {
      if (expects(section)) Judge(section, CheckExpectation(file, section, outcome));
    }
  }

  void CheckRuns(CaseFile& file, const CaseFolder& folder) {
    Ran ran;
    for (Section& section : file.sections) {
      switch (section.kind) {
        case SectionKind::kRun: {
          auto result = folder.Run(section.argument + "\n" + section.body);
          if (!result) FAIL() << ToText(result.error());
          ran = *std::move(result);
          break;
        }
        case SectionKind::kStdout: Judge(section, CompareOutput(section, ran.out)); break;
        case SectionKind::kStderr: Judge(section, CompareOutput(section, ran.err)); break;
        case SectionKind::kExit: CheckExit(section, ran); break;
        default: break;
      }
    }
  }

  static Checked CompareOutput(const Section& section, const std::vector<std::string>& actual) {
    Checked checked;
    for (const std::string& line : actual) checked.actual += line + "\n";
    const std::vector<std::string> expected = Lines(section.body);
    if (!TextMatches(expected, actual))
      checked.problems.push_back("\n" + Difference(expected, actual));
    return checked;
  }

  void CheckExit(Section& section, const Ran& ran) {
    const std::string actual = std::to_string(ran.exit_code);
    if (section.argument == actual) return;
    if (!Accepting()) {
      ADD_FAILURE() << path_.string() << ":" << section.line << ": ### exit " << section.argument
                    << ": it is " << actual << "\n"
                    << Difference({}, ran.out) << Difference({}, ran.err);
      return;
    }
    section.heading = "exit " + actual;
    changed_ = true;
  }

  fs::path path_;
  bool changed_ = false;
};

std::vector<fs::path> FindCases() {
  const fs::path root = SLOWTELL_SOURCE_DIR;
  std::vector<fs::path> cases;
  for (const fs::path& top : {root / "src", root / "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(top)) {
      if (entry.is_regular_file() && entry.path().extension() == ".case")
        cases.push_back(entry.path());
    }
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

void RegisterCases() {
  for (const fs::path& path : FindCases()) {
    const std::string name = path.lexically_relative(SLOWTELL_SOURCE_DIR).string();
    testing::RegisterTest("Case", name.c_str(), nullptr, nullptr, path.c_str(), 1,
                          [path]() -> CaseTest* { return new CaseTest(path); });
  }
}

}  // namespace
}  // namespace slowtell::test

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--accept") setenv("SLOWTELL_ACCEPT", "1", 1);
  }
  if (std::getenv("SLOWTELL_ACCEPT") != nullptr && std::getenv("CI") != nullptr) {
    std::cerr << "--accept rewrites what is expected; a CI run (the variable CI is set) must not\n";
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  slowtell::test::RegisterCases();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
