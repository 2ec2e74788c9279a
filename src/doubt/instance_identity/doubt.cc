// SPDX-License-Identifier: Apache-2.0
// Instance identity: without the replica's name nobody can tell a cold start or a blocked worker
// from an even spread of slowness; an identity that changes with every request is as bad.
#include "doubt/doubt.h"

#include "base/text.h"

namespace slowtell::doubt::instance_identity {
namespace {

std::optional<Doubt> Judge(const Evidence& evidence, const Question&) {
  const Table& table = evidence.Get("named");
  const int64_t rows = table.Int("row_count");
  if (rows == 0) return std::nullopt;
  Doubt doubt;
  doubt.severity = DoubtSeverity::kWarning;
  const int64_t missing = table.Int("without_instance");
  if (missing > 0) {
    doubt.text = WithThousands(missing) + " of " + WithThousands(rows) +
                 " requests do not say which replica served them";
    doubt.effect =
        "Cold starts and blocked workers cannot be seen for them. Export service.instance.id, "
        "k8s.pod.name or cloud_RoleInstance.";
    return doubt;
  }
  if (table.Int("instances") >= 20 && table.Int("single") * 2 > table.Int("instances")) {
    doubt.text = WithThousands(table.Int("single")) + " of " +
                 WithThousands(table.Int("instances")) +
                 " instances served one request: the identity may change with every request";
    doubt.effect = "Order on a replica means little then.";
    return doubt;
  }
  if (table.Int("without_service") * 2 > rows) {
    doubt.severity = DoubtSeverity::kInfo;
    doubt.text = WithThousands(table.Int("without_service")) + " of " + WithThousands(rows) +
                 " requests name no service";
    doubt.effect = "Services that do not name themselves are taken for one.";
    return doubt;
  }
  return std::nullopt;
}

}  // namespace

extern const DoubtDef kDef;
const DoubtDef kDef = {
    .id = "instance_identity",
    .summary = "The data does not say which replica served a request.",
    .judge = &Judge,
};

}  // namespace slowtell::doubt::instance_identity
