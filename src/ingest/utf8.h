// SPDX-License-Identifier: Apache-2.0
// Repairs text that claims to be UTF-8, for parsers that refuse a whole record for one bad byte.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace slowtell::ingest {

// Bytes of the valid UTF-8 character at the start of `text`; 0 when there is none.
size_t Utf8Length(std::string_view text);
// `text` with each invalid byte replaced by '?', of the same length, then Input::kPadding zero
// bytes.
void ReplaceInvalidUtf8(std::string_view text, std::string& out);

}  // namespace slowtell::ingest
