// SPDX-License-Identifier: Apache-2.0
#include "ingest/otlp_protobuf/any_value.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace slowtell::ingest::otlp_protobuf {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::tag_and_type;

constexpr int kMaxDepth = 16;
constexpr auto kBytes = pbf_wire_type::length_delimited;

// Numbers of the fields of AnyValue.
constexpr auto kString = tag_and_type(1, kBytes);
constexpr auto kBool = tag_and_type(2, pbf_wire_type::varint);
constexpr auto kInt = tag_and_type(3, pbf_wire_type::varint);
constexpr auto kDouble = tag_and_type(4, pbf_wire_type::fixed64);
constexpr auto kArray = tag_and_type(5, kBytes);
constexpr auto kMap = tag_and_type(6, kBytes);
constexpr auto kRaw = tag_and_type(7, kBytes);
constexpr auto kListItem = tag_and_type(1, kBytes);
constexpr auto kKey = tag_and_type(1, kBytes);
constexpr auto kValue = tag_and_type(2, kBytes);

struct NumberText {
  std::array<char, 32> chars;
  size_t size = 0;
  std::string_view text() const { return {chars.data(), size}; }
};

template <class Number>
NumberText Format(Number number) {
  NumberText out;
  const auto result = std::to_chars(out.chars.data(), out.chars.data() + out.chars.size(), number);
  out.size = static_cast<size_t>(result.ptr - out.chars.data());
  return out;
}

std::string Base64(std::string_view bytes) {
  constexpr const char* kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t group = 0;
    const size_t have = std::min<size_t>(3, bytes.size() - at);
    for (size_t i = 0; i < 3; ++i) {
      group = group << 8 | (i < have ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    }
    for (size_t i = 0; i < 4; ++i) out += i <= have ? kDigits[group >> (18 - 6 * i) & 63] : '=';
  }
  return out;
}

void PutJsonString(std::string& out, std::string_view text) {
  constexpr const char* kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += kHex[c >> 4];
      out += kHex[c & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace

std::string_view AnyValueText::Read(pbf_reader value) {
  std::string_view text;
  while (value.next()) {
    switch (value.tag_and_type()) {
      case kString: text = View(value.get_view()); break;
      case kBool: text = value.get_bool() ? "true" : "false"; break;
      case kInt: text = arena_.Put(Format(value.get_int64()).text()); break;
      case kDouble: text = arena_.Put(Format(value.get_double()).text()); break;
      case kRaw: text = arena_.Put(Base64(View(value.get_view()))); break;
      case kArray:
        json_.clear();
        WriteList(value.get_message(), 0);
        text = arena_.Put(json_);
        break;
      case kMap:
        json_.clear();
        WriteMap(value.get_message(), 0);
        text = arena_.Put(json_);
        break;
      default: value.skip();
    }
  }
  return text;
}

void AnyValueText::Write(pbf_reader value, int depth) {
  const size_t before = json_.size();
  while (depth <= kMaxDepth && json_.size() == before && value.next()) {
    switch (value.tag_and_type()) {
      case kString: PutJsonString(json_, View(value.get_view())); break;
      case kBool: json_ += value.get_bool() ? "true" : "false"; break;
      case kInt: json_ += Format(value.get_int64()).text(); break;
      case kDouble: {
        const double number = value.get_double();
        json_ += std::isfinite(number) ? Format(number).text() : "null";
        break;
      }
      case kRaw: PutJsonString(json_, Base64(View(value.get_view()))); break;
      case kArray: WriteList(value.get_message(), depth + 1); break;
      case kMap: WriteMap(value.get_message(), depth + 1); break;
      default: value.skip();
    }
  }
  if (json_.size() == before) json_ += "null";
}

void AnyValueText::WriteList(pbf_reader list, int depth) {
  json_ += '[';
  bool first = true;
  while (list.next()) {
    if (list.tag_and_type() != kListItem) {
      list.skip();
      continue;
    }
    if (!first) json_ += ',';
    first = false;
    Write(list.get_message(), depth + 1);
  }
  json_ += ']';
}

void AnyValueText::WriteMap(pbf_reader map, int depth) {
  json_ += '{';
  bool first = true;
  while (map.next()) {
    if (map.tag_and_type() != kListItem) {
      map.skip();
      continue;
    }
    std::string_view key;
    pbf_reader value;
    pbf_reader pair = map.get_message();
    while (pair.next()) {
      switch (pair.tag_and_type()) {
        case kKey: key = View(pair.get_view()); break;
        case kValue: value = pair.get_message(); break;
        default: pair.skip();
      }
    }
    if (!first) json_ += ',';
    first = false;
    PutJsonString(json_, key);
    json_ += ':';
    Write(value, depth + 1);
  }
  json_ += '}';
}

}  // namespace slowtell::ingest::otlp_protobuf
