// SPDX-License-Identifier: Apache-2.0
// See output.h. System calls instead of streams: they say why a write failed.
#include "cli/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "cli/exit_code.h"
#include "cli/interrupt.h"

namespace slowtell::cli {
namespace {

// 0 or errno.
int WriteAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

Failure CannotWrite(const std::string& path, int error) {
  const char* hint = error == ENOSPC ? "free some space or choose another place with -o" : "";
  return Fail(ErrorKind::kIo, "cannot write " + path, std::strerror(error), "", hint);
}

bool IsSpecial(const std::string& path) {
  struct stat info {};
  return stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

Result<void> WriteDirectly(const std::string& path, std::string_view text) {
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return CannotWrite(path, errno);
  int error = WriteAll(file, text);
  if (close(file) != 0 && error == 0) error = errno;
  if (error != 0 && error != EPIPE) return CannotWrite(path, error);
  return {};
}

// As a plain open() would create it, not as mkstemp does.
void ApplyUmask(int file) {
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(file, 0666 & ~mask);
}

Result<void> WriteThenRename(const std::string& path, std::string_view text) {
  std::string temporary = path + ".XXXXXX";
  const int file = mkstemp(temporary.data());
  if (file < 0) return CannotWrite(path, errno);
  ApplyUmask(file);
  int error = WriteAll(file, text);
  if (close(file) != 0 && error == 0) error = errno;
  if (error == 0 && rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return {};
  unlink(temporary.c_str());
  return CannotWrite(path, error);
}

int ExitCodeOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
    case ErrorKind::kBadInput:
    case ErrorKind::kIo:
    case ErrorKind::kStore: return kExitBadInput;
    case ErrorKind::kInterrupted: return kExitInterrupted;
    case ErrorKind::kInternal: return kExitInternal;
  }
  return kExitInternal;
}

}  // namespace

Result<void> WriteStdout(std::string_view text) {
  const int error = WriteAll(STDOUT_FILENO, text);
  if (error != 0 && error != EPIPE) return CannotWrite("standard output", error);
  return {};
}

Result<void> WriteResult(const std::string& path, std::string_view text) {
  if (path.empty() || path == "-") return WriteStdout(text);
  return IsSpecial(path) ? WriteDirectly(path, text) : WriteThenRename(path, text);
}

int Print(std::string_view text) {
  const Result<void> written = WriteStdout(text);
  return written ? kExitFound : ReportError(written.error());
}

void PrintError(std::string_view text) { static_cast<void>(WriteAll(STDERR_FILENO, text)); }

void Note(std::string_view text) { PrintError("slowtell: note: " + std::string(text) + "\n"); }

int ReportError(const Error& error) {
  PrintError("slowtell: " + ToText(error) + "\n");
  // After Ctrl-C whatever failed, failed because of it.
  return StopRequested() ? kExitInterrupted : ExitCodeOf(error.kind);
}

}  // namespace slowtell::cli
