// SPDX-License-Identifier: Apache-2.0
// The ledger: every nanosecond of a slow request's excess belongs to one cause or to "unexplained".
// Pure functions of claims; why the order of precedence is right is in docs/design/ledger.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cause/verdict.h"

namespace slowtell {

struct SlowRequest {
  int64_t request = 0;
  int64_t excess_ns = 0;
  double weight = 1;
};

struct Claimant {
  int precedence = 0;                          // the lower number takes a contested second first
  int64_t fewest_requests = 1;                 // with fewer requests left to it, it gets nothing
  const std::vector<Claim>* claims = nullptr;  // nullptr or empty: claims nothing
};

struct Allotted {
  double seconds = 0;    // weighted
  int64_t requests = 0;  // with anything allotted
};

struct Ledger {
  std::vector<Allotted> allotted;  // in the order of the claimants
  double unexplained_s = 0;
  double total_s = 0;
};

// Cuts claims to what is left of each request's excess. Claims for unknown requests, or of less
// than nothing, are ignored; several claims of one cause on one request add up.
Ledger Allot(const std::vector<SlowRequest>& slow, const std::vector<Claimant>& claimants);

}  // namespace slowtell
