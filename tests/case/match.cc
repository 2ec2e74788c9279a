// SPDX-License-Identifier: Apache-2.0
// See match.h.
#include "tests/case/match.h"

#include <algorithm>

namespace slowtell::test {
namespace {

constexpr std::string_view kGap = "...";

using Grid = std::vector<std::vector<size_t>>;

// common[i][j]: lines that expected[i..] and actual[j..] share at most, in order.
Grid CommonLines(const std::vector<std::string>& expected, const std::vector<std::string>& actual) {
  Grid common(expected.size() + 1, std::vector<size_t>(actual.size() + 1, 0));
  for (size_t i = expected.size(); i-- > 0;) {
    for (size_t j = actual.size(); j-- > 0;) {
      common[i][j] = LineMatches(expected[i], actual[j])
                         ? common[i + 1][j + 1] + 1
                         : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  return common;
}

}  // namespace

bool LineMatches(std::string_view expected, std::string_view actual) {
  const size_t gap = expected.find(kGap);
  if (gap == std::string_view::npos) return expected == actual;
  if (!actual.starts_with(expected.substr(0, gap))) return false;
  actual.remove_prefix(gap);
  expected.remove_prefix(gap + kGap.size());
  for (;;) {
    const size_t next = expected.find(kGap);
    const std::string_view piece = expected.substr(0, next);
    if (next == std::string_view::npos) return actual.ends_with(piece);
    const size_t at = actual.find(piece);
    if (at == std::string_view::npos) return false;
    actual.remove_prefix(at + piece.size());
    expected.remove_prefix(next + kGap.size());
  }
}

bool TextMatches(const std::vector<std::string>& expected, const std::vector<std::string>& actual) {
  // reachable[j]: expected[0..i) can stand for actual[0..j)
  std::vector<bool> reachable(actual.size() + 1, false);
  reachable[0] = true;
  for (const std::string& line : expected) {
    std::vector<bool> next(actual.size() + 1, false);
    for (size_t j = 0; j <= actual.size(); ++j) {
      if (line == kGap) {
        next[j] = reachable[j] || (j > 0 && next[j - 1]);
      } else if (j > 0) {
        next[j] = reachable[j - 1] && LineMatches(line, actual[j - 1]);
      }
    }
    reachable = std::move(next);
  }
  return reachable[actual.size()];
}

std::string Difference(const std::vector<std::string>& expected,
                       const std::vector<std::string>& actual) {
  constexpr size_t kTooLong = 2000;  // the grid is quadratic
  if (expected.size() > kTooLong || actual.size() > kTooLong) return "  (too long to compare)\n";
  const Grid common = CommonLines(expected, actual);
  std::string text;
  size_t i = 0;
  size_t j = 0;
  while (i < expected.size() || j < actual.size()) {
    if (i < expected.size() && j < actual.size() && LineMatches(expected[i], actual[j])) {
      text += "  " + actual[j] + "\n";
      ++i;
      ++j;
    } else if (j == actual.size() ||
               (i < expected.size() && common[i + 1][j] >= common[i][j + 1])) {
      text += "- " + expected[i++] + "\n";
    } else {
      text += "+ " + actual[j++] + "\n";
    }
  }
  return text;
}

}  // namespace slowtell::test
