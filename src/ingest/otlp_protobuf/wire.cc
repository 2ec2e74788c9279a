// SPDX-License-Identifier: Apache-2.0
#include "ingest/otlp_protobuf/wire.h"

#include <algorithm>

namespace slowtell::ingest::otlp_protobuf {
namespace {

constexpr uint32_t kOldScopes = 1000;  // instrumentation_library_spans, before 2022
constexpr size_t kMaxFrame = size_t{1} << 30;

enum class Wire : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5, kOther = 7 };

struct Tagged {
  uint32_t field = 0;
  Wire wire = Wire::kOther;
  std::string_view head;     // tag, and length for kBytes
  std::string_view content;  // for kBytes what is there of it
  uint64_t size = 0;         // of the content as stated
  bool complete = false;
};

// The next field of `text`, which loses it. nullopt at the end and when it is no field.
std::optional<Tagged> Next(std::string_view& text) {
  const Varint tag = ReadVarint(text);
  if (tag.size == 0 || tag.value >> 3 == 0 || tag.value >> 3 > 0x1FFFFFFF) return std::nullopt;
  Tagged field;
  field.field = static_cast<uint32_t>(tag.value >> 3);
  field.wire = static_cast<Wire>(tag.value & 7);
  size_t head = tag.size;
  switch (field.wire) {
    case Wire::kVarint: field.size = ReadVarint(text.substr(head)).size; break;
    case Wire::kFixed64: field.size = 8; break;
    case Wire::kFixed32: field.size = 4; break;
    case Wire::kBytes: {
      const Varint length = ReadVarint(text.substr(head));
      if (length.size == 0) return std::nullopt;
      head += length.size;
      field.size = length.value;
      break;
    }
    default: return std::nullopt;
  }
  if (field.wire == Wire::kVarint && field.size == 0) return std::nullopt;
  field.head = text.substr(0, head);
  text.remove_prefix(head);
  field.complete = field.size <= text.size();
  field.content = text.substr(0, std::min<uint64_t>(field.size, text.size()));
  text.remove_prefix(field.content.size());
  return field;
}

bool IsChild(uint32_t field, Level level) {
  if (level == Level::kMessage) return field == 1;
  return level == Level::kResource && (field == 2 || field == kOldScopes);
}

Level Below(Level level) { return level == Level::kMessage ? Level::kResource : Level::kScope; }

// Messages, resources and scopes have only fields 1, 2 and 3, all of them bytes.
bool Plausible(std::string_view text, Level level, bool whole) {
  const uint32_t most = level == Level::kMessage ? 1 : 3;
  while (!text.empty()) {
    const auto field = Next(text);
    if (!field) return !whole;
    const bool known = (field->field >= 1 && field->field <= most) ||
                       (level == Level::kResource && field->field == kOldScopes);
    if (!known || field->wire != Wire::kBytes || (!field->complete && whole)) return false;
    if (IsChild(field->field, level) &&
        !Plausible(field->content, Below(level), whole || field->complete)) {
      return false;
    }
  }
  return true;
}

bool PlausibleFrame(std::string_view head, size_t prefix, uint64_t size, bool whole) {
  if (size == 0 || size > kMaxFrame || head.size() <= prefix) return false;
  const std::string_view content = head.substr(prefix, static_cast<size_t>(size));
  const bool complete = content.size() == size;
  return content.front() == '\x0a' && (complete || !whole || content.size() > 16) &&
         Plausible(content, Level::kMessage, complete);
}

uint64_t BigEndian(std::string_view head) {
  uint64_t size = 0;
  for (const char c : head.substr(0, 4)) size = size << 8 | static_cast<unsigned char>(c);
  return head.size() < 4 ? 0 : size;
}

Signal SignalOfRecord(std::string_view record) {
  size_t first = 0;
  size_t second = 0;
  while (!record.empty()) {
    const auto field = Next(record);
    if (!field) break;
    if (field->wire == Wire::kFixed64) {
      // Spans have their times at 7 and 8, log records at 1 and 11.
      return field->field == 7 || field->field == 8 ? Signal::kSpans : Signal::kLogs;
    }
    if (field->wire == Wire::kVarint) return field->field == 2 ? Signal::kLogs : Signal::kSpans;
    if (field->field == 1) first = field->content.size();
    if (field->field == 2) second = field->content.size();
  }
  return first == 16 && second == 8 ? Signal::kSpans : Signal::kMetrics;
}

void PutVarint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

}  // namespace

Varint ReadVarint(std::string_view text) {
  Varint varint;
  for (size_t i = 0; i < text.size() && i < 10; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    varint.value |= uint64_t{byte & 0x7Fu} << (7 * i);
    if (byte < 0x80) {
      varint.size = i + 1;
      return varint;
    }
  }
  return {};
}

Framing FindFraming(std::string_view head, bool whole) {
  if (head.size() >= 2 && head.front() == '\x0a') {
    // The first element decides: what follows may be cut or damaged.
    std::string_view rest = head;
    const auto first = Next(rest);
    if (first && !first->content.empty() &&
        Plausible(first->content, Level::kResource, first->complete)) {
      return Framing::kBare;
    }
  }
  if (PlausibleFrame(head, 4, BigEndian(head), whole)) return Framing::kBigEndian;
  const Varint length = ReadVarint(head);
  if (length.size > 0 && PlausibleFrame(head, length.size, length.value, whole)) {
    return Framing::kVarint;
  }
  return Framing::kUnknown;
}

Signal FindSignal(std::string_view resource) {
  while (!resource.empty()) {
    const auto scopes = Next(resource);
    if (!scopes) break;
    if (scopes->wire != Wire::kBytes || !IsChild(scopes->field, Level::kResource)) continue;
    std::string_view scope = scopes->content;
    while (!scope.empty()) {
      const auto record = Next(scope);
      if (!record) break;
      if (record->field == 2 && record->wire == Wire::kBytes)
        return SignalOfRecord(record->content);
    }
  }
  return Signal::kNothing;
}

std::string SaveComplete(std::string_view cut, Level level) {
  std::string saved;
  while (!cut.empty()) {
    const auto field = Next(cut);
    if (!field) break;
    if (field->complete) {
      saved.append(field->head).append(field->content);
    } else if (field->wire == Wire::kBytes && IsChild(field->field, level)) {
      const std::string inner = SaveComplete(field->content, Below(level));
      PutVarint(saved, uint64_t{field->field} << 3 | static_cast<uint64_t>(Wire::kBytes));
      PutVarint(saved, inner.size());
      saved += inner;
    }
  }
  return saved;
}

}  // namespace slowtell::ingest::otlp_protobuf
