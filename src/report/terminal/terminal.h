// SPDX-License-Identifier: Apache-2.0
// The report as a colleague would tell it: what was read, what to doubt, where the time went, the
// answer, and per cause what was measured, rejected, not proven, and what to do.
#pragma once

#include <string>

#include "report/model.h"

namespace slowtell::report {

enum class Color { kOff, kOn };

struct Style {
  Color color = Color::kOff;
  int width = 100;  // columns; clamped to 40..200
};

// No line is wider than style.width. Text from telemetry cannot move the cursor or change colours.
std::string RenderTerminal(const Report& report, const Style& style);

}  // namespace slowtell::report
