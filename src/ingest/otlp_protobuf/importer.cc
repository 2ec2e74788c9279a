// SPDX-License-Identifier: Apache-2.0
// OTLP protobuf: bodies of OTLP/HTTP and gRPC as saved, and the collector's file exporter. Protobuf
// carries no mark of its own, so detection walks the framing and the outer two levels.
#include "ingest/importer.h"

#include <algorithm>
#include <array>

#include "ingest/common_issues.h"
#include "ingest/otel_issues.h"
#include "ingest/otlp_protobuf/message_reader.h"
#include "ingest/otlp_protobuf/wire.h"

namespace slowtell::ingest::otlp_protobuf {

extern const ImporterDef kDef;

namespace {

constexpr size_t kSampleBytes = size_t{256} << 10;
constexpr size_t kLongestHead = 20;  // tag and length
constexpr uint64_t kElementTag = 0x0a;

inline constexpr IssueDef kTruncatedMessage{
    "truncated_message", Severity::kDataLoss, "The last message ends in the middle.",
    "Its complete spans are used; the rest of it is missing."};

const char* Describe(Framing framing) {
  switch (framing) {
    case Framing::kBare: return "one message";
    case Framing::kVarint: return "messages with varint lengths";
    case Framing::kBigEndian: return "messages with 4-byte lengths";
    case Framing::kUnknown: break;
  }
  return "no OTLP message at the start";
}

Likeness DetectOtlpProtobuf(const Sample& sample) {
  const Framing framing = FindFraming(sample.head, sample.whole);
  return {framing == Framing::kUnknown ? 0 : 90, Describe(framing)};
}

std::string Where(const Input& input) {
  return input.path() + ":byte " + std::to_string(input.offset());
}

// The part of the input up to its end, which came too early.
Result<void> ReadCut(Input& input, Sink& sink, MessageReader& reader, Level level) {
  ASSIGN_OR_RETURN(const std::string_view rest, input.Peek(1));
  sink.Report(kTruncatedMessage, Where(input), std::to_string(rest.size()) + " bytes are left");
  const std::string saved = SaveComplete(rest, level);
  RETURN_IF_ERROR(level == Level::kMessage ? reader.ReadMessage(saved, Where(input))
                                           : reader.ReadResource(saved, Where(input)));
  input.Consume(rest.size());
  return {};
}

struct Frame {
  uint64_t size = 0;  // of the content
  size_t prefix = 0;  // in front of it; 0 when there is no valid one
};

Frame ReadPrefix(std::string_view head, Framing framing) {
  if (framing == Framing::kVarint) {
    const Varint length = ReadVarint(head);
    return {length.value, length.size};
  }
  if (framing == Framing::kBigEndian) {
    if (head.size() < 4) return {};
    uint64_t size = 0;
    for (const char c : head.substr(0, 4)) size = size << 8 | static_cast<unsigned char>(c);
    return {size, 4};
  }
  const Varint tag = ReadVarint(head);
  if (tag.size == 0 || tag.value != kElementTag) return {};
  const Varint length = ReadVarint(head.substr(tag.size));
  return {length.value, length.size == 0 ? 0 : tag.size + length.size};
}

// A bare message is read as the list of its elements, so that no framing needs the whole file.
Result<void> ReadFrames(Input& input, Sink& sink, Framing framing) {
  MessageReader reader(sink);
  const Level level = framing == Framing::kBare ? Level::kResource : Level::kMessage;
  while (true) {
    ASSIGN_OR_RETURN(const std::string_view head, input.Peek(kLongestHead));
    if (head.empty()) return {};
    const Frame frame = ReadPrefix(head, framing);
    if (frame.prefix == 0) {
      sink.Report(kMalformedRecord, Where(input), "no message starts here; the rest is not read");
      return {};
    }
    input.Consume(frame.prefix);
    if (frame.size == 0) continue;
    ASSIGN_OR_RETURN(const std::string_view view, input.Peek(static_cast<size_t>(frame.size)));
    if (view.size() < frame.size) return ReadCut(input, sink, reader, level);
    const std::string_view content = view.substr(0, static_cast<size_t>(frame.size));
    RETURN_IF_ERROR(level == Level::kMessage ? reader.ReadMessage(content, Where(input))
                                             : reader.ReadResource(content, Where(input)));
    input.Consume(content.size());
  }
}

Result<void> Import(Input& input, Sink& sink) {
  ASSIGN_OR_RETURN(const std::string_view head, input.Peek(kSampleBytes));
  const Framing framing = FindFraming(head, head.size() < kSampleBytes);
  if (framing == Framing::kUnknown) {
    return Fail(ErrorKind::kBadInput, "cannot read " + input.path() + " as OTLP protobuf",
                Describe(framing));
  }
  return ReadFrames(input, sink, framing);
}

constexpr auto kIssues = [] {
  std::array<const IssueDef*, kOtelIssues.size() + 2> issues{};
  std::copy(kOtelIssues.begin(), kOtelIssues.end(), issues.begin());
  issues[kOtelIssues.size()] = &kMalformedRecord;
  issues[kOtelIssues.size() + 1] = &kTruncatedMessage;
  return issues;
}();

}  // namespace

const ImporterDef kDef{
    "otlp_protobuf",
    "OTLP protobuf",
    "OpenTelemetry traces and metrics as protobuf: one message, messages with varint lengths, or "
    "the "
    "collector file exporter's messages with 4-byte lengths.",
    kIssues,
    DetectOtlpProtobuf,
    Import,
};

}  // namespace slowtell::ingest::otlp_protobuf
