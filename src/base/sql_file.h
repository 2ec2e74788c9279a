// SPDX-License-Identifier: Apache-2.0
// A SQL file that the build embedded in the program.
#pragma once

namespace slowtell {

struct SqlFile {
  const char* name;  // file name without ".sql"
  const char* text;
};

}  // namespace slowtell
