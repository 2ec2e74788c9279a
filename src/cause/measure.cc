// SPDX-License-Identifier: Apache-2.0
#include "cause/measure.h"

#include "stats/interval.h"
#include "stats/quantile.h"

namespace slowtell {

Measure MedianMs(const char* name, const std::vector<double>& values_ms) {
  Measure measure{
      name, stats::Quantile(values_ms, 0.5), "ms", static_cast<int64_t>(values_ms.size()), {}, {}};
  if (const auto interval = stats::MedianInterval(values_ms)) {
    measure.low = interval->low;
    measure.high = interval->high;
  }
  return measure;
}

}  // namespace slowtell
