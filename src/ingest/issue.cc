// SPDX-License-Identifier: Apache-2.0
#include "ingest/issue.h"

namespace slowtell::ingest {

const char* Name(Severity severity) {
  switch (severity) {
    case Severity::kInfo: return "info";
    case Severity::kWarning: return "warning";
    case Severity::kDataLoss: return "data_loss";
  }
  return "warning";
}

}  // namespace slowtell::ingest
