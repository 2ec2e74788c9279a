// SPDX-License-Identifier: Apache-2.0
// Storage for text made while one record is read: views stay valid until Reset(), and after the
// first records nothing is allocated any more.
#pragma once

#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace slowtell::ingest {

class TextArena {
 public:
  char* Allocate(size_t bytes) {
    if (blocks_.empty() || blocks_.back().size - used_ < bytes) Grow(bytes);
    char* at = blocks_.back().bytes.get() + used_;
    used_ += bytes;
    return at;
  }
  std::string_view Put(std::string_view text) {
    if (text.empty()) return {};
    char* at = Allocate(text.size());
    std::memcpy(at, text.data(), text.size());
    return {at, text.size()};
  }
  // Keeps the first block only, so that one huge record does not hold its memory for ever.
  void Reset() {
    if (blocks_.size() > 1) blocks_.resize(1);
    used_ = 0;
  }

 private:
  static constexpr size_t kBlockBytes = size_t{256} << 10;
  struct Block {
    std::unique_ptr<char[]> bytes;
    size_t size = 0;
  };

  void Grow(size_t bytes) {
    const size_t size = bytes > kBlockBytes ? bytes : kBlockBytes;
    blocks_.push_back({std::unique_ptr<char[]>(new char[size]), size});
    used_ = 0;
  }

  std::vector<Block> blocks_;
  size_t used_ = 0;
};

}  // namespace slowtell::ingest
