// SPDX-License-Identifier: Apache-2.0
// Protobuf framing without a schema: does it look like OTLP, how are messages delimited, and what
// of a message that was cut off can be saved. Never throws and never trusts a length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace slowtell::ingest::otlp_protobuf {

// How messages follow each other in a file.
enum class Framing {
  kUnknown,
  kBare,       // one message, or several concatenated (which protobuf cannot tell apart)
  kVarint,     // each with its length as a varint in front
  kBigEndian,  // each with a 4-byte big-endian length in front (collector, format: proto)
};

// `whole`: the text is all there is; otherwise its end may be cut.
Framing FindFraming(std::string_view head, bool whole);

struct Varint {
  uint64_t value = 0;
  size_t size = 0;  // bytes; 0 when it is cut or longer than 10 bytes
};
Varint ReadVarint(std::string_view text);

// What the records of a resource are; protobuf itself does not say.
enum class Signal { kNothing, kSpans, kMetrics, kLogs };
// `resource` is the content of one element of resource_spans (or its like).
Signal FindSignal(std::string_view resource);

// Where a cut message is entered to save its complete spans.
enum class Level { kMessage, kResource, kScope };
// A valid message with everything that is complete in `cut`.
std::string SaveComplete(std::string_view cut, Level level);

}  // namespace slowtell::ingest::otlp_protobuf
