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

enum class Spelling { kLowerHex, kUpperHex, kOther };

Spelling SpellingOf(std::string_view text) {
  bool upper = false;
  for (const char c : text) {
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')) continue;
    if (c < 'A' || c > 'F') return Spelling::kOther;
    upper = true;
  }
  return upper ? Spelling::kUpperHex : Spelling::kLowerHex;
}

bool IsZero(std::string_view hex) {
  return std::all_of(hex.begin(), hex.end(), [](char c) { return c == '0'; });
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
  const Spelling spelling = SpellingOf(text);
  if (spelling == Spelling::kOther) {
    std::array<char, 16> bytes;
    if (const auto id = DecodeBase64(text, digits / 2, bytes.data())) {
      return IdFromBytes(*id, arena);
    }
    return text.substr(0, kMaxTextBytes);
  }
  if (text.size() == digits || text.size() == kSpanDigits) {
    if (IsZero(text)) return {};
    if (spelling == Spelling::kUpperHex) text = Lowered(text, arena);
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
