// SPDX-License-Identifier: Apache-2.0
// Trace and span ids in one spelling: lower-case hexadecimal, 32 and 16 digits. Exporters also
// write upper case, base64 (24 and 12 characters) and 64-bit trace ids (16 digits, padded on the
// left).
#pragma once

#include <string_view>

#include "ingest/text_arena.h"

namespace slowtell::ingest {

enum class IdKind { kTrace, kSpan };

// From text. What is none of the known spellings is returned as found; a span id of zeros is no id
// and comes back empty.
std::string_view IdFromText(std::string_view text, IdKind kind, TextArena& arena);
// From raw bytes (protobuf): hexadecimal, whatever the length; zeros as above.
std::string_view IdFromBytes(std::string_view bytes, TextArena& arena);

}  // namespace slowtell::ingest
