// SPDX-License-Identifier: Apache-2.0
#include "ingest/open_input.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <atomic>
#include <string>
#include <vector>

namespace slowtell::ingest {
namespace {

std::string Gzip(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string Zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

std::string WithLength(const std::string& text) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(text.size() >> shift);
  return out + text;
}

struct Everything {
  std::string text;
  std::string damage;
  int64_t trailing = 0;
  int64_t nuls = 0;
};

// Reads in small steps, so that every buffer boundary is met.
Everything ReadAll(const std::string& bytes, size_t step = 1000) {
  Everything all;
  auto input = OpenMemoryInput("test", bytes);
  EXPECT_TRUE(input.has_value());
  while (input) {
    const auto view = (*input)->Peek(1);
    EXPECT_TRUE(view.has_value());
    if (!view || view->empty()) break;
    const size_t take = std::min(step, view->size());
    all.text.append(view->substr(0, take));
    (*input)->Consume(take);
  }
  all.damage = (*input)->Truncated() ? (*input)->Damage() : "";
  all.trailing = (*input)->trailing_bytes();
  all.nuls = (*input)->leading_nul_bytes();
  return all;
}

std::string Noise(size_t size) {
  std::string text;
  uint32_t state = 1;
  while (text.size() < size) {
    state = state * 1664525 + 1013904223;
    text += static_cast<char>('a' + (state >> 28));
  }
  return text;
}

TEST(OpenInput, PlainText) {
  EXPECT_EQ(ReadAll("abc\n").text, "abc\n");
  EXPECT_EQ(ReadAll("").text, "");
}

TEST(OpenInput, GzipMembersFollowEachOther) {
  const std::string big = Noise(3 << 20);
  const Everything all = ReadAll(Gzip("one\n") + Gzip("") + Gzip(big));
  EXPECT_EQ(all.text, "one\n" + big);
  EXPECT_EQ(all.damage, "");
  EXPECT_EQ(all.trailing, 0);
}

TEST(OpenInput, TruncatedGzipDeliversWhatItCan) {
  const std::string whole = Gzip(Noise(1 << 20));
  const Everything all = ReadAll(whole.substr(0, whole.size() / 2));
  EXPECT_GT(all.text.size(), size_t{100000});
  EXPECT_EQ(all.text, Noise(1 << 20).substr(0, all.text.size()));
  EXPECT_EQ(all.damage, "the gzip stream ends early");
}

TEST(OpenInput, DamagedGzipSaysSo) {
  std::string bytes = Gzip(Noise(1 << 20));
  for (size_t i = bytes.size() / 2; i < bytes.size() / 2 + 50; ++i) bytes[i] = '\xff';
  const Everything all = ReadAll(bytes);
  EXPECT_GT(all.text.size(), size_t{100000});
  EXPECT_EQ(all.damage.substr(0, 27), "the gzip stream is damaged:");
}

TEST(OpenInput, BytesBehindGzipAreReported) {
  const Everything all = ReadAll(Gzip("one\n") + "more");
  EXPECT_EQ(all.text, "one\n");
  EXPECT_EQ(all.trailing, 4);
  EXPECT_EQ(all.damage, "");
}

TEST(OpenInput, ZstdFramesFollowEachOther) {
  const std::string big = Noise(3 << 20);
  const Everything all = ReadAll(Zstd("one\n") + Zstd(big));
  EXPECT_EQ(all.text, "one\n" + big);
  EXPECT_EQ(all.damage, "");
  EXPECT_EQ(ReadAll(Zstd("one\n") + "more").trailing, 4);
}

TEST(OpenInput, TruncatedZstdDeliversWhatItCan) {
  const std::string whole = Zstd(Noise(1 << 20));
  const Everything all = ReadAll(whole.substr(0, whole.size() / 2));
  EXPECT_GT(all.text.size(), size_t{100000});
  EXPECT_EQ(all.damage, "the zstd stream ends early");
}

TEST(OpenInput, CollectorsZstdMessagesBecomeLinesOrFrames) {
  EXPECT_EQ(ReadAll(WithLength(Zstd("{\"a\":1}")) + WithLength(Zstd("{\"b\":2}\n"))).text,
            "{\"a\":1}\n{\"b\":2}\n");
  const std::string message = "\x0a\x02zz" + Noise(2 << 20);
  EXPECT_EQ(ReadAll(WithLength(Zstd(message)) + WithLength(Zstd("\x0a"))).text,
            WithLength(message) + WithLength("\x0a"));
}

TEST(OpenInput, CollectorsZstdCutInTheLastMessage) {
  const std::string last = WithLength(Zstd(Noise(100000)));
  const Everything all = ReadAll(WithLength(Zstd("{\"a\":1}")) + last.substr(0, last.size() / 2));
  EXPECT_EQ(all.text, "{\"a\":1}\n");
  EXPECT_EQ(all.damage, "the last message is cut");
}

TEST(OpenInput, SkipsByteOrderMarkAndRotationsNuls) {
  EXPECT_EQ(ReadAll("\xef\xbb\xbf{}").text, "{}");
  const Everything all = ReadAll(std::string(5000, '\0') + "\xef\xbb\xbf{}");
  EXPECT_EQ(all.text, "{}");
  EXPECT_EQ(all.nuls, 5000);
  // A length prefix is no rotation.
  EXPECT_EQ(ReadAll(WithLength("\x0a\x01z")).nuls, 0);
}

TEST(OpenInput, RefusesDecompressionBombs) {
  std::string bomb = Gzip(std::string(80 << 20, '\0'));
  auto input = OpenMemoryInput("bomb.gz", bomb);
  // The preamble alone is 80 MiB of NUL bytes.
  ASSERT_FALSE(input.has_value());
  EXPECT_EQ(input.error().kind, ErrorKind::kBadInput);
  EXPECT_NE(input.error().why.find("1,000 times"), std::string::npos);
}

TEST(OpenInput, RefusesEndlessRecords) {
  auto input = OpenMemoryInput("big.json", "abc");
  ASSERT_TRUE(input.has_value());
  const auto view = (*input)->Peek(kMaxRecordBytes + 1);
  ASSERT_FALSE(view.has_value());
  EXPECT_EQ(view.error().why, "one record is longer than 1 GiB");
  EXPECT_EQ(view.error().where, "big.json:byte 0");
}

TEST(OpenInput, HashesTheBytesOnDisk) {
  // Known value: SHA-256 of "abc".
  auto input = OpenMemoryInput("test", "abc");
  ASSERT_TRUE(input.has_value());
  ASSERT_TRUE((*input)->Drain().has_value());
  EXPECT_EQ((*input)->Sha256(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ((*input)->BytesOnDisk(), 3);
}

TEST(OpenInput, HashCoversWhatNobodyRead) {
  const std::string text = Noise(5 << 20);
  auto first = OpenMemoryInput("a", text);
  auto second = OpenMemoryInput("b", text);
  ASSERT_TRUE(first && second);
  ASSERT_TRUE((*second)->Peek(4 << 20).has_value());
  (*second)->Consume(4 << 20);
  ASSERT_TRUE((*first)->Drain() && (*second)->Drain());
  EXPECT_EQ((*first)->Sha256(), (*second)->Sha256());
  EXPECT_EQ((*first)->BytesOnDisk(), static_cast<int64_t>(text.size()));
}

TEST(OpenInput, StopsWhenAsked) {
  std::atomic<bool> stop = false;
  const std::string text = Noise(5 << 20);
  auto input = OpenMemoryInput("test", text);
  ASSERT_TRUE(input.has_value());
  (*input)->StopWhen(&stop);
  EXPECT_TRUE((*input)->Peek(2 << 20).has_value());
  stop = true;
  const auto view = (*input)->Peek(4 << 20);
  ASSERT_FALSE(view.has_value());
  EXPECT_EQ(view.error().kind, ErrorKind::kInterrupted);
}

TEST(OpenInput, MissingFileAndDirectory) {
  auto missing = OpenInput("/nonexistent/file.json");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().kind, ErrorKind::kBadInput);
  EXPECT_EQ(missing.error().why, "No such file or directory");
  auto directory = OpenInput("/");
  ASSERT_FALSE(directory.has_value());
  EXPECT_EQ(directory.error().why, "it is a directory");
}

TEST(NextLine, SplitsAtAnyLineEnd) {
  const std::string text = "one\r\n\ntwo\nlast";
  auto input = OpenMemoryInput("f.txt", text);
  ASSERT_TRUE(input.has_value());
  std::vector<std::string> lines;
  std::string_view line;
  while (true) {
    const auto more = (*input)->NextLine(line);
    ASSERT_TRUE(more.has_value());
    if (!*more) break;
    lines.emplace_back(line);
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"one", "", "two", "last"}));
  EXPECT_EQ((*input)->Here(), "f.txt:4");
  EXPECT_EQ((*input)->offset(), static_cast<int64_t>(text.size()));
}

TEST(NextLine, LinesLongerThanTheBuffer) {
  const std::string first = Noise(5 << 20);
  const std::string second = Noise(3 << 20);
  const std::string bytes = first + "\n" + second;
  auto input = OpenMemoryInput("test", bytes);
  ASSERT_TRUE(input.has_value());
  std::string_view line;
  ASSERT_TRUE(*(*input)->NextLine(line));
  EXPECT_EQ(line, first);
  ASSERT_TRUE(*(*input)->NextLine(line));
  EXPECT_EQ(line, second);
  EXPECT_FALSE(*(*input)->NextLine(line));
}

}  // namespace
}  // namespace slowtell::ingest
