// SPDX-License-Identifier: Apache-2.0
#include "cause/serialized_worker/shape.h"

#include <gtest/gtest.h>

namespace slowtell::cause::serialized_worker {
namespace {

Served Span(double start_s, double end_s, const std::string& peer = "c:1") {
  Served job;
  job.start_s = start_s;
  job.end_s = end_s;
  job.peer = peer;
  job.slow_request = 1;
  return job;
}

std::string Peer(int i) { return "c:" + std::to_string(i); }

TEST(ShapeTest, BackToBackFromManyConnectionsIsABlockedWorker) {
  std::vector<Served> served;
  for (int i = 0; i < 6; ++i) served.push_back(Span(i * 5.01, i * 5.01 + 5, Peer(i)));
  const Shape shape = Examine(served);
  EXPECT_EQ(shape.sign, Sign::kBackToBack);
  EXPECT_EQ(shape.servers, 1);
  EXPECT_NEAR(shape.service_s, 5, 1e-6);
  ASSERT_TRUE(shape.hidden_wait_s.has_value());
  EXPECT_NEAR(*shape.hidden_wait_s, 5.01 * (0 + 1 + 2 + 3 + 4 + 5), 1e-6);
}

TEST(ShapeTest, OneConnectionThatWaitsItselfIsNoQueue) {
  std::vector<Served> served;
  for (int i = 0; i < 30; ++i) served.push_back(Span(i * 2.002, i * 2.002 + 2));
  const Shape shape = Examine(served);
  EXPECT_EQ(shape.sign, Sign::kNone);
  EXPECT_NE(shape.rejected.find("one client connection"), std::string::npos);
}

TEST(ShapeTest, PausesBetweenSpansAreNoBlockedWorker) {
  std::vector<Served> served;
  for (int i = 0; i < 10; ++i) served.push_back(Span(i * 7.0, i * 7.0 + 5, Peer(i)));
  EXPECT_EQ(Examine(served).sign, Sign::kNone);
}

TEST(ShapeTest, ConstantLatencySideBySideIsNoQueue) {
  std::vector<Served> served;
  for (int i = 0; i < 20; ++i) {
    const double start = (i / 10) * 5.05 + (i % 10) * 0.002;
    served.push_back(Span(start, start + 5, Peer(i % 10)));
  }
  EXPECT_EQ(Examine(served).sign, Sign::kNone);
}

TEST(ShapeTest, StaircaseSeenFromOutsideGivesTheWaits) {
  std::vector<Served> served;
  for (int i = 0; i < 5; ++i) {
    Served job = Span(i * 5.0, i * 5.0 + 5, Peer(i));
    job.outer_start_s = 0;
    job.outer_end_s = job.end_s;
    served.push_back(job);
  }
  const Shape shape = Examine(served);
  EXPECT_EQ(shape.sign, Sign::kStaircase);
  EXPECT_TRUE(shape.service_seen);
  ASSERT_EQ(shape.waits.size(), 5u);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(shape.waits[i].wait_s, i * 5.0, 1e-9);
}

TEST(ShapeTest, TimeInOutboundCallsIsNotTheWorkers) {
  std::vector<Served> served;
  for (int i = 0; i < 8; ++i) {
    Served job = Span(i * 5.01, i * 5.01 + 5, Peer(i));
    job.calls_s = 4.5;
    served.push_back(job);
  }
  EXPECT_NE(Examine(served).rejected.find("outbound calls"), std::string::npos);
}

TEST(ShapeTest, NothingAndTooLittleAreNoFinding) {
  EXPECT_EQ(Examine({}).sign, Sign::kNone);
  EXPECT_EQ(Examine({Span(0, 5), Span(5, 10), Span(10, 15)}).sign, Sign::kNone);
}

}  // namespace
}  // namespace slowtell::cause::serialized_worker
