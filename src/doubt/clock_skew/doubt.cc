// SPDX-License-Identifier: Apache-2.0
// Clock skew: a callee's span that starts before or ends after the call that caused it. Durations
// stay true, offsets between machines do not; nothing is moved, and this says how far to trust
// offsets.
#include "doubt/doubt.h"

#include "base/text.h"

namespace slowtell::doubt::clock_skew {
namespace {

// One odd pair is a broken span, not a clock.
constexpr int64_t kFewestPairs = 3;

std::optional<Doubt> Judge(const Evidence& evidence, const Question&) {
  const Table& table = evidence.Get("outside");
  const int64_t pairs = table.Int("pairs");
  const int64_t outside = table.Int("outside");
  if (outside < kFewestPairs || outside * 100 < pairs) return std::nullopt;
  Doubt doubt;
  doubt.severity = outside * 10 > pairs ? DoubtSeverity::kWarning : DoubtSeverity::kInfo;
  doubt.text = WithThousands(outside) + " of " + WithThousands(pairs) +
               " server spans lie outside the call that caused them, by " +
               Fixed(table.Real("p50_ms"), 1) + " ms at the median and at most " +
               HumanDuration(table.Real("largest_ms") * 1e6);
  doubt.effect = "Durations are not touched; times between machines are only good to that amount.";
  return doubt;
}

}  // namespace

extern const DoubtDef kDef;
const DoubtDef kDef = {
    .id = "clock_skew",
    .summary = "Clocks of different machines disagree.",
    .judge = &Judge,
};

}  // namespace slowtell::doubt::clock_skew
