// SPDX-License-Identifier: Apache-2.0
// The runner itself: a case that is wrong must fail, or all others prove nothing.
#include "tests/case/case_file.h"

#include <gtest/gtest.h>

#include "tests/case/case_folder.h"
#include "tests/case/expect_number.h"
#include "tests/case/match.h"

namespace slowtell::test {
namespace {

constexpr const char* kCase =
    "A story.\n### given a.json\n{}\n### given file samples/x.gz\n### args --target 2s\n"
    "### expect rows spans\nstart_ns\n### run echo hi\n### stdout\nhi\n### exit 0\n";

TEST(ParseCase, SectionsAndBack) {
  const auto file = ParseCase("x.case", kCase);
  ASSERT_TRUE(file) << ToText(file.error());
  ASSERT_EQ(file->sections.size(), 7U);
  EXPECT_EQ(file->story, "A story.\n");
  EXPECT_EQ(file->sections[0].body, "{}\n");
  EXPECT_EQ(file->sections[1].kind, SectionKind::kCopy);
  EXPECT_EQ(file->sections[1].argument, "samples/x.gz");
  EXPECT_EQ(file->sections[3].argument, "rows spans");
  EXPECT_EQ(file->sections[3].line, 6);
  EXPECT_EQ(ToText(*file), kCase);
}

TEST(ParseCase, MistakesNameTheirLine) {
  struct Mistake {
    const char* text;
    const char* where;
  };
  const Mistake mistakes[] = {
      {"### given a\n### expect verdicts\nx\n", "x.case:2"},
      {"\n### expected verdict\n", "x.case:2"},
      {"### given ../a\n### expect issues\n", "x.case:1"},
      {"### stdout\nhi\n", "x.case:1"},
      {"### run true\n### exit zero\n", "x.case:2"},
      {"### run\n### exit 0\n", "x.case:1"},
      {"### given a\nno expectation\n", "x.case:2"},
      {"", "x.case:0"},
  };
  for (const Mistake& mistake : mistakes) {
    const auto file = ParseCase("x.case", mistake.text);
    ASSERT_FALSE(file) << mistake.text;
    EXPECT_EQ(file.error().where, mistake.where) << mistake.text;
  }
}

TEST(Words, Quotes) {
  EXPECT_EQ(Words(" a 'b c' \"d 'e\"f  '' "), (std::vector<std::string>{"a", "b c", "d 'ef", ""}));
}

TEST(LineMatches, Gaps) {
  EXPECT_TRUE(LineMatches("a ... c", "a b c"));
  EXPECT_TRUE(LineMatches("a...", "a"));
  EXPECT_TRUE(LineMatches("...x...y", "1x2y"));
  EXPECT_FALSE(LineMatches("a...c", "a b"));
  EXPECT_FALSE(LineMatches("a", "a "));
  EXPECT_FALSE(LineMatches("aa...aa", "aaa"));
}

TEST(TextMatches, GapLines) {
  EXPECT_TRUE(TextMatches({"a", "...", "d"}, {"a", "b", "c", "d"}));
  EXPECT_TRUE(TextMatches({"...", "a", "..."}, {"a"}));
  EXPECT_TRUE(TextMatches({}, {}));
  EXPECT_FALSE(TextMatches({}, {"a"}));
  EXPECT_FALSE(TextMatches({"a"}, {"a", "b"}));
  EXPECT_FALSE(TextMatches({"...", "z"}, {"a", "b"}));
}

TEST(Difference, ShowsBothSides) {
  EXPECT_EQ(Difference({"a", "b"}, {"a", "c"}), "  a\n- b\n+ c\n");
}

TEST(ParseNumberLine, Forms) {
  const auto plain = ParseNumberLine("c.m 200");
  ASSERT_TRUE(plain);
  EXPECT_DOUBLE_EQ(plain->low, 199);
  EXPECT_DOUBLE_EQ(plain->high, 201);
  const auto percent = ParseNumberLine("c.t[2].p50 (ms) 4560 +-3%");
  ASSERT_TRUE(percent);
  EXPECT_EQ(percent->name, "c.t[2].p50 (ms)");
  EXPECT_DOUBLE_EQ(percent->high, 4560 * 1.03);
  const auto range = ParseNumberLine("c.m between 1 2.5");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->name, "c.m");
  EXPECT_DOUBLE_EQ(range->high, 2.5);
  for (const char* text : {"c.m", "c.m x", "c.m 1 +-x", "c.m between 1 x", ""})
    EXPECT_FALSE(ParseNumberLine(text)) << text;
}

Report SmallReport() {
  Report report;
  CauseReport cause;
  cause.id = "c";
  cause.share = 0.5;
  cause.verdict.evidence = {{"m", 200, "ms", 1, {}, {}}};
  cause.verdict.tables = {{"t", {"k", "p50 (ms)"}, {{std::string("2"), 4560.0}}}};
  report.causes = {cause};
  return report;
}

TEST(CheckEvidence, FindsMeasuresAndCells) {
  const Report report = SmallReport();
  EXPECT_EQ(FindNumber(report, "c.m"), 200);
  EXPECT_EQ(FindNumber(report, "c.t[2].p50 (ms)"), 4560);
  EXPECT_EQ(FindNumber(report, "c.share"), 0.5);
  EXPECT_FALSE(FindNumber(report, "c.t[3].p50 (ms)"));
  EXPECT_FALSE(FindNumber(report, "d.m"));
}

TEST(CheckEvidence, FailsAndOffersTheRightBody) {
  const Section section{SectionKind::kExpect, "expect evidence", "evidence", 1,
                        "c.m 100 +-1\nc.share between 0.4 0.6\n"};
  const Checked checked = CheckEvidence(section, SmallReport());
  ASSERT_EQ(checked.problems.size(), 1U);
  EXPECT_EQ(checked.actual, "c.m 200 +-1\nc.share between 0.4 0.6\n");
  const Section missing{SectionKind::kExpect, "expect evidence", "evidence", 1, "c.x 1\n"};
  EXPECT_FALSE(CheckEvidence(missing, SmallReport()).problems.empty());
}

TEST(CaseFolder, RunsCommandsBesideTheGivenFiles) {
  const auto file = ParseCase(
      "x.case", "### given a.txt\nhi\n### given gz b.gz\nhello\n### run true\n### exit 0\n");
  ASSERT_TRUE(file);
  auto folder = CaseFolder::Make(*file);
  ASSERT_TRUE(folder);
  const auto ran = folder->Run("cat a.txt; gzip -dc b.gz >&2; exit 3");
  ASSERT_TRUE(ran);
  EXPECT_EQ(ran->exit_code, 3);
  EXPECT_EQ(ran->out, std::vector<std::string>{"hi"});
  EXPECT_EQ(ran->err, std::vector<std::string>{"hello"});
}

TEST(CaseFolder, MissingFileNamesTheLine) {
  const auto file = ParseCase("x.case", "### given file nowhere.json\n### run true\n### exit 0\n");
  ASSERT_TRUE(file);
  const auto folder = CaseFolder::Make(*file);
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().where, "x.case:1");
}

}  // namespace
}  // namespace slowtell::test
