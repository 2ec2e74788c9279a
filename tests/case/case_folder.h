// SPDX-License-Identifier: Apache-2.0
// The temporary folder a case works in: the given files, and shell commands run there.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/case/case_file.h"

namespace slowtell::test {

struct Ran {
  int exit_code = 0;
  std::vector<std::string> out;
  std::vector<std::string> err;
};

class CaseFolder {
 public:
  static Result<CaseFolder> Make(const CaseFile& file);
  CaseFolder(CaseFolder&& other) noexcept
      : root_(std::exchange(other.root_, {})), given_(std::move(other.given_)) {}
  CaseFolder& operator=(CaseFolder&&) = delete;
  ~CaseFolder();

  std::filesystem::path files() const { return root_ / "files"; }
  // Names of the given files, in order.
  const std::vector<std::string>& given() const { return given_; }
  // `slowtell` is on the PATH; standard input is empty; at most 60 s.
  Result<Ran> Run(const std::string& command) const;

 private:
  CaseFolder() = default;
  Result<void> Put(const std::string& name, std::string_view content);

  std::filesystem::path root_;
  std::vector<std::string> given_;
};

}  // namespace slowtell::test
