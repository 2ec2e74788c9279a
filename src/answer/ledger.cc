// SPDX-License-Identifier: Apache-2.0
#include "answer/ledger.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace slowtell {
namespace {

using Index = std::unordered_map<int64_t, size_t>;

// What the claims would take of `left`, by request.
std::vector<int64_t> Take(const std::vector<Claim>& claims, const Index& index,
                          const std::vector<int64_t>& left) {
  std::vector<int64_t> taken(left.size(), 0);
  for (const Claim& claim : claims) {
    const auto at = index.find(claim.request);
    if (at == index.end() || claim.ns <= 0) continue;
    int64_t& mine = taken[at->second];
    mine += std::min(claim.ns, left[at->second] - mine);
  }
  return taken;
}

}  // namespace

Ledger Allot(const std::vector<SlowRequest>& slow, const std::vector<Claimant>& claimants) {
  Ledger ledger;
  ledger.allotted.resize(claimants.size());
  Index index;
  std::vector<int64_t> left;
  for (const SlowRequest& request : slow) {
    index[request.request] = left.size();
    left.push_back(std::max<int64_t>(request.excess_ns, 0));
    ledger.total_s += static_cast<double>(left.back()) * request.weight / 1e9;
  }
  std::vector<size_t> order(claimants.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return claimants[a].precedence < claimants[b].precedence;
  });
  for (size_t who : order) {
    if (claimants[who].claims == nullptr) continue;
    const std::vector<int64_t> taken = Take(*claimants[who].claims, index, left);
    const int64_t requests =
        std::count_if(taken.begin(), taken.end(), [](int64_t ns) { return ns > 0; });
    if (requests < claimants[who].fewest_requests) continue;
    ledger.allotted[who].requests = requests;
    for (size_t i = 0; i < taken.size(); ++i) {
      left[i] -= taken[i];
      ledger.allotted[who].seconds += static_cast<double>(taken[i]) * slow[i].weight / 1e9;
    }
  }
  for (size_t i = 0; i < left.size(); ++i)
    ledger.unexplained_s += static_cast<double>(left[i]) * slow[i].weight / 1e9;
  return ledger;
}

}  // namespace slowtell
