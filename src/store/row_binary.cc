// SPDX-License-Identifier: Apache-2.0
#include "store/row_binary.h"

#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"

namespace slowtell {
namespace {

constexpr uint64_t kMaxColumns = 4096;

// The bytes not yet read. Every Take* fails instead of reading past the end.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  bool AtEnd() const { return bytes_.empty(); }

  template <class T>
  bool Take(T& value) {
    if (bytes_.size() < sizeof(T)) return false;
    std::memcpy(&value, bytes_.data(), sizeof(T));
    bytes_.remove_prefix(sizeof(T));
    return true;
  }
  bool TakeVarint(uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      uint8_t byte = 0;
      if (!Take(byte)) return false;
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return true;
    }
    return false;
  }
  bool TakeText(size_t size, std::string_view& text) {
    if (bytes_.size() < size) return false;
    text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return true;
  }
  bool TakeString(std::string_view& text) {
    uint64_t size = 0;
    return TakeVarint(size) && TakeText(size, text);
  }

 private:
  std::string_view bytes_;
};

enum class Shape { kSigned, kUnsigned, kFloat, kString, kFixedString, kEnum, kNothing };

struct ColumnType {
  Shape shape = Shape::kSigned;
  int bytes = 0;  // of a number, an enum or a fixed string
  bool nullable = false;
  std::map<int64_t, std::string> labels;  // of an enum
};

std::optional<std::string_view> Inside(std::string_view type, std::string_view wrapper) {
  if (!type.starts_with(wrapper) || !type.ends_with(')')) return std::nullopt;
  return type.substr(wrapper.size(), type.size() - wrapper.size() - 1);
}

// "'ok' = 0, 'it\'s' = 1"
std::optional<std::map<int64_t, std::string>> ParseLabels(std::string_view text) {
  std::map<int64_t, std::string> labels;
  while (!(text = Trim(text)).empty()) {
    if (text[0] != '\'') return std::nullopt;
    std::string label;
    size_t i = 1;
    for (; i < text.size() && text[i] != '\''; ++i) {
      if (text[i] == '\\' && i + 1 < text.size()) ++i;
      label += text[i];
    }
    const size_t equals = text.find('=', i);
    if (equals == text.npos) return std::nullopt;
    const size_t comma = std::min(text.find(',', equals), text.size());
    const auto value = ParseInt(Trim(text.substr(equals + 1, comma - equals - 1)));
    if (!value) return std::nullopt;
    labels[*value] = std::move(label);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return labels;
}

std::optional<ColumnType> ParseEnum(std::string_view inside, int bytes) {
  auto labels = ParseLabels(inside);
  if (!labels) return std::nullopt;
  return ColumnType{Shape::kEnum, bytes, false, std::move(*labels)};
}

struct PlainType {
  std::string_view name;
  Shape shape;
  int bytes;
};
constexpr PlainType kPlainTypes[] = {
    {"Int8", Shape::kSigned, 1},     {"Int16", Shape::kSigned, 2},
    {"Int32", Shape::kSigned, 4},    {"Int64", Shape::kSigned, 8},
    {"UInt8", Shape::kUnsigned, 1},  {"UInt16", Shape::kUnsigned, 2},
    {"UInt32", Shape::kUnsigned, 4}, {"UInt64", Shape::kUnsigned, 8},
    {"Bool", Shape::kUnsigned, 1},   {"Float32", Shape::kFloat, 4},
    {"Float64", Shape::kFloat, 8},   {"String", Shape::kString, 0},
    {"Nothing", Shape::kNothing, 0},
};

std::optional<ColumnType> ParseType(std::string_view type) {
  for (const PlainType& plain : kPlainTypes)
    if (type == plain.name) return ColumnType{plain.shape, plain.bytes, false, {}};
  if (const auto inner = Inside(type, "LowCardinality(")) return ParseType(*inner);
  if (const auto inner = Inside(type, "Nullable(")) {
    auto result = ParseType(*inner);
    if (result) result->nullable = true;
    return result;
  }
  if (const auto inner = Inside(type, "Enum8(")) return ParseEnum(*inner, 1);
  if (const auto inner = Inside(type, "Enum16(")) return ParseEnum(*inner, 2);
  if (const auto inner = Inside(type, "FixedString("))
    if (const auto size = ParseInt(*inner); size && *size > 0 && *size < (1 << 24))
      return ColumnType{Shape::kFixedString, static_cast<int>(*size), false, {}};
  return std::nullopt;
}

template <class T>
bool TakeAs(Bytes& bytes, int64_t& value) {
  T raw{};
  if (!bytes.Take(raw)) return false;
  value = static_cast<int64_t>(raw);  // NOLINT(bugprone-signed-char-misuse): Int8 is a number
  return true;
}

bool TakeInteger(Bytes& bytes, int size, bool is_signed, int64_t& value) {
  switch (size) {
    case 1: return is_signed ? TakeAs<int8_t>(bytes, value) : TakeAs<uint8_t>(bytes, value);
    case 2: return is_signed ? TakeAs<int16_t>(bytes, value) : TakeAs<uint16_t>(bytes, value);
    case 4: return is_signed ? TakeAs<int32_t>(bytes, value) : TakeAs<uint32_t>(bytes, value);
    default: return TakeAs<int64_t>(bytes, value);
  }
}

bool TakeFloat(Bytes& bytes, int size, double& value) {
  if (size == 8) return bytes.Take(value);
  float narrow = 0;
  if (!bytes.Take(narrow)) return false;
  value = narrow;
  return true;
}

bool TakeText(Bytes& bytes, const ColumnType& type, std::string& value) {
  std::string_view text;
  if (type.shape == Shape::kEnum) {
    int64_t number = 0;
    if (!TakeInteger(bytes, type.bytes, true, number)) return false;
    const auto label = type.labels.find(number);
    value = label == type.labels.end() ? std::to_string(number) : label->second;
    return true;
  }
  const bool taken = type.shape == Shape::kFixedString
                         ? bytes.TakeText(static_cast<size_t>(type.bytes), text)
                         : bytes.TakeString(text);
  value = text;
  return taken;
}

Table::Values EmptyValues(const ColumnType& type) {
  switch (type.shape) {
    case Shape::kFloat: return std::vector<double>{};
    case Shape::kString:
    case Shape::kFixedString:
    case Shape::kEnum: return std::vector<std::string>{};
    default: return std::vector<int64_t>{};
  }
}

// One value into its column; false when the bytes end early.
bool AppendValue(Bytes& bytes, const ColumnType& type, Table::Values& values) {
  uint8_t is_null = type.shape == Shape::kNothing ? 1 : 0;
  if (type.nullable && !bytes.Take(is_null)) return false;
  if (auto* ints = std::get_if<std::vector<int64_t>>(&values)) {
    int64_t& value = ints->emplace_back(0);
    return is_null || TakeInteger(bytes, type.bytes, type.shape == Shape::kSigned, value);
  }
  if (auto* reals = std::get_if<std::vector<double>>(&values)) {
    double& value = reals->emplace_back(0);
    return is_null || TakeFloat(bytes, type.bytes, value);
  }
  std::string& value = std::get<std::vector<std::string>>(values).emplace_back();
  return is_null || TakeText(bytes, type, value);
}

Failure Broken() {
  return Fail(ErrorKind::kStore, "cannot read the engine's result",
              "it ends in the middle of a row", "", "the connection may have been cut; try again");
}

struct Header {
  std::vector<Table::Column> columns;
  std::vector<ColumnType> types;
};

Result<Header> TakeHeader(Bytes& bytes) {
  uint64_t count = 0;
  if (!bytes.TakeVarint(count) || count > kMaxColumns) return Broken();
  Header header;
  std::string_view text;
  for (uint64_t i = 0; i < count; ++i) {
    if (!bytes.TakeString(text)) return Broken();
    header.columns.push_back({std::string(text), {}});
  }
  for (Table::Column& column : header.columns) {
    if (!bytes.TakeString(text)) return Broken();
    auto type = ParseType(text);
    if (!type)
      return Fail(ErrorKind::kStore, "cannot read column '" + column.name + "' of a result",
                  "its type is " + Printable(text, 100), "",
                  "convert it in the SQL, for example with toString() or toInt64()");
    column.values = EmptyValues(*type);
    header.types.push_back(std::move(*type));
  }
  return header;
}

}  // namespace

Result<Table> DecodeRowBinary(std::string_view raw) {
  if (raw.empty()) return Table();
  Bytes bytes(raw);
  ASSIGN_OR_RETURN(Header header, TakeHeader(bytes));
  // Without columns no byte is ever consumed by a row.
  if (header.columns.empty()) return bytes.AtEnd() ? Result<Table>(Table()) : Broken();
  while (!bytes.AtEnd())
    for (size_t i = 0; i < header.columns.size(); ++i)
      if (!AppendValue(bytes, header.types[i], header.columns[i].values)) return Broken();
  return Table(std::move(header.columns));
}

}  // namespace slowtell
