// SPDX-License-Identifier: Apache-2.0
// The question a report answers, with the sizes that every judge needs.
#pragma once

#include <cstdint>
#include <string>

namespace slowtell {

enum class TargetBasis { kGiven, kOneSecond, kTail, kNothingSlow };

struct Question {
  int64_t target_ns = 0;  // a request longer than this is slow
  TargetBasis basis = TargetBasis::kNothingSlow;
  std::string basis_text;  // "default: 1 s, exceeded by 213 requests"
  int64_t from_ns = 0;     // first and last time in the data, UTC
  int64_t to_ns = 0;
  int64_t sources = 0;
  int64_t spans = 0;
  int64_t requests = 0;          // entry requests, without probes, consumers and duplicates
  double weighted_requests = 0;  // the same with sampling weights
  int64_t slow_requests = 0;     // of those, longer than the target
  int64_t replicas = 0;          // distinct instances
  double excess_s = 0;           // time above expectation in slow requests, weighted
};

}  // namespace slowtell
