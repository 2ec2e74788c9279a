// SPDX-License-Identifier: Apache-2.0
#include "ingest/otel_ids.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

namespace slowtell::ingest {
namespace {

constexpr size_t kTraceDigits = 32;
constexpr size_t kSpanDigits = 16;
constexpr size_t kMaxTextBytes = 128;

// What a character rules out. Ids are random, so a branch per character would be mispredicted half
// of the time; the marks of all characters are combined instead.
enum Mark : uint8_t { kZero = 0, kNotZero = 1, kUpper = 2, kNoHex = 4 };

constexpr std::array<uint8_t, 256> kMarks = [] {
  std::array<uint8_t, 256> marks{};
  for (int c = 0; c < 256; ++c) {
    const bool lower = (c >= '1' && c <= '9') || (c >= 'a' && c <= 'f');
    const bool upper = c >= 'A' && c <= 'F';
    marks[static_cast<size_t>(c)] = c == '0' ? kZero
                                    : lower  ? kNotZero
                                    : upper  ? kNotZero | kUpper
                                             : kNotZero | kNoHex;
  }
  return marks;
}();

uint8_t MarksOf(std::string_view text) {
  uint8_t marks = kZero;
  for (const char c : text) marks |= kMarks[static_cast<unsigned char>(c)];
  return marks;
}

std::string_view Lowered(std::string_view text, TextArena& arena) {
  char* out = arena.Allocate(text.size());
  std::transform(text.begin(), text.end(), out, [](char c) {
    return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return {out, text.size()};
}

int Base64Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

// Ids are 16 or 8 bytes: 22 or 11 digits and padding that may be left out.
std::optional<std::string_view> DecodeBase64(std::string_view text, size_t bytes, char* out) {
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() != (bytes * 8 + 5) / 6) return std::nullopt;
  uint32_t pending = 0;
  int bits = 0;
  size_t size = 0;
  for (const char c : text) {
    const int digit = Base64Digit(c);
    if (digit < 0) return std::nullopt;
    pending = pending << 6 | static_cast<uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[size++] = static_cast<char>(pending >> bits);
    pending &= (1u << bits) - 1;
  }
  return std::string_view(out, size);
}

std::string_view PaddedTrace(std::string_view hex, TextArena& arena) {
  char* out = arena.Allocate(kTraceDigits);
  std::memset(out, '0', kTraceDigits - hex.size());
  std::memcpy(out + kTraceDigits - hex.size(), hex.data(), hex.size());
  return {out, kTraceDigits};
}

}  // namespace

std::string_view IdFromText(std::string_view text, IdKind kind, TextArena& arena) {
  const size_t digits = kind == IdKind::kTrace ? kTraceDigits : kSpanDigits;
  const uint8_t marks = MarksOf(text);
  if (marks & kNoHex) {
    std::array<char, 16> bytes;
    if (const auto id = DecodeBase64(text, digits / 2, bytes.data())) {
      return IdFromBytes(*id, arena);
    }
    return text.substr(0, kMaxTextBytes);
  }
  if (text.size() == digits || text.size() == kSpanDigits) {
    if (marks == kZero) return {};
    if (marks & kUpper) text = Lowered(text, arena);
    return text.size() == digits ? text : PaddedTrace(text, arena);
  }
  return text.substr(0, kMaxTextBytes);
}

std::string_view IdFromBytes(std::string_view bytes, TextArena& arena) {
  constexpr const char* kHex = "0123456789abcdef";
  bytes = bytes.substr(0, kMaxTextBytes / 2);
  if (std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == '\0'; })) return {};
  char* out = arena.Allocate(bytes.size() * 2);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    out[2 * i] = kHex[byte >> 4];
    out[2 * i + 1] = kHex[byte & 15];
  }
  return {out, bytes.size() * 2};
}

}  // namespace slowtell::ingest
