// SPDX-License-Identifier: Apache-2.0
// See page.h.
#include "report/terminal/page.h"

#include <algorithm>

#include "report/terminal/text_layout.h"

namespace slowtell::report {
namespace {

// SGR sequences, ECMA-48 section 8.3.117.
const char* Escape(Ink ink) {
  switch (ink) {
    case Ink::kPlain: return "";
    case Ink::kHeading: return "\x1b[1m";
    case Ink::kGood: return "\x1b[32m";
    case Ink::kWarning: return "\x1b[33m";
    case Ink::kBad: return "\x1b[31m";
    case Ink::kQuiet: return "\x1b[2m";
  }
  return "";
}

}  // namespace

Page::Page(const Style& style) : color_(style.color), width_(std::clamp(style.width, 40, 200)) {}

void Page::Line(std::string_view text, Ink ink) {
  const bool painted = color_ == Color::kOn && ink != Ink::kPlain;
  if (painted) out_ += Escape(ink);
  out_ += CutTo(text, width_);
  if (painted) out_ += "\x1b[0m";
  out_ += '\n';
}

void Page::Lines(const std::vector<std::string>& lines, Ink ink) {
  for (const std::string& line : lines) Line(line, ink);
}

void Page::Text(std::string_view first, std::string_view text, Ink ink) {
  Lines(Wrap(text, first, width_), ink);
}

void Page::Items(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) Text("    - ", text);
}

void Page::Gap() {
  if (!out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
}

}  // namespace slowtell::report
