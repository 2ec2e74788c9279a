// SPDX-License-Identifier: Apache-2.0
// What a verb is: one folder src/cli/<verb>/ with command.cc that defines
//   extern const CommandDef kDef   (in namespace slowtell::cli::<verb>)
// The build finds it; nothing else has to be edited.
#pragma once

namespace slowtell::cli {

struct CommandDef {
  const char* name;     // equals the folder name
  int order;            // place in `slowtell --help`
  const char* summary;  // one line of `slowtell --help`
  // argv[0] is the verb itself. Returns an ExitCode.
  int (*run)(int argc, const char* const* argv);
};

}  // namespace slowtell::cli
