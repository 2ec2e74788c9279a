// SPDX-License-Identifier: Apache-2.0
// The table of contents: finds the verb and calls it. Nothing here loads the engine, so help is
// fast.
#include <string_view>

#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/overview.h"

int main(int argc, char** argv) {
  namespace cli = slowtell::cli;
  cli::HandleSignals();
  const std::string_view verb = argc > 1 ? argv[1] : "";
  if (verb.empty()) return cli::ShowOverview(cli::Audience::kLost);
  if (verb == "--help" || verb == "-h") return cli::ShowOverview(cli::Audience::kCurious);
  // `slowtell help explain` is `slowtell explain --help`.
  if (verb == "help") {
    if (argc == 2) return cli::ShowOverview(cli::Audience::kCurious);
    const char* const ask[] = {argv[2], "--help"};
    return cli::RunVerb(2, ask);
  }
  if (verb == "--version") {
    const char* const ask[] = {"version"};
    return cli::RunVerb(1, ask);
  }
  return cli::RunVerb(argc - 1, argv + 1);
}
