// SPDX-License-Identifier: Apache-2.0
#include "ingest/utf8.h"

#include <cstdint>

#include "ingest/importer.h"

namespace slowtell::ingest {

size_t Utf8Length(std::string_view text) {
  if (text.empty()) return 0;
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  const size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return 0;
  uint32_t code = lead & (0x7Fu >> size);
  for (size_t i = 1; i < size; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return 0;
    code = code << 6 | (next & 0x3Fu);
  }
  const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return overlong || surrogate || code > 0x10FFFF ? 0 : size;
}

void ReplaceInvalidUtf8(std::string_view text, std::string& out) {
  out.assign(text);
  for (size_t at = 0; at < out.size();) {
    const size_t size = Utf8Length(std::string_view(out).substr(at));
    if (size == 0) out[at] = '?';
    at += size == 0 ? 1 : size;
  }
  out.append(Input::kPadding, '\0');
}

}  // namespace slowtell::ingest
