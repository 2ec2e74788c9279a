// SPDX-License-Identifier: Apache-2.0
// Finds the importer for a source by asking all of them, and explains when none fits.
#pragma once

#include <string>
#include <vector>

#include "ingest/importer.h"

namespace slowtell::ingest {

struct Attempt {
  const ImporterDef* importer = nullptr;
  Likeness likeness;
};

// Best first; equal scores keep the order of the registry.
std::vector<Attempt> Attempts(const Sample& sample, std::span<const ImporterDef* const> importers);

// The importer that scores best, 50 at least. Otherwise kBadInput that says what the source seems
// to be, what was tried and how near each came.
Result<const ImporterDef*> Detect(const Sample& sample,
                                  std::span<const ImporterDef* const> importers);
// By id (`--format otlp_json`); the error lists what exists.
Result<const ImporterDef*> FindImporter(std::string_view id,
                                        std::span<const ImporterDef* const> importers);

}  // namespace slowtell::ingest
