// SPDX-License-Identifier: Apache-2.0
// What fuzzing does with one input: open it (with decompression), ask the importer whether it knows
// it, import it. Any error return is fine; crashes, hangs and memory errors are not.
#pragma once

#include <string_view>

#include "ingest/fake_sink.h"
#include "ingest/open_input.h"

namespace slowtell::ingest {

// Returns how much came out of it, so that nothing is optimised away.
inline size_t ImportOnce(const ImporterDef& importer, std::string_view bytes) {
  const auto input = OpenMemoryInput("fuzz", bytes);
  if (!input) return 0;
  const Result<Sample> sample = (*input)->PeekSample();
  size_t seen = sample ? static_cast<size_t>(importer.detect(*sample).score) : 0;
  NullSink sink;
  const Result<void> imported = importer.import(**input, sink);
  seen += imported ? 1 : ToText(imported.error()).size();
  if (const Result<void> drained = (*input)->Drain()) seen += (*input)->Sha256().size();
  return seen + sink.bytes;
}

}  // namespace slowtell::ingest
