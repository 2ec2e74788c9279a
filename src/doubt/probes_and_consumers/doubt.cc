// SPDX-License-Identifier: Apache-2.0
// Rows that are no user requests: probes drag percentiles down and take the first-request slot of a
// new replica; consumers run as long as their message needs. They are set aside, and this says so.
#include "doubt/doubt.h"

#include "base/text.h"

namespace slowtell::doubt::probes_and_consumers {
namespace {

std::optional<Doubt> Judge(const Evidence& evidence, const Question&) {
  const Table& table = evidence.Get("mixed");
  const int64_t rows = table.Int("row_count");
  std::vector<std::string> parts;
  const auto add = [&parts](int64_t n, const char* what) {
    if (n > 0) parts.push_back(WithThousands(n) + " " + what);
  };
  add(table.Int("probes"), "health probes");
  add(table.Int("consumers"), "message consumers");
  add(table.Int("intended_waits"), "long polls or web sockets");
  if (parts.empty()) return std::nullopt;
  Doubt doubt;
  doubt.text = Join(parts, ", ") + " are among " + WithThousands(rows) + " rows";
  doubt.effect = "They are left out of percentiles and of the order on a replica.";
  if (table.Int("counted") == 0) {
    doubt.severity = DoubtSeverity::kWarning;
    doubt.text = "all rows are " + Join(parts, ", ");
    doubt.effect =
        "There is no user request to explain. If these are user requests, rename the route.";
  } else if (table.Int("probe_first") > 0) {
    doubt.text += "; on " + WithThousands(table.Int("probe_first")) +
                  (table.Int("probe_first") == 1 ? " replica" : " replicas") +
                  " a probe came first";
    doubt.effect += " A probe that came first may have warmed the replica up.";
  }
  return doubt;
}

}  // namespace

extern const DoubtDef kDef;
const DoubtDef kDef = {
    .id = "probes_and_consumers",
    .summary = "Health probes, message consumers and long polls are among the requests.",
    .judge = &Judge,
};

}  // namespace slowtell::doubt::probes_and_consumers
