// SPDX-License-Identifier: Apache-2.0
// The folder of an embedded store, and our own lock on it. The engine would refuse a second process
// too, but says why only on stderr; with our lock the second process can name the first.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace slowtell {

class StoreDirectory {
 public:
  // A fresh folder below $TMPDIR, removed with this object. Left-overs of processes that died
  // before they could remove theirs are removed first.
  static Result<StoreDirectory> Temporary();
  // Opens or creates the store in `path`.
  static Result<StoreDirectory> At(const std::filesystem::path& path);

  StoreDirectory(StoreDirectory&& other) noexcept;
  StoreDirectory& operator=(StoreDirectory&&) = delete;
  ~StoreDirectory();

  const std::filesystem::path& path() const { return path_; }
  bool temporary() const { return temporary_; }

 private:
  StoreDirectory(std::filesystem::path path, int lock_fd, bool temporary)
      : path_(std::move(path)), lock_fd_(lock_fd), temporary_(temporary) {}

  std::filesystem::path path_;
  int lock_fd_ = -1;  // the lock lives as long as this is open
  bool temporary_ = false;
};

}  // namespace slowtell
