// SPDX-License-Identifier: Apache-2.0
#include "ingest/sampling.h"

#include <gtest/gtest.h>

namespace slowtell::ingest {
namespace {

double KnownWeight(const SamplingFields& fields) {
  const Sampling sampling = ReadSampling(fields);
  EXPECT_EQ(sampling.state, SamplingState::kKnown);
  return sampling.weight;
}

SamplingState StateOf(const SamplingFields& fields) { return ReadSampling(fields).state; }

TEST(Sampling, ThresholdIsTheRejectedPart) {
  EXPECT_DOUBLE_EQ(KnownWeight({.trace_state = "ot=th:0"}), 1);
  EXPECT_DOUBLE_EQ(KnownWeight({.trace_state = "ot=th:8"}), 2);
  EXPECT_DOUBLE_EQ(KnownWeight({.trace_state = "ot=th:c;rv:abcdef01234567"}), 4);
  EXPECT_NEAR(KnownWeight({.trace_state = "vendor=x, ot=rv:1;th:fd70a4"}), 100, 0.01);
  EXPECT_DOUBLE_EQ(KnownWeight({.threshold = "8"}), 2);
}

TEST(Sampling, PowerOfTwo) {
  EXPECT_DOUBLE_EQ(KnownWeight({.trace_state = "ot=p:3;r:5"}), 8);
  EXPECT_EQ(StateOf({.trace_state = "ot=p:63"}), SamplingState::kUnusable);
}

TEST(Sampling, Percent) {
  EXPECT_DOUBLE_EQ(KnownWeight({.percent = "12.5"}), 8);
  EXPECT_DOUBLE_EQ(KnownWeight({.trace_state = "microsoft.sample_rate=12.50"}), 8);
  EXPECT_EQ(StateOf({.percent = "0"}), SamplingState::kUnusable);
  EXPECT_EQ(StateOf({.percent = "125"}), SamplingState::kUnusable);
  EXPECT_EQ(StateOf({.percent = "often"}), SamplingState::kUnusable);
}

TEST(Sampling, OneInAndProbability) {
  EXPECT_DOUBLE_EQ(KnownWeight({.one_in = "20"}), 20);
  EXPECT_DOUBLE_EQ(KnownWeight({.sampler_type = "probabilistic", .sampler_param = "0.25"}), 4);
  EXPECT_EQ(StateOf({.sampler_type = "const", .sampler_param = "true"}), SamplingState::kSilent);
  EXPECT_EQ(StateOf({.sampler_type = "ratelimiting", .sampler_param = "2"}),
            SamplingState::kSilent);
}

TEST(Sampling, NonsenseIsNeverAWeight) {
  for (const char* trace_state : {"ot=th:", "ot=th:zz", "ot=th:fffffffffffffff", "ot=p:-1",
                                  "ot=th:ffffffffffffff", "ot=p:9999999999999999999"}) {
    EXPECT_EQ(StateOf({.trace_state = trace_state}), SamplingState::kUnusable) << trace_state;
    EXPECT_EQ(ReadSampling({.trace_state = trace_state}).weight, 1) << trace_state;
  }
  for (const char* trace_state : {"", "ot", "ot=", "rojo=00f067aa0ba902b7", ",,,=", "ot=x:1"}) {
    EXPECT_EQ(StateOf({.trace_state = trace_state}), SamplingState::kSilent) << trace_state;
  }
}

}  // namespace
}  // namespace slowtell::ingest
