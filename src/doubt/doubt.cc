// SPDX-License-Identifier: Apache-2.0
#include "doubt/doubt.h"

#include "base/check.h"

namespace slowtell {

const char* Id(DoubtSeverity severity) {
  switch (severity) {
    case DoubtSeverity::kInfo: return "info";
    case DoubtSeverity::kWarning: return "warning";
    case DoubtSeverity::kDataLoss: return "data_loss";
  }
  CHECK(false && "severity");
}

}  // namespace slowtell
