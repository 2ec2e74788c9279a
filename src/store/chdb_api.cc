// SPDX-License-Identifier: Apache-2.0
#include "store/chdb_api.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <vector>

namespace slowtell::chdb {
namespace {

#if defined(__aarch64__)
constexpr const char* kPackage = "@chdb/lib-linux-arm64-gnu";
#else
constexpr const char* kPackage = "@chdb/lib-linux-x64-gnu";
#endif
constexpr const char* kVersion = "26.7.3-stable.1";

#ifdef SLOWTELL_NO_EMBEDDED
constexpr bool kEmbedded = false;
#else
constexpr bool kEmbedded = true;
#endif

namespace fs = std::filesystem;

fs::path CacheDirectory() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache)
    return fs::path(cache) / "slowtell";
  if (const char* home = std::getenv("HOME"); home && *home)
    return fs::path(home) / ".cache" / "slowtell";
  return {};
}

std::vector<fs::path> Places() {
  // A path given by name is the only place looked at: a wrong one must not be papered over.
  if (const char* given = std::getenv("SLOWTELL_LIBCHDB"); given && *given) return {given};
  std::vector<fs::path> places;
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (!program.empty())
    places.push_back(program.parent_path().parent_path() / "lib" / "slowtell" / "libchdb.so");
  if (const fs::path cache = CacheDirectory(); !cache.empty())
    places.push_back(cache / "node_modules" / kPackage / "libchdb.so");
  places.push_back("/usr/local/lib/libchdb.so");
  return places;
}

Failure Missing(const std::vector<fs::path>& places) {
  std::string looked;
  for (const fs::path& place : places) looked += (looked.empty() ? "" : ", ") + place.string();
  const fs::path cache = CacheDirectory();
  return Fail(
      ErrorKind::kStore, "the SQL engine (libchdb.so) is not installed", "looked for " + looked, "",
      "run ./quickstart, or: npm install --prefix " +
          (cache.empty() ? std::string("DIR") : cache.string()) + " " + kPackage + "@" + kVersion);
}

// After an engine was loaded, a normal exit while it still works crashes; the message of the failed
// check was printed before std::terminate, so nothing is lost by leaving at once.
[[noreturn]] void LeaveAtOnce() {
  static constexpr char kText[] = "slowtell: internal error: terminated\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kText, sizeof(kText) - 1);
  _exit(3);
}

Result<Api> Resolve(void* library, const fs::path& path) {
  Api api;
  api.path = path.string();
#define SLOWTELL_RESOLVE(result, name, params)                                                    \
  api.name = reinterpret_cast<result(*) params>(dlsym(library, "chdb_" #name));                   \
  if (!api.name)                                                                                  \
    return Fail(ErrorKind::kStore, "cannot use the SQL engine", "it has no function chdb_" #name, \
                api.path, std::string("version ") + kVersion + " is needed; run ./quickstart");
  SLOWTELL_CHDB_FUNCTIONS(SLOWTELL_RESOLVE)
#undef SLOWTELL_RESOLVE
  return api;
}

Result<Api> LoadOnce() {
  const std::vector<fs::path> places = Places();
  for (const fs::path& place : places) {
    std::error_code ignored;
    if (!fs::exists(place, ignored)) continue;
    void* library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      const char* why = dlerror();
      return Fail(ErrorKind::kStore, "cannot load the SQL engine", why ? why : "", place.string());
    }
    ASSIGN_OR_RETURN(Api api, Resolve(library, place));
    // Before the first connect: its handlers would turn every abort of ours into a hang.
    api.set_signal_handlers_enabled(0);
    std::set_terminate(LeaveAtOnce);
    return api;
  }
  return Missing(places);
}

}  // namespace

Result<const Api*> Load() {
  if (!kEmbedded)
    return Fail(ErrorKind::kStore, "this build has no embedded SQL engine",
                "it cannot be loaded into a program built with sanitizers", "",
                "give a server with --clickhouse URL");
  static const Result<Api> api = LoadOnce();
  if (!api) return Fail(api.error());
  return &*api;
}

}  // namespace slowtell::chdb
