// SPDX-License-Identifier: Apache-2.0
// Every expectation here was worked out by hand or from the cited formula, not copied from a run.
#include <gtest/gtest.h>

#include <cmath>

#include "stats/bootstrap.h"
#include "stats/fifo.h"
#include "stats/interval.h"
#include "stats/quantile.h"

namespace slowtell::stats {
namespace {

TEST(Quantile, InterpolatesLikeType7) {
  EXPECT_DOUBLE_EQ(Quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(Quantile({4, 1, 3, 2}, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(Quantile({1, 2, 3, 4, 100}, 0.9), 61.6);  // h = 3.6: 4 + 0.6 * 96
  EXPECT_DOUBLE_EQ(Quantile({7}, 0.99), 7);
  EXPECT_DOUBLE_EQ(Quantile({1, 2}, -3), 1);
  EXPECT_DOUBLE_EQ(Quantile({1, 2}, 3), 2);
}

TEST(Quantile, IgnoresNanAndSaysNanForNothing) {
  EXPECT_DOUBLE_EQ(Quantile({NAN, 1, 3}, 0.5), 2);
  EXPECT_TRUE(std::isnan(Quantile({}, 0.5)));
  EXPECT_TRUE(std::isnan(WeightedQuantile({}, 0.5)));
  EXPECT_TRUE(std::isnan(WeightedQuantile({{1, 0}, {2, -1}, {NAN, 1}}, 0.5)));
}

TEST(WeightedQuantile, EqualsTheExpandedList) {
  const std::vector<double> expanded = {1, 1, 1, 5, 9, 9};
  for (double p : {0.0, 0.1, 0.3, 0.5, 0.55, 0.75, 0.9, 1.0}) {
    EXPECT_DOUBLE_EQ(WeightedQuantile({{9, 2}, {1, 3}, {5, 1}}, p), Quantile(expanded, p)) << p;
  }
}

TEST(WeightedQuantile, ScalesWeightsBelowOne) {
  EXPECT_DOUBLE_EQ(WeightedQuantile({{1, 0.25}, {5, 0.75}}, 0.5),
                   WeightedQuantile({{1, 1}, {5, 3}}, 0.5));
}

TEST(CoefficientOfVariation, OfKnownSamples) {
  EXPECT_DOUBLE_EQ(CoefficientOfVariation({5, 5, 5}), 0);
  EXPECT_DOUBLE_EQ(CoefficientOfVariation({1, 3}), std::sqrt(2.0) / 2);  // sd sqrt(2), mean 2
  EXPECT_DOUBLE_EQ(CoefficientOfVariation({7}), 0);
  EXPECT_DOUBLE_EQ(CoefficientOfVariation({-1, 1}), 0);
}

// 10 of 100: Wilson gives 0.0552..0.1744 (textbook example).
TEST(Wilson, TextbookValues) {
  EXPECT_NEAR(Wilson(10, 100).low, 0.0552, 5e-5);
  EXPECT_NEAR(Wilson(10, 100).high, 0.1744, 5e-5);
  EXPECT_DOUBLE_EQ(Wilson(0, 10).low, 0);
  EXPECT_NEAR(Wilson(0, 10).high, 0.2775, 5e-5);  // z^2 / (n + z^2) = 3.8415 / 13.8415
  EXPECT_DOUBLE_EQ(Wilson(10, 10).high, 1);
  EXPECT_DOUBLE_EQ(Wilson(0, 0).low, 0);
  EXPECT_DOUBLE_EQ(Wilson(0, 0).high, 1);
}

// n = 10: P(Bin <= 1) = 11/1024 = 0.0107, P(Bin <= 2) = 56/1024 = 0.0547, so k = 2: 2nd to 9th.
TEST(MedianInterval, RanksOfTenValues) {
  const auto interval = MedianInterval({10, 20, 30, 40, 50, 60, 70, 80, 90, 100});
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->low, 20);
  EXPECT_DOUBLE_EQ(interval->high, 90);
}

// n = 6: P(Bin <= 0) = 1/64 = 0.0156 <= 0.025 (k = 1: least to largest); n = 5: 1/32 is too much.
TEST(MedianInterval, NeedsSixValues) {
  const auto interval = MedianInterval({1, 2, 3, 4, 5, 6});
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->low, 1);
  EXPECT_DOUBLE_EQ(interval->high, 6);
  EXPECT_FALSE(MedianInterval({1, 2, 3, 4, 5}));
  EXPECT_FALSE(MedianInterval({}));
}

TEST(MedianInterval, LargeSamplesDoNotOverflow) {
  std::vector<double> values;
  for (int i = 1; i <= 10'001; ++i) values.push_back(i);
  const auto interval = MedianInterval(values);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->low, 5001 - 98, 2);  // 1.96 * sqrt(10001) / 2 = 98
  EXPECT_NEAR(interval->high, 5001 + 98, 2);
}

// Fisher's tea: [[3,1],[1,3]] two-sided p = 34/70.
TEST(FisherExact, TeaTasting) {
  EXPECT_NEAR(FisherExact(3, 1, 1, 3), 34.0 / 70, 1e-9);
  EXPECT_NEAR(FisherExact(4, 0, 0, 4), 2.0 / 70, 1e-9);
  EXPECT_NEAR(FisherExact(0, 0, 3, 4), 1, 1e-9);
  EXPECT_NEAR(FisherExact(0, 0, 0, 0), 1, 1e-9);
  EXPECT_LT(FisherExact(900, 100, 500, 500), 1e-50);
}

TEST(MedianRatioInterval, HoldsTheRatioAndRepeats) {
  std::vector<double> slow;
  std::vector<double> fast;
  for (int i = 0; i < 40; ++i) {
    slow.push_back(200 + i % 10);
    fast.push_back(100 + i % 10);
  }
  const auto interval = MedianRatioInterval(slow, fast);
  ASSERT_TRUE(interval);
  const double ratio = 204.5 / 104.5;
  EXPECT_LE(interval->low, ratio);
  EXPECT_GE(interval->high, ratio);
  EXPECT_LT(interval->high - interval->low, 0.3);
  const auto again = MedianRatioInterval(slow, fast);
  EXPECT_EQ(interval->low, again->low);
  EXPECT_EQ(interval->high, again->high);
}

TEST(MedianRatioInterval, RefusesSmallSamplesAndZero) {
  const std::vector<double> nine(9, 1.0);
  const std::vector<double> ten(10, 1.0);
  EXPECT_FALSE(MedianRatioInterval(nine, ten));
  EXPECT_FALSE(MedianRatioInterval(ten, nine));
  EXPECT_FALSE(MedianRatioInterval(ten, std::vector<double>(10, 0.0)));
}

// Five requests at once, one worker, 5 s each: ends 5, 10, 15, 20, 25; waits 0, 5, 10, 15, 20.
TEST(FitFifo, Staircase) {
  const auto fit = FitFifo({{0, 5}, {0, 10}, {0, 15}, {0, 20}, {0, 25}}, 8);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->servers, 1);
  EXPECT_EQ(fit->peak_concurrency, 5);
  EXPECT_DOUBLE_EQ(fit->service_s, 5);
  EXPECT_DOUBLE_EQ(fit->residual_ratio, 0);
  EXPECT_DOUBLE_EQ(fit->service_cv, 0);
  EXPECT_NEAR(fit->latency_cv, std::sqrt(62.5) / 15, 1e-12);
  EXPECT_EQ(fit->waits_s, (std::vector<double>{0, 5, 10, 15, 20}));
}

// The same with arrivals some ms apart in another order than they were served.
TEST(FitFifo, StaircaseServedOutOfArrivalOrder) {
  const auto fit = FitFifo({{0.002, 5}, {0, 10.01}, {0.004, 14.99}, {0.003, 20}, {0.001, 25}}, 8);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->servers, 1);
  EXPECT_NEAR(fit->service_s, 5, 0.02);
  // In order of arrival: the second to arrive (0.001) was served last.
  EXPECT_NEAR(fit->waits_s[1], 20, 0.01);
  EXPECT_NEAR(fit->waits_s[2], 0, 0.01);
}

// Ten at once, all take 5 s: no queue; the fit says so by needing a server for each.
TEST(FitFifo, ConstantLatencyUnderConcurrency) {
  std::vector<Job> jobs;
  for (int i = 0; i < 10; ++i) jobs.push_back({i * 0.001, 5 + i * 0.001});
  const auto fit = FitFifo(jobs, 32);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->servers, 10);
  EXPECT_EQ(fit->peak_concurrency, 10);
  EXPECT_NEAR(fit->service_s, 5, 1e-9);
  for (double wait : fit->waits_s) EXPECT_DOUBLE_EQ(wait, 0);
}

// Two pre-forked workers, 2 s each, six at once: ends 2, 2, 4, 4, 6, 6; waits 0, 0, 2, 2, 4, 4.
TEST(FitFifo, TwoServers) {
  const auto fit = FitFifo({{0, 2}, {0, 2}, {0, 4}, {0, 4}, {0, 6}, {0, 6}}, 8);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->servers, 2);
  EXPECT_DOUBLE_EQ(fit->service_s, 2);
  EXPECT_EQ(fit->waits_s, (std::vector<double>{0, 0, 2, 2, 4, 4}));
}

// One user who asks again as soon as he has an answer: c = 1, and nobody ever waited.
TEST(FitFifo, ClosedLoopOfOneUser) {
  const auto fit = FitFifo({{0, 3}, {3, 6}, {6, 9}, {9, 12.3}}, 8);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->servers, 1);
  EXPECT_EQ(fit->peak_concurrency, 1);
  for (double wait : fit->waits_s) EXPECT_DOUBLE_EQ(wait, 0);
  EXPECT_DOUBLE_EQ(fit->service_cv, fit->latency_cv);
}

TEST(FitFifo, NothingToFit) {
  EXPECT_FALSE(FitFifo({}, 8));
  EXPECT_FALSE(FitFifo({{0, 1}, {1, 2}, {2, 3}}, 8));          // three jobs
  EXPECT_FALSE(FitFifo({{0, 1}, {1, 2}, {2, 3}, {5, 4}}, 8));  // ends before it arrives
  EXPECT_FALSE(FitFifo({{0, 1}, {1, 2}, {2, 3}, {NAN, 4}}, 8));
  EXPECT_FALSE(FitFifo({{0, 5}, {0, 5}, {0, 5}, {0, 5}}, 2));  // needs four servers
  EXPECT_FALSE(FitFifo({{0, 5}, {0, 10}, {0, 15}, {0, 20}}, 0));
}

TEST(FitFifo, IntervalFallsBackToTheRangeBelowSixJobs) {
  const auto fit = FitFifo({{0, 4}, {0, 9}, {0, 15}, {0, 20}}, 1);
  ASSERT_TRUE(fit);
  EXPECT_DOUBLE_EQ(fit->service_low_s, 4);
  EXPECT_DOUBLE_EQ(fit->service_high_s, 6);
  EXPECT_DOUBLE_EQ(fit->service_s, 5);  // services 4, 5, 6, 5
}

// Three spans back to back, a pause, two more.
TEST(SerialRuns, SplitsAtPauses) {
  const auto runs = SerialRuns({{0, 5}, {5.01, 10}, {10, 15}, {40, 45}, {45.1, 50.1}}, 0.05);
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].count, 3);
  EXPECT_DOUBLE_EQ(runs[0].span_s, 15);
  EXPECT_NEAR(runs[0].busy_s, 14.99, 1e-9);
  EXPECT_NEAR(runs[0].mean_service_s, 14.99 / 3, 1e-9);
  EXPECT_EQ(runs[1].count, 2);
  EXPECT_DOUBLE_EQ(runs[1].start_s, 40);
}

TEST(SerialRuns, OverlapIsNoRun) {
  EXPECT_TRUE(SerialRuns({{0, 5}, {0.1, 5.1}, {0.2, 5.2}}, 0.05).empty());
  // Two pairs at once: though ends and starts meet, every span overlaps another.
  EXPECT_TRUE(SerialRuns({{0, 5}, {0, 5}, {5, 10}, {5, 10}}, 0.05).empty());
  // A long span covers three short ones.
  EXPECT_TRUE(SerialRuns({{0, 20}, {1, 2}, {2, 3}, {3, 4}}, 0.05).empty());
  // 1 % of the shorter is clock rounding.
  EXPECT_EQ(SerialRuns({{0, 5}, {4.96, 10}}, 0.05).size(), 1U);
}

TEST(SerialRuns, Empty) {
  EXPECT_TRUE(SerialRuns({}, 0.1).empty());
  EXPECT_TRUE(SerialRuns({{3, 3}, {5, 4}}, 0.1).empty());
  EXPECT_TRUE(SerialRuns({{0, 5}}, 0.1).empty());
}

}  // namespace
}  // namespace slowtell::stats
