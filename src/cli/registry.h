// SPDX-License-Identifier: Apache-2.0
// All verbs, in the order of their folder names. The definition is generated from the folders.
#pragma once

#include <span>

#include "cli/command.h"

namespace slowtell::cli {

std::span<const CommandDef* const> Commands();

}  // namespace slowtell::cli
