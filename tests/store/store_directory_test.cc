// SPDX-License-Identifier: Apache-2.0
// The folder of an embedded store: who may open it, what survives, what is cleaned up.
#include "store/store_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "schema/tables.h"
#include "store/store.h"
#include "tests/store/test_store.h"

namespace slowtell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class StoreDirectoryTest : public testing::Test {
 protected:
  StoreDirectoryTest() : root_(testing::TempDir() + "store_dir_" + std::to_string(getpid())) {
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  ~StoreDirectoryTest() override { fs::remove_all(root_); }

  fs::path root_;
};

TEST_F(StoreDirectoryTest, ATemporaryFolderGoesWithItsOwner) {
  fs::path path;
  {
    const auto directory = StoreDirectory::Temporary();
    ASSERT_TRUE(directory) << ToText(directory.error());
    path = directory->path();
    EXPECT_TRUE(fs::is_directory(path));
    EXPECT_THAT(path.filename().string(), HasSubstr(std::to_string(getpid())));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(StoreDirectoryTest, RemovesWhatADeadProcessLeft) {
  const pid_t dead = fork();
  if (dead == 0) _exit(0);
  waitpid(dead, nullptr, 0);
  const char* before = std::getenv("TMPDIR");
  const std::string saved = before ? before : "";
  setenv("TMPDIR", root_.c_str(), 1);
  const fs::path left_over = root_ / ("slowtell-" + std::to_string(dead) + "-abcdef");
  const fs::path alive = root_ / ("slowtell-" + std::to_string(getpid()) + "-abcdef");
  const fs::path other = root_ / "somebody-else";
  for (const fs::path& path : {left_over, alive, other}) fs::create_directories(path);
  { EXPECT_TRUE(StoreDirectory::Temporary()); }
  if (before)
    setenv("TMPDIR", saved.c_str(), 1);
  else
    unsetenv("TMPDIR");
  EXPECT_FALSE(fs::exists(left_over));
  EXPECT_TRUE(fs::exists(alive));
  EXPECT_TRUE(fs::exists(other));
}

TEST_F(StoreDirectoryTest, ASecondProcessIsToldWhoHoldsTheStore) {
  const fs::path path = root_ / "store";
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t holder = fork();
  if (holder == 0) {
    const auto directory = StoreDirectory::At(path);
    const char byte = directory ? 'y' : 'n';
    if (write(ready[1], &byte, 1) == 1) pause();
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  ASSERT_EQ(byte, 'y');
  StoreOptions options;
  options.directory = path.string();
  const auto second = OpenStore(options);
  kill(holder, SIGKILL);
  waitpid(holder, nullptr, 0);
  close(ready[0]);
  close(ready[1]);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::kStore);
  EXPECT_THAT(ToText(second.error()), HasSubstr("in use by pid " + std::to_string(holder) + " ("));
  // The dead hold nothing.
  EXPECT_TRUE(StoreDirectory::At(path));
}

TEST_F(StoreDirectoryTest, RefusesAFolderOfSomebodyElse) {
  std::ofstream(root_ / "letter.txt") << "dear";
  const auto directory = StoreDirectory::At(root_);
  ASSERT_FALSE(directory);
  EXPECT_THAT(ToText(directory.error()), HasSubstr("is not a slowtell store"));
  EXPECT_FALSE(fs::exists(root_ / "slowtell.lock"));
}

TEST_F(StoreDirectoryTest, RefusesAFile) {
  std::ofstream(root_ / "traces.jsonl") << "{}";
  const auto directory = StoreDirectory::At(root_ / "traces.jsonl");
  ASSERT_FALSE(directory);
  EXPECT_THAT(ToText(directory.error()), HasSubstr("it is a file, not a folder"));
}

TEST_F(StoreDirectoryTest, RefusesWhereNothingCanBeCreated) {
  const auto directory = StoreDirectory::At("/proc/slowtell/store");
  ASSERT_FALSE(directory);
  EXPECT_THAT(ToText(directory.error()), HasSubstr("could not be created"));
}

#ifndef SLOWTELL_NO_EMBEDDED

class OnDiskStoreTest : public StoreDirectoryTest {
 protected:
  std::unique_ptr<Store> Open() {
    StoreOptions options;
    options.directory = (root_ / "store").string();
    return test::OpenTestStore(options);
  }
};

void AddEvent(Store& store, int source_id) {
  const auto added = store.Run("INSERT INTO events (source_id, at_ns, kind) VALUES (" +
                               std::to_string(source_id) + ", 1, 'ready')");
  ASSERT_TRUE(added) << ToText(added.error());
}

TEST_F(OnDiskStoreTest, ReopeningKeepsWhatWasImportedAndDropsTheRest) {
  {
    auto store = Open();
    ASSERT_NE(store, nullptr);
    AddEvent(*store, 1);
    AddEvent(*store, 2);
    ASSERT_TRUE(store->Run("INSERT INTO sources (source_id, file) VALUES (2, 'a.jsonl')"));
  }
  auto store = Open();
  ASSERT_NE(store, nullptr);
  const auto left = store->Query("SELECT source_id FROM events ORDER BY source_id");
  ASSERT_TRUE(left) << ToText(left.error());
  EXPECT_THAT(left->Ints("source_id"), testing::ElementsAre(2));
}

TEST_F(OnDiskStoreTest, OneProcessHasOneStore) {
  auto store = Open();
  ASSERT_NE(store, nullptr);
  const auto second = OpenStore({});
  ASSERT_FALSE(second);
  EXPECT_THAT(ToText(second.error()), HasSubstr("already has a store open"));
  const auto same = OpenStore({(root_ / "store").string(), "", ""});
  ASSERT_FALSE(same);
  EXPECT_THAT(ToText(same.error()), HasSubstr("in use by pid"));
}

TEST(TemporaryStoreTest, CanBeOpenedAgainAndAgain) {
  for (int i = 0; i < 20; ++i) {
    auto store = test::OpenTestStore(StoreOptions{});
    ASSERT_NE(store, nullptr);
    const auto events = store->Query("SELECT count() AS n FROM events");
    ASSERT_TRUE(events) << ToText(events.error());
    ASSERT_EQ(events->Int("n"), 0);
    AddEvent(*store, 1);
  }
}

#endif  // SLOWTELL_NO_EMBEDDED

TEST(ServerStoreTest, SaysWhenNobodyAnswers) {
  StoreOptions options;
  options.url = "http://127.0.0.1:1";
  const auto store = OpenStore(options);
  ASSERT_FALSE(store);
  EXPECT_THAT(ToText(store.error()), HasSubstr("no answer from the server http://127.0.0.1:1"));
}

TEST(ServerStoreTest, RefusesWhatIsNoAddress) {
  for (const char* url : {"127.0.0.1:8123", "ftp://host", "http://", "http://host/path"}) {
    StoreOptions options;
    options.url = url;
    const auto store = OpenStore(options);
    ASSERT_FALSE(store) << url;
    EXPECT_EQ(store.error().kind, ErrorKind::kUsage) << url;
  }
}

// Another slowtell may be in the middle of its import there.
TEST(ServerStoreTest, LeavesFreshRowsOfOthersAlone) {
  const StoreOptions options = test::ServerStoreOptions();
  auto first = test::OpenTestStore(options);
  ASSERT_NE(first, nullptr);
  ASSERT_TRUE(first->Run("INSERT INTO events (source_id, at_ns) VALUES (1, 1)"));
  auto second = test::OpenTestStore(options);
  ASSERT_NE(second, nullptr);
  const auto events = second->Query("SELECT count() AS n FROM events");
  ASSERT_TRUE(events);
  EXPECT_EQ(events->Int("n"), 1);
}

}  // namespace
}  // namespace slowtell
