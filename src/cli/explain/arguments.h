// SPDX-License-Identifier: Apache-2.0
// The command line of `slowtell explain` as values; also read by the case runner.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "answer/explain.h"
#include "cli/input.h"
#include "report/terminal/terminal.h"
#include "store/store.h"

namespace slowtell::cli::explain {

enum class Format { kTerminal, kJson };

struct Arguments {
  InputArguments input;
  StoreOptions store;
  ExplainOptions options;
  Format format = Format::kTerminal;
  report::Style style;
  std::string output;  // empty: stdout
};

// The arguments, or the exit code when there is nothing more to do (help, or a mistake was
// reported). argv[0] is the verb.
std::variant<Arguments, int> ParseArguments(int argc, const char* const* argv);

}  // namespace slowtell::cli::explain
