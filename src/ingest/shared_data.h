// SPDX-License-Identifier: Apache-2.0
// Where tests find real telemetry that is not part of the repository. Tests that need it skip,
// visibly, when it is not there.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace slowtell::ingest {

// The folder: $SLOWTELL_SHARED, or ../shared/data beside the repository.
inline std::string SharedData(const std::string& file) {
  const char* given = std::getenv("SLOWTELL_SHARED");
  const std::string folder =
      given != nullptr ? given : std::string(SLOWTELL_SOURCE_DIR) + "/../shared/data";
  return folder + "/" + file;
}

inline bool HasSharedData(const std::string& file) {
  std::error_code error;
  return std::filesystem::exists(SharedData(file), error);
}

}  // namespace slowtell::ingest

#define SLOWTELL_NEED_SHARED(file) \
  if (!::slowtell::ingest::HasSharedData(file)) GTEST_SKIP() << "no shared data: " << (file)
