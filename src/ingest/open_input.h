// SPDX-License-Identifier: Apache-2.0
// Opens a source for an importer: file or standard input, compression undone, byte order mark and
// rotation's NUL bytes skipped, memory bounded, and the on-disk bytes hashed on the way.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "ingest/decoder.h"
#include "ingest/importer.h"

namespace slowtell::ingest {

class SourceInput : public Input {
 public:
  SourceInput(std::string path, std::unique_ptr<ByteSource> bytes,
              std::unique_ptr<Decoder> decoder);

  Result<std::string_view> Peek(size_t want) override;
  void Consume(size_t bytes) override;
  bool Truncated() const override { return ended_ && !decoder_->Damage().empty(); }

  // The beginning, for detection; call before anything is consumed.
  Result<Sample> PeekSample();
  // Reading stops with kInterrupted soon after `*stop` becomes true. nullptr: never.
  void StopWhen(const std::atomic<bool>* stop) { stop_ = stop; }
  // Reads what is left on disk, without decompressing, so that the hash covers all of it.
  Result<void> Drain();
  // After Drain().
  std::string Sha256() { return bytes_->Sha256(); }
  int64_t BytesOnDisk() const { return bytes_->bytes(); }
  const std::string& Damage() const { return decoder_->Damage(); }
  int64_t leading_nul_bytes() const { return leading_nul_bytes_; }
  int64_t trailing_bytes() const { return decoder_->trailing_bytes(); }
  // Skips NUL bytes and a byte order mark; OpenInput has done it.
  Result<void> SkipPreamble();

 private:
  Result<void> Fill(size_t want);
  Result<void> CheckRatio() const;
  void MakeRoom(size_t want);

  std::unique_ptr<ByteSource> bytes_;
  std::unique_ptr<Decoder> decoder_;
  std::unique_ptr<char[]> buffer_;
  size_t capacity_ = 0;
  size_t begin_ = 0;
  size_t end_ = 0;
  bool ended_ = false;
  int64_t decoded_bytes_ = 0;
  int64_t leading_nul_bytes_ = 0;
  const std::atomic<bool>* stop_ = nullptr;
};

// Errors: kBadInput when it cannot be opened, kIo when it cannot be read.
Result<std::unique_ptr<SourceInput>> OpenInput(const std::string& path);
// The same over bytes in memory, which must outlive it (tests, fuzzing).
Result<std::unique_ptr<SourceInput>> OpenMemoryInput(const std::string& path,
                                                     std::string_view bytes);

}  // namespace slowtell::ingest
