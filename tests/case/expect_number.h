// SPDX-License-Identifier: Apache-2.0
// Numbers of a report against expected numbers with a tolerance.
#pragma once

#include <optional>
#include <string>

#include "report/model.h"
#include "tests/case/case_file.h"
#include "tests/case/expect.h"

namespace slowtell::test {

const CauseReport* FindCause(const Report& report, const std::string& id);

// "cold_start.first_request_p50_ms", "cold_start.by_arrival_order[2].p50 (ms)" (the row whose first
// cell is 2), "cold_start.share".
std::optional<double> FindNumber(const Report& report, const std::string& name);

// "NAME VALUE", "NAME VALUE +-TOLERANCE", "NAME VALUE +-3%", "NAME between LOW HIGH". Without a
// tolerance the value has to agree to half a percent.
struct NumberLine {
  std::string name;
  double low = 0;
  double high = 0;
  std::string ending;  // " +-3%" or "": kept when the value is rewritten
  bool is_range = false;
};
std::optional<NumberLine> ParseNumberLine(const std::string& line);

Checked CheckEvidence(const Section& section, const Report& report);

}  // namespace slowtell::test
