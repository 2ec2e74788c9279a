// SPDX-License-Identifier: Apache-2.0
#include "ingest/expand_paths.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace slowtell::ingest {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxFiles = 100000;

Failure CannotWalk(const std::string& directory, const std::string& why) {
  return Fail(ErrorKind::kBadInput, "cannot read directory " + directory, why);
}

Result<std::vector<std::string>> Walk(const std::string& directory) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(directory, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const bool hidden = entry->path().filename().string().starts_with(".");
    std::error_code unreadable;
    if (hidden && entry->is_directory(unreadable)) entry.disable_recursion_pending();
    if (!hidden && entry->is_regular_file(unreadable)) files.push_back(entry->path().string());
    if (files.size() > kMaxFiles) return CannotWalk(directory, "more than 100,000 files in it");
  }
  if (error) return CannotWalk(directory, error.message());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<std::vector<FoundPath>> ExpandPaths(std::span<const std::string> arguments) {
  std::vector<FoundPath> found;
  for (const std::string& argument : arguments) {
    std::error_code error;
    if (argument == "-" || !fs::is_directory(argument, error)) {
      found.push_back({argument, ""});
      continue;
    }
    ASSIGN_OR_RETURN(std::vector<std::string> files, Walk(argument));
    if (files.empty()) {
      return Fail(ErrorKind::kBadInput, "cannot use directory " + argument, "no files in it", "",
                  "name a file or a directory with exported telemetry");
    }
    for (std::string& file : files) found.push_back({std::move(file), argument});
  }
  return found;
}

}  // namespace slowtell::ingest
