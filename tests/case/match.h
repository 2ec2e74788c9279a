// SPDX-License-Identifier: Apache-2.0
// Expected text with gaps against actual text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slowtell::test {

// "..." stands for any text within the line.
bool LineMatches(std::string_view expected, std::string_view actual);

// A line that is only "..." stands for any lines, also none.
bool TextMatches(const std::vector<std::string>& expected, const std::vector<std::string>& actual);

// Both, with '-' before lines that only `expected` has and '+' before those that only `actual` has.
std::string Difference(const std::vector<std::string>& expected,
                       const std::vector<std::string>& actual);

}  // namespace slowtell::test
