// SPDX-License-Identifier: Apache-2.0
// Which columns a mapping may give, what the others default to, and the SELECT that fills `spans`.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace slowtell::map {

struct GivenColumn {
  std::string name;
  std::string type;
};

// Checks the mapping's columns: known, start_ns and duration_ns there and numeric. `path` is for
// messages.
Result<void> CheckColumns(const std::vector<GivenColumn>& given, const std::string& path);

// One expression per column of `spans`, in its order, over the columns given.
std::string SelectList(const std::vector<GivenColumn>& given, uint32_t source_id);

// Rows that can be used: start and duration known, duration not negative.
std::string UsableRow();

}  // namespace slowtell::map
