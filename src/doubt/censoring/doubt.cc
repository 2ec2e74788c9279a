// SPDX-License-Identifier: Apache-2.0
// Censoring: a duration that was cut off is at least that long; a replica already alive when the
// data starts has no known first request. Neither may be dropped or taken at face value.
#include "doubt/doubt.h"

#include "base/text.h"

namespace slowtell::doubt::censoring {
namespace {

std::optional<Doubt> Judge(const Evidence& evidence, const Question&) {
  const Table& table = evidence.Get("cut");
  const int64_t bounds = table.Int("lower_bounds");
  const int64_t left = table.Int("left_censored");
  const int64_t replicas = table.Int("replicas");
  if (bounds == 0 && (left == 0 || replicas < 2)) return std::nullopt;
  Doubt doubt;
  std::vector<std::string> parts, effects;
  if (bounds > 0) {
    parts.push_back(WithThousands(bounds) + " of " + WithThousands(table.Int("row_count")) +
                    " durations are lower bounds (cut off or unfinished)");
    effects.push_back("True percentiles are at least as high as shown.");
    if (bounds * 100 > table.Int("row_count")) doubt.severity = DoubtSeverity::kWarning;
  }
  if (left > 0 && replicas >= 2) {
    parts.push_back(WithThousands(left) + " of " + WithThousands(replicas) +
                    " replicas may have been alive before the data starts");
    effects.push_back("They are left out of the order on a new replica.");
  }
  doubt.text = Join(parts, "; ");
  doubt.effect = Join(effects, " ");
  return doubt;
}

}  // namespace

extern const DoubtDef kDef;
const DoubtDef kDef = {
    .id = "censoring",
    .summary = "Durations or lifetimes are known only in part.",
    .judge = &Judge,
};

}  // namespace slowtell::doubt::censoring
