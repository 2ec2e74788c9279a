// SPDX-License-Identifier: Apache-2.0
#include "ingest/decoder.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/check.h"

namespace slowtell::ingest {
namespace {

constexpr size_t kChunkBytes = size_t{256} << 10;
constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

// The bytes on disk with the first ones already looked at.
class Intake {
 public:
  explicit Intake(ByteSource& source) : source_(source) { buffer_.resize(kChunkBytes); }

  // Makes at least `want` bytes available (`want` <= kChunkBytes); fewer at the end only.
  Result<std::string_view> Peek(size_t want) {
    while (end_ - begin_ < want && !ended_) {
      if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
      ASSIGN_OR_RETURN(const size_t got,
                       source_.Read(buffer_.data() + end_, buffer_.size() - end_));
      end_ += got;
      ended_ = got == 0;
    }
    return std::string_view(buffer_).substr(begin_, end_ - begin_);
  }
  void Consume(size_t bytes) { begin_ += bytes; }

  // Large reads go past the buffer once it is empty.
  Result<size_t> Read(char* out, size_t size) {
    if (begin_ == end_) return source_.Read(out, size);
    const size_t got = std::min(size, end_ - begin_);
    std::memcpy(out, buffer_.data() + begin_, got);
    begin_ += got;
    return got;
  }

 private:
  ByteSource& source_;
  std::string buffer_;
  size_t begin_ = 0;
  size_t end_ = 0;
  bool ended_ = false;
};

class PlainDecoder : public Decoder {
 public:
  explicit PlainDecoder(std::unique_ptr<Intake> intake) : intake_(std::move(intake)) {}
  Result<size_t> Read(char* out, size_t size) override { return intake_->Read(out, size); }

 private:
  std::unique_ptr<Intake> intake_;
};

class GzipDecoder : public Decoder {
 public:
  explicit GzipDecoder(std::unique_ptr<Intake> intake) : intake_(std::move(intake)) {
    CHECK(inflateInit2(&stream_, 16 + MAX_WBITS) == Z_OK);
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }

  Result<size_t> Read(char* out, size_t size) override {
    size_t produced = 0;
    while (produced == 0 && !ended_) {
      ASSIGN_OR_RETURN(const std::string_view in, intake_->Peek(1));
      if (in.empty()) {
        Stop(between_members_ ? "" : "the gzip stream ends early");
        break;
      }
      if (between_members_ && !StartMember(in)) break;
      produced = Inflate(in, out, size);
    }
    return produced;
  }

 private:
  // Members may follow each other; zero padding and anything else may not be data.
  bool StartMember(std::string_view in) {
    if (in[0] != kGzipMagic[0]) {
      trailing_bytes_ = static_cast<int64_t>(in.size());
      Stop("");
      return false;
    }
    inflateReset(&stream_);
    between_members_ = false;
    return true;
  }

  size_t Inflate(std::string_view in, char* out, size_t size) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    const uInt room = static_cast<uInt>(std::min<size_t>(size, size_t{1} << 30));
    stream_.avail_out = room;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    intake_->Consume(in.size() - stream_.avail_in);
    if (status == Z_STREAM_END) between_members_ = true;
    if (status != Z_STREAM_END && status != Z_OK && status != Z_BUF_ERROR) {
      Stop(std::string("the gzip stream is damaged: ") +
           (stream_.msg != nullptr ? stream_.msg : "unknown reason"));
    }
    return room - stream_.avail_out;
  }

  void Stop(std::string damage) {
    damage_ = std::move(damage);
    ended_ = true;
  }

  std::unique_ptr<Intake> intake_;
  z_stream stream_{};
  bool between_members_ = false;
  bool ended_ = false;
};

class ZstdDecoder : public Decoder {
 public:
  explicit ZstdDecoder(std::unique_ptr<Intake> intake)
      : intake_(std::move(intake)), stream_(ZSTD_createDCtx()) {
    CHECK(stream_ != nullptr);
  }
  ~ZstdDecoder() override { ZSTD_freeDCtx(stream_); }

  Result<size_t> Read(char* out, size_t size) override {
    ZSTD_outBuffer output{out, size, 0};
    while (output.pos == 0 && !ended_) {
      ASSIGN_OR_RETURN(const std::string_view in, intake_->Peek(1));
      ZSTD_inBuffer input{in.data(), in.size(), 0};
      // With no input left the decoder may still hold output.
      const size_t status = ZSTD_decompressStream(stream_, &output, &input);
      intake_->Consume(input.pos);
      if (ZSTD_isError(status)) {
        Damaged(status, in.size());
      } else if (in.empty() && output.pos == 0) {
        if (!between_frames_) damage_ = "the zstd stream ends early";
        ended_ = true;
      } else if (!in.empty() || output.pos > 0) {
        between_frames_ = status == 0;
      }
    }
    return output.pos;
  }

 private:
  void Damaged(size_t status, size_t rest) {
    ended_ = true;
    if (between_frames_) {
      trailing_bytes_ = static_cast<int64_t>(rest);
    } else {
      damage_ = std::string("the zstd stream is damaged: ") + ZSTD_getErrorName(status);
    }
  }

  std::unique_ptr<Intake> intake_;
  ZSTD_DCtx* stream_;
  bool between_frames_ = false;
  bool ended_ = false;
};

// One message at a time is held decompressed, because its length has to go in front of it.
class FramedZstdDecoder : public Decoder {
 public:
  explicit FramedZstdDecoder(std::unique_ptr<Intake> intake)
      : intake_(std::move(intake)), stream_(ZSTD_createDCtx()) {
    CHECK(stream_ != nullptr);
  }
  ~FramedZstdDecoder() override { ZSTD_freeDCtx(stream_); }

  Result<size_t> Read(char* out, size_t size) override {
    while (sent_ == message_.size() && !ended_) RETURN_IF_ERROR(NextMessage());
    const size_t got = std::min(size, message_.size() - sent_);
    std::memcpy(out, message_.data() + sent_, got);
    sent_ += got;
    return got;
  }

 private:
  static constexpr size_t kPrefix = 4;

  Result<void> NextMessage() {
    message_.clear();
    sent_ = 0;
    ASSIGN_OR_RETURN(const std::string_view head, intake_->Peek(kPrefix));
    if (head.size() < kPrefix) {
      if (!head.empty()) damage_ = "the last length prefix is cut";
      ended_ = true;
      return {};
    }
    size_t left = 0;
    for (size_t i = 0; i < kPrefix; ++i) left = left << 8 | static_cast<unsigned char>(head[i]);
    intake_->Consume(kPrefix);
    message_.assign(kPrefix, '\0');
    ASSIGN_OR_RETURN(const bool complete, Decompress(left));
    if (complete) {
      Frame();
    } else {
      message_.clear();
    }
    return {};
  }

  Result<bool> Decompress(size_t left) {
    ZSTD_DCtx_reset(stream_, ZSTD_reset_session_only);
    size_t status = 1;
    while (left > 0) {
      ASSIGN_OR_RETURN(const std::string_view in, intake_->Peek(1));
      if (in.empty()) return End("the last message is cut");
      ZSTD_inBuffer input{in.data(), std::min(in.size(), left), 0};
      while (input.pos < input.size) {
        const size_t old = message_.size();
        if (old > kMaxRecordBytes) return End("a message is larger than 1 GiB");
        message_.resize(old + kChunkBytes);
        ZSTD_outBuffer output{message_.data() + old, kChunkBytes, 0};
        status = ZSTD_decompressStream(stream_, &output, &input);
        message_.resize(old + (ZSTD_isError(status) ? 0 : output.pos));
        if (ZSTD_isError(status)) return End(std::string("damaged: ") + ZSTD_getErrorName(status));
      }
      left -= input.size;
      intake_->Consume(input.size);
    }
    return status == 0 ? Result<bool>(true) : Flush();
  }

  // Output that did not fit while the last input was taken.
  Result<bool> Flush() {
    while (true) {
      const size_t old = message_.size();
      if (old > kMaxRecordBytes) return End("a message is larger than 1 GiB");
      message_.resize(old + kChunkBytes);
      ZSTD_inBuffer input{nullptr, 0, 0};
      ZSTD_outBuffer output{message_.data() + old, kChunkBytes, 0};
      const size_t status = ZSTD_decompressStream(stream_, &output, &input);
      message_.resize(old + (ZSTD_isError(status) ? 0 : output.pos));
      if (status == 0) return true;
      if (ZSTD_isError(status) || output.pos == 0) return End("a message is incomplete");
    }
  }

  void Frame() {
    const size_t size = message_.size() - kPrefix;
    if (size > 0 && (message_[kPrefix] == '{' || message_[kPrefix] == '[')) {
      message_.erase(0, kPrefix);
      if (message_.back() != '\n') message_ += '\n';
      return;
    }
    for (size_t i = 0; i < kPrefix; ++i) {
      message_[i] = static_cast<char>(size >> (8 * (kPrefix - 1 - i)));
    }
  }

  Result<bool> End(std::string damage) {
    damage_ = std::move(damage);
    ended_ = true;
    return false;
  }

  std::unique_ptr<Intake> intake_;
  ZSTD_DCtx* stream_;
  std::string message_;
  size_t sent_ = 0;
  bool ended_ = false;
};

}  // namespace

Result<std::unique_ptr<Decoder>> MakeDecoder(ByteSource& source) {
  auto intake = std::make_unique<Intake>(source);
  ASSIGN_OR_RETURN(const std::string_view head, intake->Peek(8));
  if (head.starts_with(kGzipMagic)) return std::make_unique<GzipDecoder>(std::move(intake));
  if (head.starts_with(kZstdMagic)) return std::make_unique<ZstdDecoder>(std::move(intake));
  if (head.size() >= 8 && head.substr(4, 4) == kZstdMagic) {
    return std::make_unique<FramedZstdDecoder>(std::move(intake));
  }
  return std::make_unique<PlainDecoder>(std::move(intake));
}

}  // namespace slowtell::ingest
