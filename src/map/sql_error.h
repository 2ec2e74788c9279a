// SPDX-License-Identifier: Apache-2.0
// Errors of a person's SQL, told in terms of the file they wrote: with its line, and without the
// text that was put around it.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace slowtell::map {

struct Mapping {
  std::string path;
  std::string text;  // as written
};

// 1-based; 0 when the message does not tell. `text` is what the engine was given.
int LineIn(std::string_view message, std::string_view text);

Error AboutMapping(Error error, const Mapping& mapping);

}  // namespace slowtell::map
