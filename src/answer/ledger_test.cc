// SPDX-License-Identifier: Apache-2.0
#include "answer/ledger.h"

#include <gtest/gtest.h>

namespace slowtell {
namespace {

constexpr int64_t kSecond = 1000000000;

TEST(LedgerTest, ContestedSecondsGoToTheLowerPrecedenceOnce) {
  const std::vector<SlowRequest> slow = {{1, 10 * kSecond, 1}, {2, 4 * kSecond, 1}};
  const std::vector<Claim> late = {{1, 10 * kSecond}, {2, 4 * kSecond}};
  const std::vector<Claim> early = {{1, 7 * kSecond}};
  const Ledger ledger = Allot(slow, {{50, 1, &late}, {10, 1, &early}});
  EXPECT_DOUBLE_EQ(ledger.allotted[1].seconds, 7);
  EXPECT_DOUBLE_EQ(ledger.allotted[0].seconds, 7);
  EXPECT_DOUBLE_EQ(ledger.unexplained_s, 0);
  EXPECT_DOUBLE_EQ(ledger.total_s, 14);
}

TEST(LedgerTest, ClaimsBeyondTheExcessAreCut) {
  const std::vector<SlowRequest> slow = {{1, 3 * kSecond, 1}};
  const std::vector<Claim> claims = {
      {1, 2 * kSecond}, {1, 5 * kSecond}, {99, kSecond}, {1, -kSecond}};
  const Ledger ledger = Allot(slow, {{10, 1, &claims}});
  EXPECT_DOUBLE_EQ(ledger.allotted[0].seconds, 3);
  EXPECT_EQ(ledger.allotted[0].requests, 1);
}

TEST(LedgerTest, WeightsCount) {
  const std::vector<SlowRequest> slow = {{1, kSecond, 4}, {2, kSecond, 1}};
  const std::vector<Claim> claims = {{1, kSecond}};
  const Ledger ledger = Allot(slow, {{10, 1, &claims}});
  EXPECT_DOUBLE_EQ(ledger.allotted[0].seconds, 4);
  EXPECT_DOUBLE_EQ(ledger.unexplained_s, 1);
}

TEST(LedgerTest, TooFewRequestsLeftGetNothing) {
  const std::vector<SlowRequest> slow = {{1, kSecond, 1}, {2, kSecond, 1}};
  const std::vector<Claim> claims = {{1, kSecond}, {2, kSecond}};
  const Ledger ledger = Allot(slow, {{10, 3, &claims}, {20, 1, nullptr}});
  EXPECT_DOUBLE_EQ(ledger.allotted[0].seconds, 0);
  EXPECT_DOUBLE_EQ(ledger.unexplained_s, 2);
}

TEST(LedgerTest, NothingSlowIsAnEmptyLedger) {
  const std::vector<Claim> claims = {{1, kSecond}};
  const Ledger ledger = Allot({}, {{10, 1, &claims}});
  EXPECT_DOUBLE_EQ(ledger.total_s, 0);
  EXPECT_DOUBLE_EQ(ledger.allotted[0].seconds, 0);
}

}  // namespace
}  // namespace slowtell
