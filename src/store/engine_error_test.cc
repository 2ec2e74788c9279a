// SPDX-License-Identifier: Apache-2.0
#include "store/engine_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace slowtell {
namespace {

using testing::HasSubstr;

TEST(EngineErrorTest, TakesTheMessageApart) {
  const EngineMessage m = ParseEngineMessage(
      "Code: 60. DB::Exception: Unknown table expression identifier 'x' in scope SELECT a FROM x. "
      "(UNKNOWN_TABLE) (version 26.7.2.1 (official build))\n");
  EXPECT_EQ(m.code, 60);
  EXPECT_EQ(m.name, "UNKNOWN_TABLE");
  EXPECT_EQ(m.text, "Unknown table expression identifier 'x' in scope SELECT a FROM x.");
}

TEST(EngineErrorTest, CutsWhatTheEngineTellsItsDevelopers) {
  const EngineMessage m = ParseEngineMessage(
      "Code: 6. DB::Exception: Cannot parse string 'x' as Int64: While executing "
      "SourceFromStorage. "
      "(CANNOT_PARSE_TEXT)");
  EXPECT_EQ(m.text, "Cannot parse string 'x' as Int64");
  EXPECT_EQ(m.name, "CANNOT_PARSE_TEXT");
}

TEST(EngineErrorTest, KeepsATextWithoutCode) {
  const EngineMessage m = ParseEngineMessage(" something (odd) ");
  EXPECT_EQ(m.code, 0);
  EXPECT_EQ(m.text, "something (odd)");
  EXPECT_EQ(ParseEngineMessage("").text, "");
}

TEST(EngineErrorTest, AFullDiskIsAnErrorOfTheMachine) {
  const Error full =
      EngineError("cannot insert rows",
                  "Code: 75. DB::Exception: Cannot write to file descriptor: errno: 28, "
                  "strerror: No space left on device. (CANNOT_WRITE_TO_FILE_DESCRIPTOR)");
  EXPECT_EQ(full.kind, ErrorKind::kIo);
  EXPECT_THAT(full.hint, HasSubstr("free space"));
  EXPECT_EQ(EngineError("x", "Code: 243. DB::Exception: no. (NOT_ENOUGH_SPACE)").kind,
            ErrorKind::kIo);
}

TEST(EngineErrorTest, SaysTheNumber) {
  const Error e =
      EngineError("cannot", "Code: 241. DB::Exception: Too much. (MEMORY_LIMIT_EXCEEDED)");
  EXPECT_EQ(e.why, "Too much. (engine code 241, MEMORY_LIMIT_EXCEEDED)");
  EXPECT_FALSE(e.hint.empty());
}

}  // namespace
}  // namespace slowtell
