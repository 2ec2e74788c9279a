// SPDX-License-Identifier: Apache-2.0
// Where tests get a store from. Builds with sanitizers cannot load the embedded engine; there the
// same tests run against the stand-in server of tests/clickhouse_server, each in a database of its
// own.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "store/store.h"

namespace slowtell::test {

// The stand-in as a child of this process; it ends when this process does. $SLOWTELL_TEST_STORE_URL
// names one that runs already.
class StandIn {
 public:
  static const StandIn& Get() {
    static const StandIn stand_in;
    return stand_in;
  }
  const std::string& url() const { return url_; }

  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;
  ~StandIn() {
    if (child_ <= 0) return;
    close(input_);
    waitpid(child_, nullptr, 0);
  }

 private:
  StandIn() {
    if (const char* given = std::getenv("SLOWTELL_TEST_STORE_URL"); given && *given) {
      url_ = given;
      return;
    }
    int input[2];
    int output[2];
    if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0) return;
    const std::string program = std::string(SLOWTELL_BINARY_DIR) + "/clickhouse_server";
    child_ = fork();
    if (child_ == 0) {
      dup2(input[0], STDIN_FILENO);
      dup2(output[1], STDOUT_FILENO);
      execl(program.c_str(), program.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    close(input[0]);
    close(output[1]);
    input_ = input[1];
    FILE* lines = fdopen(output[0], "r");
    int port = 0;
    if (lines && std::fscanf(lines, "%d", &port) == 1 && port > 0)
      url_ = "http://127.0.0.1:" + std::to_string(port);
    else
      std::fprintf(stderr, "tests: %s did not start\n", program.c_str());
    if (lines) std::fclose(lines);
  }

  std::string url_;
  pid_t child_ = -1;
  int input_ = -1;
};

// A name no other test and no other process uses.
inline std::string FreshDatabase() {
  static int count = 0;
  return "test_" + std::to_string(getpid()) + "_" + std::to_string(++count);
}

inline StoreOptions ServerStoreOptions() {
  StoreOptions options;
  options.url = StandIn::Get().url();
  options.database = FreshDatabase();
  return options;
}

// Options of a fresh, empty store.
inline StoreOptions TestStoreOptions() {
#ifdef SLOWTELL_NO_EMBEDDED
  return ServerStoreOptions();
#else
  return StoreOptions{};
#endif
}

// A fresh, empty store, or a failed test.
inline std::unique_ptr<Store> OpenTestStore(const StoreOptions& options = TestStoreOptions()) {
  auto store = OpenStore(options);
  if (store) return *std::move(store);
  ADD_FAILURE() << ToText(store.error());
  return nullptr;
}

}  // namespace slowtell::test
