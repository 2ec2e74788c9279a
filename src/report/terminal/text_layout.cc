// SPDX-License-Identifier: Apache-2.0
// See text_layout.h. The width table is the coarse one that terminals agree on; a wrong width of a
// rare character shifts a column, nothing worse.
#include "report/terminal/text_layout.h"

#include <algorithm>
#include <cstdint>

#include "base/text.h"

namespace slowtell::report {
namespace {

struct Range {
  uint32_t first;
  uint32_t last;
};

constexpr Range kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},
                           {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
                           {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F},
                           {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr Range kNoWidth[] = {
    {0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}};
// Controls, zero-width and direction characters, line separators, tags.
constexpr Range kHarmful[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},
                              {0x061C, 0x061C}, {0x180E, 0x180E}, {0x200B, 0x200F},
                              {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFE00, 0xFE0F},
                              {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xE0000, 0xE0FFF}};

template <size_t n>
bool In(const Range (&ranges)[n], uint32_t code) {
  return std::any_of(ranges, ranges + n,
                     [code](Range range) { return range.first <= code && code <= range.last; });
}

struct Character {
  uint32_t code = 0;
  size_t bytes = 1;
  bool valid = false;
};

constexpr uint32_t kLeastOfLength[] = {0, 0, 0x80, 0x800, 0x10000};

size_t LengthFromFirstByte(unsigned char byte) {
  if (byte < 0x80) return 1;
  if (byte >= 0xC2 && byte < 0xE0) return 2;
  if (byte >= 0xE0 && byte < 0xF0) return 3;
  if (byte >= 0xF0 && byte < 0xF5) return 4;
  return 0;
}

Character NextCharacter(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = LengthFromFirstByte(first);
  if (length == 0 || length > text.size()) return {};
  uint32_t code = length == 1 ? first : first & (0x7FU >> length);
  for (size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80) return {};
    code = code << 6 | (byte & 0x3FU);
  }
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (code < kLeastOfLength[length] || code > 0x10FFFF || surrogate) return {};
  return {code, length, true};
}

int WidthOf(const Character& character) {
  if (!character.valid) return 1;
  if (In(kNoWidth, character.code)) return 0;
  return In(kWide, character.code) ? 2 : 1;
}

// Bytes of `text` that fit into `width` columns; at least one character, so that loops end.
size_t BytesThatFit(std::string_view text, int width) {
  size_t bytes = 0;
  int used = 0;
  while (bytes < text.size()) {
    const Character character = NextCharacter(text.substr(bytes));
    used += WidthOf(character);
    if (used > width && bytes > 0) break;
    bytes += character.bytes;
  }
  return bytes;
}

// Fills lines word by word.
class Paragraph {
 public:
  Paragraph(std::string_view first, int width)
      : indent_(static_cast<size_t>(DisplayWidth(first)), ' '), line_(first), width_(width) {
    // A narrow terminal keeps at least some room for words.
    if (static_cast<int>(indent_.size()) > width_ / 2)
      indent_.resize(static_cast<size_t>(width_ / 4));
    used_ = DisplayWidth(line_);
  }

  void Add(std::string_view word) {
    if (!at_start_ && used_ + 1 + DisplayWidth(word) > width_) BreakLine();
    if (!at_start_) Put(" ");
    while (used_ + DisplayWidth(word) > width_) {
      const size_t piece = BytesThatFit(word, std::max(1, width_ - used_));
      Put(word.substr(0, piece));
      word.remove_prefix(piece);
      if (word.empty()) return;
      BreakLine();
    }
    Put(word);
  }

  std::vector<std::string> Lines() {
    lines_.push_back(std::move(line_));
    return std::move(lines_);
  }

 private:
  void Put(std::string_view text) {
    line_ += text;
    used_ += DisplayWidth(text);
    at_start_ = false;
  }
  void BreakLine() {
    lines_.push_back(std::move(line_));
    line_ = indent_;
    used_ = static_cast<int>(indent_.size());
    at_start_ = true;
  }

  std::string indent_;
  std::string line_;
  int width_;
  int used_ = 0;
  bool at_start_ = true;
  std::vector<std::string> lines_;
};

}  // namespace

std::string Harmless(std::string_view text) {
  std::string harmless;
  while (!text.empty()) {
    const Character character = NextCharacter(text);
    if (text[0] == '\n' || text[0] == '\t') {
      harmless += ' ';
    } else if (!character.valid || In(kHarmful, character.code)) {
      harmless += '?';
    } else {
      harmless += text.substr(0, character.bytes);
    }
    text.remove_prefix(character.bytes);
  }
  return harmless;
}

int DisplayWidth(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Character character = NextCharacter(text);
    width += WidthOf(character);
    text.remove_prefix(character.bytes);
  }
  return width;
}

std::string CutTo(std::string_view text, int width) {
  if (DisplayWidth(text) <= width) return std::string(text);
  if (width <= 2) return std::string(static_cast<size_t>(std::max(0, width)), '.');
  return std::string(text.substr(0, BytesThatFit(text, width - 2))) + "..";
}

std::string PadRight(std::string_view text, int width) {
  const int missing = std::max(0, width - DisplayWidth(text));
  return std::string(text) + std::string(static_cast<size_t>(missing), ' ');
}

std::string PadLeft(std::string_view text, int width) {
  const int missing = std::max(0, width - DisplayWidth(text));
  return std::string(static_cast<size_t>(missing), ' ') + std::string(text);
}

std::vector<std::string> Wrap(std::string_view text, std::string_view first, int width) {
  Paragraph paragraph(first, width);
  const std::string harmless = Harmless(text);
  for (std::string_view word : Split(harmless, ' ')) {
    if (!word.empty()) paragraph.Add(word);
  }
  return paragraph.Lines();
}

}  // namespace slowtell::report
