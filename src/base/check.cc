// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

#include <unistd.h>

#include <cstdio>

namespace slowtell {

void CheckFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "slowtell: bug: CHECK(%s) failed at %s:%d\n", condition, file, line);
  // _exit, not abort: with the SQL engine loaded, abort and exit handlers can hang or crash.
  _exit(3);
}

}  // namespace slowtell
