// SPDX-License-Identifier: Apache-2.0
// OpenTelemetry AnyValue in protobuf to text, spelled like the JSON encoding spells it.
#pragma once

#include <protozero/pbf_reader.hpp>
#include <string>
#include <string_view>

#include "ingest/text_arena.h"

namespace slowtell::ingest::otlp_protobuf {

inline std::string_view View(const protozero::data_view& view) {
  return {view.data(), view.size()};
}

class AnyValueText {
 public:
  explicit AnyValueText(TextArena& arena) : arena_(arena) {}
  // Throws protozero::exception when the bytes are no protobuf.
  std::string_view Read(protozero::pbf_reader value);

 private:
  // Appends as JSON; null below `kMaxDepth`.
  void Write(protozero::pbf_reader value, int depth);
  void WriteList(protozero::pbf_reader list, int depth);
  void WriteMap(protozero::pbf_reader map, int depth);

  TextArena& arena_;
  std::string json_;
};

}  // namespace slowtell::ingest::otlp_protobuf
