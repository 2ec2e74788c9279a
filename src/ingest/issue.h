// SPDX-License-Identifier: Apache-2.0
// A named kind of data problem. Every importer declares its own next to the code that reports it
// (`inline constexpr IssueDef kNoDuration{...}`); docs/reference/issues.md is generated from them.
#pragma once

namespace slowtell::ingest {

enum class Severity { kInfo, kWarning, kDataLoss };

struct IssueDef {
  const char* id;       // "span_without_end"
  Severity severity;    // data_loss: something the answer may depend on is missing
  const char* meaning;  // what it says about the data, one sentence
  const char* effect;   // what it does to the answer, one sentence
};

const char* Name(Severity severity);

}  // namespace slowtell::ingest
