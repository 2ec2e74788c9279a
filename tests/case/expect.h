// SPDX-License-Identifier: Apache-2.0
// Compares `### expect` sections with what came out.
#pragma once

#include <string>
#include <vector>

#include "tests/case/case_file.h"
#include "tests/case/outcome.h"

namespace slowtell::test {

struct Checked {
  std::vector<std::string> problems;  // empty: as expected
  std::string actual;                 // the body that would have been right
};

Checked CheckExpectation(const CaseFile& file, const Section& section, const Outcome& outcome);

}  // namespace slowtell::test
