// SPDX-License-Identifier: Apache-2.0
#include "ingest/open_input.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace slowtell::ingest {
namespace {

constexpr size_t kReadBytes = size_t{1} << 20;
constexpr size_t kSampleBytes = size_t{256} << 10;
// gzip cannot exceed about 1,030; real telemetry stays below 100.
constexpr int64_t kMaxRatio = 1000;
constexpr int64_t kRatioMatters = int64_t{64} << 20;

Result<std::unique_ptr<SourceInput>> Open(const std::string& path,
                                          std::unique_ptr<ByteSource> bytes) {
  ASSIGN_OR_RETURN(std::unique_ptr<Decoder> decoder, MakeDecoder(*bytes));
  auto input = std::make_unique<SourceInput>(path, std::move(bytes), std::move(decoder));
  RETURN_IF_ERROR(input->SkipPreamble());
  return input;
}

}  // namespace

SourceInput::SourceInput(std::string path, std::unique_ptr<ByteSource> bytes,
                         std::unique_ptr<Decoder> decoder)
    : bytes_(std::move(bytes)), decoder_(std::move(decoder)) {
  path_ = std::move(path);
}

Result<std::string_view> SourceInput::Peek(size_t want) {
  if (end_ - begin_ < want && !ended_) RETURN_IF_ERROR(Fill(want));
  return std::string_view(buffer_.get() + begin_, end_ - begin_);
}

void SourceInput::Consume(size_t bytes) {
  CHECK(bytes <= end_ - begin_);
  begin_ += bytes;
  offset_ += static_cast<int64_t>(bytes);
}

Result<void> SourceInput::Fill(size_t want) {
  if (want > kMaxRecordBytes) {
    return Fail(ErrorKind::kBadInput, "cannot read " + path_, "one record is longer than 1 GiB",
                path_ + ":byte " + std::to_string(offset_),
                "split it, or export one record per line");
  }
  MakeRoom(want);
  while (end_ - begin_ < want && !ended_) {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) {
      return Fail(ErrorKind::kInterrupted, "import stopped", "interrupted", path_);
    }
    const size_t room = std::min(capacity_ - kPadding - end_, kReadBytes);
    ASSIGN_OR_RETURN(const size_t got, decoder_->Read(buffer_.get() + end_, room));
    end_ += got;
    decoded_bytes_ += static_cast<int64_t>(got);
    ended_ = got == 0;
    RETURN_IF_ERROR(CheckRatio());
  }
  // Parsers may read the padding, so what they find there must not depend on chance.
  std::memset(buffer_.get() + end_, 0, kPadding);
  return {};
}

// Moves what is left to the front and grows only when a record needs it.
void SourceInput::MakeRoom(size_t want) {
  const size_t left = end_ - begin_;
  const size_t needed = std::max(want, left) + kReadBytes + kPadding;
  if (needed > capacity_) {
    const size_t capacity = std::max(needed, capacity_ + capacity_ / 2);
    std::unique_ptr<char[]> grown(new char[capacity]);
    if (left > 0) std::memcpy(grown.get(), buffer_.get() + begin_, left);
    buffer_ = std::move(grown);
    capacity_ = capacity;
  } else if (left > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, left);
  }
  begin_ = 0;
  end_ = left;
}

Result<void> SourceInput::CheckRatio() const {
  if (decoded_bytes_ < kRatioMatters || decoded_bytes_ / kMaxRatio < bytes_->bytes()) return {};
  return Fail(ErrorKind::kBadInput, "cannot read " + path_,
              "it expands more than 1,000 times when decompressed, as no telemetry does", path_,
              "decompress it yourself if you trust it");
}

Result<void> SourceInput::SkipPreamble() {
  while (true) {
    ASSIGN_OR_RETURN(const std::string_view head, Peek(1));
    if (head.empty() || head[0] != '\0') break;
    // A length prefix may start with NUL bytes; rotation leaves whole blocks of them.
    ASSIGN_OR_RETURN(const std::string_view more, Peek(8));
    const size_t nuls = std::min(more.find_first_not_of('\0'), more.size());
    if (nuls < 8 && leading_nul_bytes_ == 0) break;
    leading_nul_bytes_ += static_cast<int64_t>(nuls);
    Consume(nuls);
  }
  ASSIGN_OR_RETURN(const std::string_view head, Peek(3));
  if (head.starts_with("\xef\xbb\xbf")) Consume(3);
  return {};
}

Result<Sample> SourceInput::PeekSample() {
  // One more byte tells whether the sample is everything.
  ASSIGN_OR_RETURN(const std::string_view head, Peek(kSampleBytes + 1));
  Sample sample;
  sample.path = path_;
  sample.head = head.substr(0, kSampleBytes);
  sample.whole = head.size() <= kSampleBytes;
  return sample;
}

Result<void> SourceInput::Drain() {
  MakeRoom(0);
  while (true) {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) {
      return Fail(ErrorKind::kInterrupted, "import stopped", "interrupted", path_);
    }
    ASSIGN_OR_RETURN(const size_t got, bytes_->Read(buffer_.get() + end_, kReadBytes));
    if (got == 0) return {};
  }
}

Result<std::unique_ptr<SourceInput>> OpenInput(const std::string& path) {
  ASSIGN_OR_RETURN(std::unique_ptr<ByteSource> bytes, OpenFile(path));
  return Open(path, std::move(bytes));
}

Result<std::unique_ptr<SourceInput>> OpenMemoryInput(const std::string& path,
                                                     std::string_view bytes) {
  return Open(path, OpenMemory(bytes));
}

}  // namespace slowtell::ingest
