// SPDX-License-Identifier: Apache-2.0
// Text in columns of a terminal. Names come from telemetry, so nothing here may let a byte through
// that a terminal would act on, and no line may be wider than asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slowtell::report {

// Valid UTF-8 without control, formatting and direction-changing characters; each is replaced by
// '?'. Line feeds and tabs become spaces.
std::string Harmless(std::string_view text);

// Columns a terminal needs for harmless text: 2 for East Asian wide characters and emoji, 0 for
// combining marks, 1 for the rest.
int DisplayWidth(std::string_view text);

// The text cut to `width` columns, with ".." at the end when something was cut (width >= 2).
std::string CutTo(std::string_view text, int width);

// Padded with spaces to `width` columns; longer text is left as it is.
std::string PadRight(std::string_view text, int width);
std::string PadLeft(std::string_view text, int width);

// Lines of at most `width` columns. The first begins with `first`, the others with as many spaces;
// words longer than a line are cut into pieces. Runs of spaces collapse. Makes the text harmless.
std::vector<std::string> Wrap(std::string_view text, std::string_view first, int width);

}  // namespace slowtell::report
