// SPDX-License-Identifier: Apache-2.0
// The bytes of a source as they are on disk, hashed while they pass, so that a file is read once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct evp_md_ctx_st;

namespace slowtell::ingest {

class ByteSource {
 public:
  ByteSource();
  virtual ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  // Reads up to `size` bytes; 0 at the end only.
  Result<size_t> Read(char* out, size_t size);
  int64_t bytes() const { return bytes_; }
  // Of all bytes read so far, lower-case hex. Call once, at the end.
  std::string Sha256();

 private:
  virtual Result<size_t> ReadRaw(char* out, size_t size) = 0;
  evp_md_ctx_st* hash_;
  int64_t bytes_ = 0;
};

// A file, or standard input when the path is "-".
Result<std::unique_ptr<ByteSource>> OpenFile(const std::string& path);
std::unique_ptr<ByteSource> OpenMemory(std::string_view bytes);

}  // namespace slowtell::ingest
