// SPDX-License-Identifier: Apache-2.0
// Sampled telemetry: a row that stands for several requests. Counts must be weighted, and a weight
// that hides in another field (item count 1 beside a keep rate) is found and used.
#include "doubt/doubt.h"

#include <cmath>

#include "base/text.h"

namespace slowtell::doubt::sampling_weights {
namespace {

std::optional<Doubt> Judge(const Evidence& evidence, const Question&) {
  const Table& table = evidence.Get("weights");
  const int64_t rows = table.Int("row_count");
  const int64_t weighted = table.Int("weighted_rows");
  if (weighted == 0 && table.Int("absurd_rows") == 0) return std::nullopt;
  Doubt doubt;
  doubt.text = WithThousands(weighted) + " of " + WithThousands(rows) +
               " rows are sampled; together they stand for about " +
               WithThousands(std::llround(table.Real("weighted"))) + " requests";
  doubt.effect =
      "Shares and counts are weighted; single requests that were not kept cannot be seen.";
  if (table.Int("hidden_rate_rows") > 0) {
    doubt.severity = DoubtSeverity::kWarning;
    doubt.text +=
        "; " + WithThousands(table.Int("hidden_rate_rows")) +
        " say itemCount 1, and only a custom dimension carries the keep rate, which is used";
    doubt.effect += " Reconcile the total with another count (ingress metrics) before quoting it.";
  }
  if (table.Int("absurd_rows") > 0) {
    doubt.severity = DoubtSeverity::kWarning;
    doubt.text += "; " + WithThousands(table.Int("absurd_rows")) +
                  " weights are below 1 or above 10,000 (largest " +
                  Fixed(table.Real("largest"), 0) + ")";
  }
  return doubt;
}

}  // namespace

extern const DoubtDef kDef;
const DoubtDef kDef = {
    .id = "sampling_weights",
    .summary = "Rows stand for more than one request, or their weights cannot be right.",
    .judge = &Judge,
};

}  // namespace slowtell::doubt::sampling_weights
