// SPDX-License-Identifier: Apache-2.0
// All importers, in the order of their folder names. The definition is generated from the folders.
#pragma once

#include <span>

#include "ingest/importer.h"

namespace slowtell::ingest {

std::span<const ImporterDef* const> Importers();

}  // namespace slowtell::ingest
