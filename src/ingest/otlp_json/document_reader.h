// SPDX-License-Identifier: Apache-2.0
// Reads one JSON document of any size and layout, holding one element of resourceSpans (or its
// like) in memory at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ingest/importer.h"
#include "ingest/otlp_json/record_reader.h"

namespace slowtell::ingest::otlp_json {

class DocumentReader {
 public:
  DocumentReader(Input& input, Sink& sink, RecordReader& records)
      : input_(input), sink_(sink), records_(records) {}

  // The next object or list of the input. false when the rest cannot be read (reported).
  Result<bool> Read();

 private:
  // All of these return false at the end of what can be read, after having reported it.
  Result<bool> ReadObject(int depth);
  Result<bool> ReadMember(int depth);
  Result<bool> ReadList(Field list);
  Result<bool> ReadDocuments();
  Result<bool> ReadElement(Field list);
  Result<bool> SkipValue();
  // The text of a key, without quotes; nullopt as above.
  Result<std::optional<std::string>> ReadKey();
  // The next byte that is not white space, without consuming it; '\0' at the end.
  Result<char> Next();
  // The complete object or list at the current position, not consumed; nullopt when it is cut.
  Result<std::optional<std::string_view>> PeekValue();
  // After an element: consumes a comma or the closing bracket. true: another element follows.
  Result<std::optional<bool>> ReadSeparator(char closing);
  bool Broken(std::string_view why);
  Result<bool> Cut(std::optional<Field> list);
  std::string Here() const { return input_.path() + ":byte " + std::to_string(input_.offset()); }

  Input& input_;
  Sink& sink_;
  RecordReader& records_;
};

}  // namespace slowtell::ingest::otlp_json
