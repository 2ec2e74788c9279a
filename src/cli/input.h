// SPDX-License-Identifier: Apache-2.0
// Reads what a command line names into a store. Shared by the verbs that take files.
#pragma once

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "ingest/import.h"
#include "store/store.h"

namespace slowtell::cli {

enum class Chatter {
  kQuiet,     // errors only
  kTerminal,  // notes; progress when stderr is a terminal
  kProgress,  // notes and progress
};

struct InputArguments {
  std::vector<std::string> files;
  std::vector<std::pair<std::string, std::string>> maps;  // mapping, file
  std::vector<std::string> values;                        // "NAME=VALUE"
  std::string format;                                     // importer id; empty: detect
  Chatter chatter = Chatter::kTerminal;
};

bool NamesInput(const InputArguments& input);

// Imports everything in the order given, mapped files last. Skipped files and files that are
// already in the store are noted on stderr.
Result<std::vector<ingest::ImportSummary>> ReadInput(Store& store, const InputArguments& input,
                                                     const std::atomic<bool>& stop);

}  // namespace slowtell::cli
