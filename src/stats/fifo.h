// SPDX-License-Identifier: Apache-2.0
// Is this instance a queue? Arrivals and ends of requests are enough to tell: if c servers work in
// order of arrival, the time each request was really served follows from when a server became free,
// and it is far more even than the latency. No parameter is tuned; the model is FIFO G/G/c with the
// recursion of Kiefer & Wolfowitz ("On the theory of queues with many servers", 1955).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace slowtell::stats {

struct Job {
  double arrival_s = 0;
  double end_s = 0;
};

struct FifoFit {
  int servers = 0;           // c
  double service_s = 0;      // S: median of the implied service times
  double service_low_s = 0;  // 95 % interval of S; below six jobs the least and largest service
  double service_high_s = 0;
  double residual_ratio = 0;    // median |implied - S| / S: 0 = every service alike
  std::vector<double> waits_s;  // per job in order of arrival: begin of service - arrival
  double latency_cv = 0;        // coefficient of variation of end - arrival
  double service_cv = 0;        // the same of the implied services; far below latency_cv: a queue
  int peak_concurrency = 0;     // most jobs in the system at once; servers >= this: nobody waited
};

// Job i's implied service under c servers is end_i - max(arrival_i, time a server became free).
// For c = 1 jobs are taken in order of end (one server cannot overtake itself); for more, in order
// of arrival and in order of end, whichever fits better (start order itself is not recorded, and
// arrivals at the same instant are in no order). Chosen is the c in 1..max_servers whose implied
// services are all positive and vary least; the smallest c within 5 % of the best wins.
// nullopt: fewer than four jobs, a job that ends before it arrives, or no c fits.
//
// A fit is not yet a queue: constant latency under concurrency fits with c = peak_concurrency and
// no waits; one user in a closed loop fits with c = 1 and no waits. Look at waits_s.
std::optional<FifoFit> FitFifo(std::vector<Job> jobs, int max_servers);

// Spans of one instance that follow each other without overlap: how a blocked event loop shows up
// in its own telemetry.
struct SerialRun {
  int64_t count = 0;  // at least 2
  double start_s = 0;
  double end_s = 0;
  double busy_s = 0;  // sum of durations
  double span_s = 0;  // end_s - start_s; busy_s / span_s near 1: back to back
  double mean_service_s = 0;
};

// The longest groups in which each span starts at most max_gap_ratio of the median duration (of all
// spans) after the one before ended. A span that overlaps any other by more than 1 % of the shorter
// is in no group. In order of time.
std::vector<SerialRun> SerialRuns(std::vector<Job> spans, double max_gap_ratio);

}  // namespace slowtell::stats
