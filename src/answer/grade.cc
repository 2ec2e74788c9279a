// SPDX-License-Identifier: Apache-2.0
#include "answer/grade.h"

#include <algorithm>

namespace slowtell {

Graded UnderCeiling(const Verdict& verdict) {
  if (verdict.state != State::kFound) return {Grade::kUnknown, ""};
  if (verdict.units >= 3) return {verdict.grade, ""};
  const Grade ceiling = verdict.units <= 1 ? Grade::kObserved : Grade::kCorrelated;
  if (verdict.grade <= ceiling) return {verdict.grade, ""};
  return {ceiling, "only " + std::to_string(verdict.units) + " " + verdict.unit_name +
                       ": at most " + Label(ceiling)};
}

}  // namespace slowtell
