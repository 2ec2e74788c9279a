// SPDX-License-Identifier: Apache-2.0
// `slowtell version`: for bug reports.
#include "cli/command.h"

#include "cli/output.h"
#include "cli/parse.h"

namespace slowtell::cli::version {
namespace {

int Run(int argc, const char* const* argv) {
  const auto app = MakeApp("version", "Prints the version.", "  slowtell version");
  if (const auto exit_code = Parse(*app, argc, argv)) return *exit_code;
  return Print("slowtell " SLOWTELL_VERSION "\n");
}

}  // namespace

extern const CommandDef kDef;
const CommandDef kDef = {"version", 60, "the version, for bug reports", Run};

}  // namespace slowtell::cli::version
