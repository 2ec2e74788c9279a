// SPDX-License-Identifier: Apache-2.0
// Imports files into a store, each completely or not at all. The row in `sources` is written last
// and is the commit mark; the hash in it makes the same bytes a second time a no-op.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ingest/sink.h"
#include "store/store.h"

namespace slowtell::ingest {

struct Progress {
  std::string_view path;
  int64_t bytes = 0;  // read from disk so far
  int64_t rows = 0;
};

struct ImportOptions {
  std::string format;                             // importer id; empty: detect
  const std::atomic<bool>* stop = nullptr;        // set by Ctrl-C
  std::function<void(const Progress&)> progress;  // called now and then; may be empty
};

enum class ImportOutcome { kAdded, kAlreadyThere };

struct ImportSummary {
  ImportOutcome outcome = ImportOutcome::kAdded;
  std::string path;
  uint32_t source_id = 0;  // of the earlier import when it was already there
  std::string format;      // importer id
  std::string sha256;
  int64_t bytes = 0;
  RowCounts rows;
  std::vector<IssueCount> issues;
};

// A file inside a directory argument that was not imported, and why.
struct SkippedFile {
  std::string path;
  std::string why;
};

struct ImportReport {
  std::vector<ImportSummary> sources;
  std::vector<SkippedFile> skipped;
};

// One file, or "-". After an error nothing of it is left in the store.
Result<ImportSummary> ImportFile(Store& store, const std::string& path,
                                 const ImportOptions& options);

// Files and directories, in the order given. A file named directly must be usable; a file found in
// a directory may be skipped, but a directory without any telemetry is an error.
Result<ImportReport> ImportAll(Store& store, std::span<const std::string> arguments,
                               const ImportOptions& options);

}  // namespace slowtell::ingest
