// SPDX-License-Identifier: Apache-2.0
#include "ingest/otel_ids.h"

#include <gtest/gtest.h>

#include <string>

namespace slowtell::ingest {
namespace {

std::string Trace(std::string_view text) {
  TextArena arena;
  return std::string(IdFromText(text, IdKind::kTrace, arena));
}
std::string SpanId(std::string_view text) {
  TextArena arena;
  return std::string(IdFromText(text, IdKind::kSpan, arena));
}

constexpr const char* kTraceHex = "5b8efff798038103d269b633813fc60c";

TEST(OtelIds, OneSpelling) {
  EXPECT_EQ(Trace(kTraceHex), kTraceHex);
  EXPECT_EQ(Trace("5B8EFFF798038103D269B633813FC60C"), kTraceHex);
  EXPECT_EQ(Trace("W47/95gDgQPSabYzgT/GDA=="), kTraceHex);
  EXPECT_EQ(Trace("W47_95gDgQPSabYzgT_GDA"), kTraceHex);
  EXPECT_EQ(SpanId("EEE19B7EC3C1B174"), "eee19b7ec3c1b174");
  EXPECT_EQ(SpanId("7uGbfsPBsXQ="), "eee19b7ec3c1b174");
}

TEST(OtelIds, ShortTraceIdsArePadded) {
  EXPECT_EQ(Trace("eee19b7ec3c1b174"), "0000000000000000eee19b7ec3c1b174");
}

TEST(OtelIds, ZerosAreNoId) {
  EXPECT_EQ(SpanId("0000000000000000"), "");
  EXPECT_EQ(Trace("00000000000000000000000000000000"), "");
  EXPECT_EQ(SpanId(""), "");
}

TEST(OtelIds, AnythingElseStaysAsFound) {
  EXPECT_EQ(Trace("ABC"), "ABC");
  EXPECT_EQ(Trace("trace_1"), "trace_1");
  EXPECT_EQ(SpanId(std::string(500, 'x')).size(), size_t{128});
}

TEST(OtelIds, RawBytes) {
  TextArena arena;
  EXPECT_EQ(IdFromBytes(std::string_view("\x01\xab\x00\xff", 4), arena), "01ab00ff");
  EXPECT_EQ(IdFromBytes(std::string_view("\0\0\0\0\0\0\0\0", 8), arena), "");
  EXPECT_EQ(IdFromBytes("", arena), "");
}

}  // namespace
}  // namespace slowtell::ingest
