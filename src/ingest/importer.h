// SPDX-License-Identifier: Apache-2.0
// What an importer is: one folder src/ingest/<format>/ with importer.cc that defines
//   extern const ImporterDef kDef   (in namespace slowtell::ingest::<format>)
// plus README.md and cases/. The build finds it; nothing else has to be edited.
//
// An importer sees decompressed bytes once, in order, and appends rows to a Sink. It never sees the
// engine, other importers or the file system. Bad records are issues, not errors: they are counted
// and shown beside the answer. An error return means that nothing of this file can be used.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ingest/issue.h"
#include "schema/tables.h"

namespace slowtell::ingest {

// The beginning of a source, for detection.
struct Sample {
  std::string_view path;  // as given; use the extension as a hint only
  std::string_view head;  // up to 256 KiB, decompressed, byte order mark removed
  bool whole = false;     // true when head is the entire source
};

// How much a source looks like this format. 0 = not at all, 100 = certain; 50 and above is a match.
struct Likeness {
  int score = 0;
  std::string why;  // what was found or missing, for the "unknown format" message
};

// The bytes of one source, in order. Decompression has happened.
class Input {
 public:
  virtual ~Input() = default;
  // The bytes not yet consumed; asks for at least `want` of them. Fewer than `want` means the end.
  // The view is valid until the next call; `kPadding` readable bytes follow it (simdjson needs
  // them).
  static constexpr size_t kPadding = 64;
  virtual Result<std::string_view> Peek(size_t want) = 0;
  // Marks bytes as read.
  virtual void Consume(size_t bytes) = 0;
  // Set once the end was reached: the compressed stream or the file ended early. What was delivered
  // before is good; the caller has already recorded the issue.
  virtual bool Truncated() const = 0;
  // Next line without its end (LF or CRLF). false at the end. A line may be arbitrarily long.
  Result<bool> NextLine(std::string_view& line);
  // Position of the next byte, for messages.
  int64_t line() const { return line_; }
  int64_t offset() const { return offset_; }
  const std::string& path() const { return path_; }
  // "traces.jsonl:17"
  std::string Here() const { return path_ + ":" + std::to_string(line_); }

 protected:
  std::string path_;
  int64_t line_ = 0;    // number of the line NextLine returned last, from 1
  int64_t offset_ = 0;  // bytes consumed (decompressed)
  size_t pending_ = 0;  // bytes of the line returned last, consumed on the next call
};

// Where rows go. Batches are flushed to the engine as they fill, so memory stays bounded.
class Sink {
 public:
  virtual ~Sink() = default;
  // source_id is filled in by the sink.
  virtual Result<void> Add(const schema::SpanRow& row) = 0;
  virtual Result<void> Add(const schema::EventRow& row) = 0;
  virtual Result<void> Add(const schema::MetricRow& row) = 0;
  virtual Result<void> Add(const schema::SocketRow& row) = 0;
  // Counts a problem. `where` is Input::Here(), `sample` any length (it is shortened).
  virtual void Report(const IssueDef& issue, std::string_view where, std::string_view sample) = 0;
};

struct ImporterDef {
  const char* id;       // "otlp_json"; equals the folder name
  const char* title;    // "OTLP JSON"
  const char* summary;  // one sentence for docs/reference and `slowtell formats`
  std::span<const IssueDef* const> issues;  // every issue this importer can report
  Likeness (*detect)(const Sample& sample);
  Result<void> (*import)(Input& input, Sink& sink);
};

}  // namespace slowtell::ingest
