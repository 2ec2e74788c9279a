// SPDX-License-Identifier: Apache-2.0
// Column buffers in ClickHouse's Native block format: values are laid out at append time exactly as
// the engine reads them, so a flush copies nothing. Native was chosen over Arrow because one
// encoding then serves both back ends: a pipe into the embedded engine and an HTTP body to a
// server. Format: https://clickhouse.com/docs/en/interfaces/formats#native (block = column count
// and row count as LEB128, then per column: name, type, values).
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slowtell::schema {

struct Attr {
  std::string_view key;
  std::string_view value;
};
using Attrs = std::span<const Attr>;

inline void PutVarint(std::string& out, uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

inline void PutString(std::string& out, std::string_view text) {
  PutVarint(out, text.size());
  out.append(text);
}

template <class T>
class FixedColumn {
 public:
  void Append(T value) {
    const size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
  }
  void Write(std::string& out) const { out.append(bytes_); }
  void Clear() { bytes_.clear(); }
  size_t Bytes() const { return bytes_.size(); }

 private:
  std::string bytes_;
};

class StringColumn {
 public:
  void Append(std::string_view value) { PutString(bytes_, value); }
  void Write(std::string& out) const { out.append(bytes_); }
  void Clear() { bytes_.clear(); }
  size_t Bytes() const { return bytes_.size(); }

 private:
  std::string bytes_;
};

class MapColumn {
 public:
  void Append(Attrs attrs) {
    for (const Attr& attr : attrs) {
      keys_.Append(attr.key);
      values_.Append(attr.value);
    }
    total_ += attrs.size();
    offsets_.Append(total_);
  }
  void Write(std::string& out) const {
    offsets_.Write(out);
    keys_.Write(out);
    values_.Write(out);
  }
  void Clear() {
    offsets_.Clear();
    keys_.Clear();
    values_.Clear();
    total_ = 0;
  }
  size_t Bytes() const { return offsets_.Bytes() + keys_.Bytes() + values_.Bytes(); }

 private:
  FixedColumn<uint64_t> offsets_;
  StringColumn keys_;
  StringColumn values_;
  uint64_t total_ = 0;
};

}  // namespace slowtell::schema
