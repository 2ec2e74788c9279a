// SPDX-License-Identifier: Apache-2.0
// Finds `{{input}}`, `{{input:FORMAT}}` and `{{input:FORMAT, structure}}` in a mapping, outside
// comments and quotes, and puts the name of a table in their place. No line is added or removed, so
// a line number of the engine is a line number of the mapping.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace slowtell::map {

struct InputUse {
  std::string format;     // empty: by the extension of the file
  std::string structure;  // "a Int64, b String"; empty: as the engine infers it
  std::string table;      // stands for it in the SQL
  friend bool operator==(const InputUse& a, const InputUse& b) {
    return a.format == b.format && a.structure == b.structure;
  }
};

struct MappingSql {
  std::string sql;  // without the semicolon at its end
  std::vector<InputUse> inputs;
};

// The text with its comments turned into spaces; lines stay where they are.
std::string WithoutComments(std::string_view text);

// `path` is for the place in error messages. A text that does not begin as a SELECT is refused
// here, because the engine's message about one in brackets explains nothing.
Result<MappingSql> ReplacePlaceholders(std::string_view text, const std::string& path);

}  // namespace slowtell::map
