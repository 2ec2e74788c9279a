// SPDX-License-Identifier: Apache-2.0
#include "store/store_directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace slowtell {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLockName = "slowtell.lock";
constexpr std::string_view kTemporaryPrefix = "slowtell-";

std::string ErrnoText() { return std::strerror(errno); }

std::string OwnCommand() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string command{std::istreambuf_iterator<char>(file), {}};
  for (char& c : command)
    if (c == '\0') c = ' ';
  return Printable(Trim(command), 120);
}

// "4711 slowtell explain traces.jsonl" -> "pid 4711 (slowtell explain traces.jsonl)"
std::string Holder(const fs::path& lock) {
  std::ifstream file(lock);
  std::string line;
  std::getline(file, line);
  const size_t space = line.find(' ');
  if (line.empty() || space == line.npos) return "another process";
  return "pid " + line.substr(0, space) + " (" + Printable(line.substr(space + 1), 120) + ")";
}

// Takes the lock and writes down who holds it. The file descriptor, or an error.
Result<int> TakeLock(const fs::path& directory) {
  const fs::path path = directory / kLockName;
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0)
    return Fail(ErrorKind::kStore, "cannot open the store " + directory.string(), ErrnoText(),
                path.string(), "check that you may write there, or give another --store");
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    close(fd);
    return Fail(ErrorKind::kStore,
                "the store " + directory.string() + " is in use by " + Holder(path),
                "one process at a time can use a store", "",
                "wait until it has finished, or give another --store");
  }
  const std::string holder = std::to_string(getpid()) + " " + OwnCommand() + "\n";
  if (ftruncate(fd, 0) != 0 ||
      write(fd, holder.data(), holder.size()) != static_cast<ssize_t>(holder.size())) {
    const std::string why = ErrnoText();
    close(fd);
    return Fail(ErrorKind::kIo, "cannot write to the store " + directory.string(), why,
                path.string(), "check the free space of that disk");
  }
  return fd;
}

bool IsOwnFolder(const fs::path& path) {
  struct stat info {};
  return lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid();
}

// The process in the name is gone and nobody holds the lock: both are asked, because a process in
// another container shares the folder but not the numbers.
bool IsLeftOver(const fs::path& path) {
  const std::string name = path.filename().string();
  if (!name.starts_with(kTemporaryPrefix) || !IsOwnFolder(path)) return false;
  const std::string_view rest = std::string_view(name).substr(kTemporaryPrefix.size());
  const auto pid = ParseInt(rest.substr(0, rest.find('-')));
  if (!pid || *pid <= 0 || rest.find('-') == rest.npos) return false;
  if (kill(static_cast<pid_t>(*pid), 0) == 0 || errno != ESRCH) return false;
  const int fd = open((path / kLockName).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return errno == ENOENT;
  const bool free = flock(fd, LOCK_EX | LOCK_NB) == 0;
  close(fd);
  return free;
}

void RemoveLeftOvers(const fs::path& parent) {
  std::error_code ignored;
  for (fs::directory_iterator it(parent, fs::directory_options::skip_permission_denied, ignored),
       end;
       it != end; it.increment(ignored)) {
    if (IsLeftOver(it->path())) fs::remove_all(it->path(), ignored);
    if (ignored) break;
  }
}

fs::path TemporaryParent() {
  const char* given = std::getenv("TMPDIR");
  return given && *given ? fs::path(given) : fs::path("/tmp");
}

// Neither a store nor empty: somebody's folder, in which we must not spread out.
bool IsForeign(const fs::path& path) {
  std::error_code ignored;
  return !fs::exists(path / kLockName, ignored) && !fs::is_empty(path, ignored);
}

Result<void> CheckUsable(const fs::path& path) {
  const std::string what = "cannot open the store " + path.string();
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    fs::create_directories(path, error);
    if (error)
      return Fail(ErrorKind::kStore, what, error.message(), "",
                  "the folder could not be created; give another --store");
    return {};
  }
  if (error) return Fail(ErrorKind::kStore, what, error.message());
  if (!fs::is_directory(status))
    return Fail(ErrorKind::kStore, what, "it is a file, not a folder", "",
                "--store takes the folder that slowtell keeps its tables in");
  if (access(path.c_str(), R_OK | W_OK | X_OK) != 0)
    return Fail(ErrorKind::kStore, what, ErrnoText(), "", "check who owns the folder");
  if (IsForeign(path))
    return Fail(ErrorKind::kStore, what, "the folder is not empty and is not a slowtell store", "",
                "give a new or empty folder");
  return {};
}

}  // namespace

Result<StoreDirectory> StoreDirectory::Temporary() {
  const fs::path parent = TemporaryParent();
  RemoveLeftOvers(parent);
  std::string name =
      (parent / (std::string(kTemporaryPrefix) + std::to_string(getpid()) + "-XXXXXX")).string();
  if (!mkdtemp(name.data()))
    return Fail(ErrorKind::kIo, "cannot create a temporary store below " + parent.string(),
                ErrnoText(), "", "set TMPDIR to a folder with free space, or give --store DIR");
  auto lock = TakeLock(name);
  if (!lock) {
    std::error_code ignored;
    fs::remove_all(name, ignored);
    return Fail(std::move(lock).error());
  }
  return StoreDirectory(name, *lock, true);
}

Result<StoreDirectory> StoreDirectory::At(const fs::path& path) {
  RETURN_IF_ERROR(CheckUsable(path));
  std::error_code error;
  const fs::path full = fs::canonical(path, error);
  if (error)
    return Fail(ErrorKind::kStore, "cannot open the store " + path.string(), error.message());
  ASSIGN_OR_RETURN(const int lock, TakeLock(full));
  return StoreDirectory(full, lock, false);
}

StoreDirectory::StoreDirectory(StoreDirectory&& other) noexcept
    : path_(std::move(other.path_)),
      lock_fd_(std::exchange(other.lock_fd_, -1)),
      temporary_(std::exchange(other.temporary_, false)) {}

StoreDirectory::~StoreDirectory() {
  if (temporary_) {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  if (lock_fd_ >= 0) close(lock_fd_);
}

}  // namespace slowtell
