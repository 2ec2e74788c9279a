// SPDX-License-Identifier: Apache-2.0
#include "ingest/byte_source.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/check.h"

namespace slowtell::ingest {
namespace {

class FileSource : public ByteSource {
 public:
  FileSource(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  ~FileSource() override {
    if (fd_ != STDIN_FILENO) close(fd_);
  }

 private:
  Result<size_t> ReadRaw(char* out, size_t size) override {
    const ssize_t got = read(fd_, out, size);
    if (got >= 0) return static_cast<size_t>(got);
    // Only Ctrl-C and SIGTERM have handlers: waiting for more would keep the person waiting too.
    if (errno == EINTR)
      return Fail(ErrorKind::kInterrupted, "import stopped", "interrupted", path_);
    return Fail(ErrorKind::kIo, "cannot read " + path_, std::strerror(errno));
  }

  int fd_;
  std::string path_;
};

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : rest_(bytes) {}

 private:
  Result<size_t> ReadRaw(char* out, size_t size) override {
    const size_t got = std::min(size, rest_.size());
    if (got > 0) std::memcpy(out, rest_.data(), got);
    rest_.remove_prefix(got);
    return got;
  }

  std::string_view rest_;
};

}  // namespace

ByteSource::ByteSource() : hash_(EVP_MD_CTX_new()) {
  CHECK(hash_ != nullptr);
  CHECK(EVP_DigestInit_ex(hash_, EVP_sha256(), nullptr) == 1);
}

ByteSource::~ByteSource() { EVP_MD_CTX_free(hash_); }

Result<size_t> ByteSource::Read(char* out, size_t size) {
  ASSIGN_OR_RETURN(const size_t got, ReadRaw(out, size));
  EVP_DigestUpdate(hash_, out, got);
  bytes_ += static_cast<int64_t>(got);
  return got;
}

std::string ByteSource::Sha256() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int size = 0;
  EVP_DigestFinal_ex(hash_, digest.data(), &size);
  constexpr const char* kHex = "0123456789abcdef";
  std::string text;
  for (unsigned int i = 0; i < size; ++i) {
    text += kHex[digest[i] >> 4];
    text += kHex[digest[i] & 15];
  }
  return text;
}

Result<std::unique_ptr<ByteSource>> OpenFile(const std::string& path) {
  if (path == "-") return std::make_unique<FileSource>(STDIN_FILENO, "standard input");
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return Fail(ErrorKind::kBadInput, "cannot open " + path, std::strerror(errno), "",
                errno == ENOENT ? "check the path; a directory of files works too" : "");
  }
  struct stat info {};
  if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
    close(fd);
    return Fail(ErrorKind::kBadInput, "cannot read " + path, "it is a directory");
  }
#ifdef POSIX_FADV_SEQUENTIAL
  posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
  return std::make_unique<FileSource>(fd, path);
}

std::unique_ptr<ByteSource> OpenMemory(std::string_view bytes) {
  return std::make_unique<MemorySource>(bytes);
}

}  // namespace slowtell::ingest
