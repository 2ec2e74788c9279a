// SPDX-License-Identifier: Apache-2.0
// The list of verbs, and the way to one of them.
#pragma once

namespace slowtell::cli {

enum class Audience {
  kCurious,  // asked for help: stdout, exit 0
  kLost,     // gave no verb: stderr, exit 2
};

int ShowOverview(Audience audience);

// Calls the verb argv[0]; says what was probably meant when there is none of that name.
int RunVerb(int argc, const char* const* argv);

}  // namespace slowtell::cli
