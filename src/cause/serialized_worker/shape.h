// SPDX-License-Identifier: Apache-2.0
// How one instance served: in order behind a queue, back to back, or side by side. Pure functions
// of arrival and completion times, so that every shape can be tested by hand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stats/fifo.h"

namespace slowtell::cause::serialized_worker {

// One request on one instance. Seconds since an arbitrary origin; outer_* is the same request as
// the front end or client saw it.
struct Served {
  double start_s = 0;
  double end_s = 0;
  std::optional<double> outer_start_s;
  std::optional<double> outer_end_s;
  double calls_s = 0;        // union of outbound calls
  std::string peer;          // client connection ("" or ":" when unknown)
  int64_t slow_request = 0;  // 0: not part of a slow request
};

enum class Sign {
  kNone,
  kStaircase,   // requests wait, visible from outside: end = FIFO queue of c servers
  kBackToBack,  // the app's own spans touch and never overlap; the wait is in no span
};

struct Wait {
  double wait_s = 0;
  double service_s = 0;
};

struct Shape {
  Sign sign = Sign::kNone;
  std::string rejected;  // why not, when kNone
  int64_t requests = 0;  // the heavy ones that were judged
  int servers = 0;       // c
  double service_s = 0;  // S, with a 95 % interval
  double service_low_s = 0;
  double service_high_s = 0;
  double residual_ratio = 0;            // median deviation from S, relative
  bool service_seen = false;            // S comes from the app's own spans, not only from the fit
  std::vector<Wait> waits;              // in order of arrival
  double waited_s = 0;                  // visible waiting, summed
  std::optional<double> hidden_wait_s;  // kBackToBack: upper bound of the waiting in no span
  int64_t connections = 0;              // distinct client connections, 0 when unknown
  double busy_ratio = 0;                // kBackToBack: share of the run in which a span was open
};

Shape Examine(std::vector<Served> served);

}  // namespace slowtell::cause::serialized_worker
