// SPDX-License-Identifier: Apache-2.0
// CLI11 for the command files: its exceptions end here, and options that several verbs have are
// declared once.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

#include "cli/input.h"
#include "store/store.h"

namespace slowtell::cli {

// An App named after the verb. `examples` are lines "  slowtell ..." shown at the end of --help;
// the tests run every one of them.
std::unique_ptr<CLI::App> MakeApp(const char* verb, const char* description, const char* examples);

// nullopt: go on. Otherwise the exit code: help was printed, or the mistake was.
std::optional<int> Parse(CLI::App& app, int argc, const char* const* argv);

// FILES, --map, --set, --input-format, --quiet, --progress
void AddInputOptions(CLI::App& app, InputArguments& input);

// --store, --clickhouse
void AddStoreOptions(CLI::App& app, StoreOptions& store);

}  // namespace slowtell::cli
