// SPDX-License-Identifier: Apache-2.0
// What a doubt is: one folder src/doubt/<id>/ like a cause's, about the telemetry itself. Doubts
// run before causes and are shown on top where they matter.
#pragma once

#include <optional>
#include <string>

#include "cause/cause.h"

namespace slowtell {

enum class DoubtSeverity { kInfo, kWarning, kDataLoss };

struct Doubt {
  DoubtSeverity severity = DoubtSeverity::kInfo;
  std::string text;    // what is the matter, with numbers
  std::string effect;  // what it does to the answer
};

struct DoubtDef {
  const char* id;       // equals the folder name
  const char* summary;  // one sentence for the generated reference
  // nullopt: nothing to doubt.
  std::optional<Doubt> (*judge)(const Evidence& evidence, const Question& question);
};

const char* Id(DoubtSeverity severity);

}  // namespace slowtell
