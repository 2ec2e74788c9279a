// SPDX-License-Identifier: Apache-2.0
#include "view/view.h"

#include <gtest/gtest.h>

namespace slowtell::view {
namespace {

Question Choose(DurationSummary summary) {
  Question question;
  ChooseTarget(summary, question);
  return question;
}

TEST(TargetTest, TwentyRequestsOverOneSecond) {
  const Question question = Choose({1000000, 20, 5e6, 9e6});
  EXPECT_EQ(question.basis, TargetBasis::kOneSecond);
  EXPECT_EQ(question.target_ns, 1000000000);
}

TEST(TargetTest, OnePerMilleOverOneSecond) {
  EXPECT_EQ(Choose({1000, 1, 5e6, 9e6}).basis, TargetBasis::kOneSecond);
  EXPECT_NE(Choose({1001, 1, 5e6, 9e6}).basis, TargetBasis::kOneSecond);
}

TEST(TargetTest, LongTailTakesThe99thPercentile) {
  const Question question = Choose({1000, 0, 50e6, 400e6});
  EXPECT_EQ(question.basis, TargetBasis::kTail);
  EXPECT_EQ(question.target_ns, 400000000);
}

TEST(TargetTest, ATailThatNobodyNoticesIsNotSlow) {
  EXPECT_EQ(Choose({1000, 0, 1e6, 90e6}).basis, TargetBasis::kNothingSlow);
}

TEST(TargetTest, AnEvenServiceIsNotSlow) {
  EXPECT_EQ(Choose({1000, 0, 200e6, 500e6}).basis, TargetBasis::kNothingSlow);
}

TEST(TargetTest, NoRequestsAtAll) {
  const Question question = Choose({});
  EXPECT_EQ(question.basis, TargetBasis::kNothingSlow);
  EXPECT_NE(question.basis_text.find("no request"), std::string::npos);
}

}  // namespace
}  // namespace slowtell::view
