// SPDX-License-Identifier: Apache-2.0
// Ceilings of evidence grades, enforced here and nowhere else.
#pragma once

#include <string>

#include "cause/verdict.h"

namespace slowtell {

struct Graded {
  Grade grade = Grade::kUnknown;
  std::string note;  // why it is not higher; empty when no ceiling bit
};

// One independent unit (run, replica, window): at most Observed. Two: at most Correlated. Unknown
// when nothing was found.
Graded UnderCeiling(const Verdict& verdict);

}  // namespace slowtell
