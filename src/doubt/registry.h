// SPDX-License-Identifier: Apache-2.0
// All doubts, in the order of their folder names. The definition is generated from the folders.
#pragma once

#include <span>

#include "base/sql_file.h"
#include "doubt/doubt.h"

namespace slowtell {

struct DoubtEntry {
  const DoubtDef* def;
  std::span<const SqlFile> sql;
};

std::span<const DoubtEntry> Doubts();

}  // namespace slowtell
