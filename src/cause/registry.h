// SPDX-License-Identifier: Apache-2.0
// All causes, in the order of their folder names. The definition is generated from the folders.
#pragma once

#include <span>

#include "base/sql_file.h"
#include "cause/cause.h"

namespace slowtell {

struct CauseEntry {
  const CauseDef* def;
  std::span<const SqlFile> sql;
};

std::span<const CauseEntry> Causes();

}  // namespace slowtell
