// SPDX-License-Identifier: Apache-2.0
// The page that the parts of the terminal report write on: wrapped, coloured when asked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/terminal/terminal.h"

namespace slowtell::report {

enum class Ink { kPlain, kHeading, kGood, kWarning, kBad, kQuiet };

class Page {
 public:
  explicit Page(const Style& style);
  int width() const { return width_; }
  // One line that is known to be harmless; cut when too wide.
  void Line(std::string_view text, Ink ink = Ink::kPlain);
  void Lines(const std::vector<std::string>& lines, Ink ink = Ink::kPlain);
  // Wrapped text that starts with `first`; further lines hang under it.
  void Text(std::string_view first, std::string_view text, Ink ink = Ink::kPlain);
  // "    - text" for each.
  void Items(const std::vector<std::string>& texts);
  // An empty line, never two in a row.
  void Gap();
  std::string Take() { return std::move(out_); }

 private:
  Color color_;
  int width_;
  std::string out_;
};

}  // namespace slowtell::report
