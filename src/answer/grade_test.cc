// SPDX-License-Identifier: Apache-2.0
#include "answer/grade.h"

#include <gtest/gtest.h>

namespace slowtell {
namespace {

Verdict FoundIn(int64_t units, Grade grade) {
  Verdict verdict;
  verdict.state = State::kFound;
  verdict.units = units;
  verdict.unit_name = "replicas";
  verdict.grade = grade;
  return verdict;
}

TEST(GradeTest, OneUnitIsAtMostObserved) {
  const Graded graded = UnderCeiling(FoundIn(1, Grade::kStronglySuggested));
  EXPECT_EQ(graded.grade, Grade::kObserved);
  EXPECT_NE(graded.note.find("only 1 replicas"), std::string::npos);
}

TEST(GradeTest, TwoUnitsAreAtMostCorrelated) {
  EXPECT_EQ(UnderCeiling(FoundIn(2, Grade::kMeasured)).grade, Grade::kCorrelated);
}

TEST(GradeTest, ThreeUnitsKeepTheirGrade) {
  const Graded graded = UnderCeiling(FoundIn(3, Grade::kStronglySuggested));
  EXPECT_EQ(graded.grade, Grade::kStronglySuggested);
  EXPECT_TRUE(graded.note.empty());
}

TEST(GradeTest, AnInferenceStaysAnInferenceWhateverTheCeiling) {
  EXPECT_EQ(UnderCeiling(FoundIn(1, Grade::kInferred)).grade, Grade::kInferred);
  EXPECT_EQ(UnderCeiling(FoundIn(1, Grade::kNotProven)).grade, Grade::kNotProven);
}

TEST(GradeTest, WhatWasNotFoundHasNoGrade) {
  Verdict verdict = FoundIn(9, Grade::kMeasured);
  verdict.state = State::kRuledOut;
  EXPECT_EQ(UnderCeiling(verdict).grade, Grade::kUnknown);
}

}  // namespace
}  // namespace slowtell
