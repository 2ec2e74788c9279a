// SPDX-License-Identifier: Apache-2.0
// CHECK is for bugs only: a condition that no input, however bad, may break. Bad input is a Result.
#pragma once

namespace slowtell {

[[noreturn]] void CheckFailed(const char* condition, const char* file, int line);

}  // namespace slowtell

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) ::slowtell::CheckFailed(#condition, __FILE__, __LINE__); \
  } while (false)
