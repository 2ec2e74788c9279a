// SPDX-License-Identifier: Apache-2.0
// Duplicates: exporters resend after a timeout, two hosts log one request, two instrumentations
// record one call. Copies under one id are counted once; twins under two ids are reported, because
// true retries look alike.
#include "doubt/doubt.h"

#include "base/text.h"

namespace slowtell::doubt::duplicates {
namespace {

std::optional<Doubt> Judge(const Evidence& evidence, const Question&) {
  const Table& table = evidence.Get("copies");
  const int64_t copies = table.Int("copies");
  const int64_t twins = table.Int("twins");
  if (copies == 0 && twins == 0) return std::nullopt;
  Doubt doubt;
  std::vector<std::string> parts, effects;
  if (copies > 0) {
    std::string part = WithThousands(copies) + " of " + WithThousands(table.Int("row_count")) +
                       " rows repeat the id of another";
    if (table.Int("differing") > 0)
      part += " (" + WithThousands(table.Int("differing")) + " with another duration)";
    parts.push_back(part);
    effects.push_back("Each id is counted once, with its longest duration.");
  }
  if (twins > 0) {
    parts.push_back(WithThousands(twins) +
                    " calls have a twin: same parent, start and length, another id");
    effects.push_back("Overlapping time is counted once; the number of calls may be too high.");
  }
  doubt.severity =
      copies * 100 > table.Int("row_count") ? DoubtSeverity::kWarning : DoubtSeverity::kInfo;
  doubt.text = Join(parts, "; ");
  doubt.effect = Join(effects, " ");
  return doubt;
}

}  // namespace

extern const DoubtDef kDef;
const DoubtDef kDef = {
    .id = "duplicates",
    .summary = "The same request or call is in the data more than once.",
    .judge = &Judge,
};

}  // namespace slowtell::doubt::duplicates
