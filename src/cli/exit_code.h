// SPDX-License-Identifier: Apache-2.0
// What a script learns from slowtell. Documented in the README; never change the meaning of a
// number.
#pragma once

namespace slowtell::cli {

enum ExitCode : int {
  kExitFound = 0,         // explain: a cause was found; other commands: it worked
  kExitNoneFound = 1,     // explain: the data was read, no cause was found
  kExitBadInput = 2,      // bad input, bad usage, or the machine refused (disk full, store in use)
  kExitInternal = 3,      // a bug of slowtell
  kExitInterrupted = 130  // Ctrl-C or SIGTERM
};

}  // namespace slowtell::cli
