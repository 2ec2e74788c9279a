// SPDX-License-Identifier: Apache-2.0
// Undoes the compression of a source. Damage is not an error here: everything before it is
// delivered, then the stream ends and Damage() says why, because half a file is still evidence.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ingest/byte_source.h"

namespace slowtell::ingest {

// No record (line, message, element) may be longer.
inline constexpr size_t kMaxRecordBytes = size_t{1} << 30;

class Decoder {
 public:
  virtual ~Decoder() = default;
  // Fills up to `size` bytes; 0 at the end only.
  virtual Result<size_t> Read(char* out, size_t size) = 0;
  // Why the stream ended early; empty when it did not.
  const std::string& Damage() const { return damage_; }
  // Bytes after the compressed data that are no compressed data.
  int64_t trailing_bytes() const { return trailing_bytes_; }

 protected:
  std::string damage_;
  int64_t trailing_bytes_ = 0;
};

// Chooses by the first bytes: plain, gzip (several members), zstd (several frames), or the
// OpenTelemetry collector's messages: 4-byte big-endian length, then one zstd frame each. The
// latter come out as lines when they hold JSON, else with a 4-byte length in front of each.
Result<std::unique_ptr<Decoder>> MakeDecoder(ByteSource& source);

}  // namespace slowtell::ingest
