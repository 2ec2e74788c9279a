// SPDX-License-Identifier: Apache-2.0
// 95 % intervals and one exact test, none of which assumes a shape of the distribution: latencies
// have none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace slowtell::stats {

struct Interval {
  double low = 0;
  double high = 0;
};

// 95 % score interval of a share hits/n (Wilson, "Probable inference, the law of succession, and
// statistical inference", 1927): centre (q + z^2/2n) / (1 + z^2/n) and half width
// z sqrt(q(1-q)/n + z^2/4n^2) / (1 + z^2/n) with q = hits/n, z = 1.96. n = 0 gives [0, 1].
Interval Wilson(int64_t hits, int64_t n);

// 95 % interval of the median by order statistics: [x(k), x(n+1-k)] with the largest k for which
// P(Bin(n, 1/2) < k) <= 0.025 (Conover, "Practical Nonparametric Statistics", ch. 3). Below six
// values no such k exists: nullopt.
std::optional<Interval> MedianInterval(std::vector<double> values);

// Fisher's exact test of the table [[a, b], [c, d]], two-sided: the probability, with the margins
// fixed, of all tables that are no more likely than the one seen. Returns p; 1 for an empty margin.
// Negative counts count as 0.
double FisherExact(int64_t a, int64_t b, int64_t c, int64_t d);

}  // namespace slowtell::stats
