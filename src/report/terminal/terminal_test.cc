// SPDX-License-Identifier: Apache-2.0
// The page as a whole against a text kept beside this file, and what must hold for any report: no
// line too wide, no byte that a terminal acts on. SLOWTELL_ACCEPT=1 rewrites the kept text.
#include "report/terminal/terminal.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "report/example_report.h"
#include "report/terminal/table_layout.h"
#include "report/terminal/text_layout.h"

namespace slowtell::report {
namespace {

std::string GoldenPath(const std::string& name) {
  return std::string(SLOWTELL_SOURCE_DIR) + "/src/report/terminal/golden/" + name;
}

void ExpectGolden(const std::string& name, const std::string& page) {
  if (std::getenv("SLOWTELL_ACCEPT") != nullptr && std::getenv("CI") == nullptr) {
    std::ofstream(GoldenPath(name)) << page;
  }
  std::ifstream file(GoldenPath(name));
  ASSERT_TRUE(file) << GoldenPath(name);
  std::stringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(golden.str(), page);
}

void ExpectFits(const std::string& page, int width) {
  for (const std::string_view line : Split(page, '\n'))
    EXPECT_LE(DisplayWidth(line), width) << line;
}

Report HostileReport() {
  Report report = ExampleReport();
  report.answer = std::string(300, 'x') +
                  " \x1b[2J\x07 \xC2\x9B"
                  "31m \xE2\x80\xAE evil \xFF\xFE";
  CauseReport& cause = report.causes[0];
  cause.verdict.summary =
      "\xE6\x97\xA5\xE6\x9C\xAC" + std::string(150, 'w') + " \xF0\x9F\x90\xA2 slow";
  cause.verdict.evidence.push_back({std::string(120, 'm') + "_ms", 1e300, "ms", 1, {}, {}});
  cause.verdict.evidence.push_back({"nan", 0.0 / 0.0, std::string(120, 'u'), 1, {}, {}});
  cause.verdict.tables.push_back({"wide",
                                  {"route", "p50 (ms)", std::string(90, 'h')},
                                  {{std::string(200, 'r') + "\n\x1b[0m", 1.5, int64_t{-5}}}});
  cause.verdict.tables.push_back({"uneven", {"a", "b"}, {{int64_t{1}}}});
  cause.ceiling_note = std::string(250, 'c');
  report.ledger[0].cause = std::string(150, 'l');
  report.ledger[0].share = 1.7;
  report.issues[0].location = std::string(200, 'p') + ":17";
  return report;
}

TEST(RenderTerminal, ExamplePage) {
  ExpectGolden("example.txt", RenderTerminal(ExampleReport(), {}));
}

TEST(RenderTerminal, NothingFound) {
  ExpectGolden("empty.txt", RenderTerminal(EmptyReport(), {}));
  EXPECT_EQ(RenderTerminal(EmptyReport(), {}).find("Where the slow time went"), std::string::npos);
}

TEST(RenderTerminal, NoLineIsTooWide) {
  for (int width : {40, 60, 80, 100}) {
    ExpectFits(RenderTerminal(ExampleReport(), {Color::kOff, width}), width);
    ExpectFits(RenderTerminal(HostileReport(), {Color::kOff, width}), width);
    ExpectFits(RenderTerminal(EmptyReport(), {Color::kOff, width}), width);
  }
}

TEST(RenderTerminal, TelemetryCannotSteerTheTerminal) {
  const std::string page = RenderTerminal(HostileReport(), {});
  for (const char c : page) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  EXPECT_EQ(page.find("\xC2\x9B"), std::string::npos);
  EXPECT_EQ(page.find("\xE2\x80\xAE"), std::string::npos);
  EXPECT_EQ(page.find('\xFF'), std::string::npos);
  EXPECT_NE(page.find("\xF0\x9F\x90\xA2 slow"), std::string::npos);
}

TEST(RenderTerminal, ColourOnlyWhenAsked) {
  EXPECT_EQ(RenderTerminal(ExampleReport(), {}).find('\x1b'), std::string::npos);
  std::string coloured = RenderTerminal(ExampleReport(), {Color::kOn, 100});
  EXPECT_NE(coloured.find("\x1b[1m"), std::string::npos);
  // Without the colours it is the same page.
  for (size_t at; (at = coloured.find('\x1b')) != std::string::npos;)
    coloured.erase(at, coloured.find('m', at) + 1 - at);
  EXPECT_EQ(coloured, RenderTerminal(ExampleReport(), {}));
}

TEST(Wrap, CutsLongWordsAndHangs) {
  EXPECT_EQ(Wrap("aa bb cc", "- ", 7), (std::vector<std::string>{"- aa bb", "  cc"}));
  EXPECT_EQ(Wrap("abcdefghij", "", 4), (std::vector<std::string>{"abcd", "efgh", "ij"}));
  EXPECT_EQ(Wrap("", "x: ", 10), (std::vector<std::string>{"x: "}));
  EXPECT_EQ(Wrap("\xE6\x97\xA5\xE6\x9C\xAC", "", 3),
            (std::vector<std::string>{"\xE6\x97\xA5", "\xE6\x9C\xAC"}));
}

TEST(Harmless, ReplacesWhatTerminalsActOn) {
  EXPECT_EQ(Harmless("a\x1b[1m\r\n\tb\x7f"), "a?[1m?  b?");
  EXPECT_EQ(Harmless("b\xC3\xBCro"), "b\xC3\xBCro");
  EXPECT_EQ(Harmless("\xC0\xAF\xED\xA0\x80\xE2\x82"), "???????");  // overlong, surrogate, cut off
}

TEST(HumanNumber, DigitsBySize) {
  EXPECT_EQ(HumanNumber(7316.4), "7,316");
  EXPECT_EQ(HumanNumber(123.4), "123");
  EXPECT_EQ(HumanNumber(23.25), "23.2");
  EXPECT_EQ(HumanNumber(1.234), "1.23");
  EXPECT_EQ(HumanNumber(0.2664), "0.266");
  EXPECT_EQ(HumanNumber(0), "0");
  EXPECT_EQ(HumanNumber(1e-9), "under 0.001");
  EXPECT_EQ(HumanNumber(0.0 / 0.0), "-");
}

}  // namespace
}  // namespace slowtell::report
