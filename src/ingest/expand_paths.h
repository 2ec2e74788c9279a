// SPDX-License-Identifier: Apache-2.0
// Turns the arguments of a command into the files to read.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace slowtell::ingest {

struct FoundPath {
  std::string path;
  std::string directory;  // the argument it was found in; empty when it was named itself
};

// Directories are walked in sorted order, without following links to directories; hidden files are
// left out. An empty directory is an error.
Result<std::vector<FoundPath>> ExpandPaths(std::span<const std::string> arguments);

}  // namespace slowtell::ingest
