// SPDX-License-Identifier: Apache-2.0
// See input.h.
#include "cli/input.h"

#include <unistd.h>

#include "base/text.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "map/map.h"

namespace slowtell::cli {
namespace {

Result<map::MapValues> ParseValues(const std::vector<std::string>& texts) {
  map::MapValues values;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      return Fail(ErrorKind::kUsage, "--set " + Printable(text, 80), "it has no '='", "",
                  "write --set NAME=VALUE");
    }
    values.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return values;
}

void NoteSkipped(const ingest::ImportReport& report) {
  for (const ingest::SkippedFile& file : report.skipped)
    Note("skipped " + Printable(file.path, 300) + ": " + file.why);
}

void NoteRepeated(const std::vector<ingest::ImportSummary>& sources) {
  for (const ingest::ImportSummary& source : sources) {
    if (source.outcome == ingest::ImportOutcome::kAlreadyThere)
      Note(Printable(source.path, 300) + " is already in the store; nothing was added");
  }
}

ProgressMode ModeOf(Chatter chatter) {
  switch (chatter) {
    case Chatter::kQuiet: return ProgressMode::kOff;
    case Chatter::kTerminal: return isatty(STDERR_FILENO) ? ProgressMode::kOn : ProgressMode::kOff;
    case Chatter::kProgress: return ProgressMode::kOn;
  }
  return ProgressMode::kOff;
}

}  // namespace

bool NamesInput(const InputArguments& input) { return !input.files.empty() || !input.maps.empty(); }

Result<std::vector<ingest::ImportSummary>> ReadInput(Store& store, const InputArguments& input,
                                                     const std::atomic<bool>& stop) {
  ASSIGN_OR_RETURN(const map::MapValues values, ParseValues(input.values));
  if (stop) return Fail(ErrorKind::kInterrupted, "import stopped", "interrupted");
  ProgressLine progress(ModeOf(input.chatter));
  ingest::ImportOptions options;
  options.format = input.format;
  options.stop = &stop;
  options.progress = [&progress](const ingest::Progress& at) { progress.Show(at); };

  ingest::ImportReport report;
  if (!input.files.empty()) {
    ASSIGN_OR_RETURN(report, ingest::ImportAll(store, input.files, options));
  }
  for (const auto& [mapping, file] : input.maps) {
    ASSIGN_OR_RETURN(ingest::ImportSummary source,
                     map::ImportMapped(store, mapping, file, values, options));
    report.sources.push_back(std::move(source));
  }
  progress.Clear();
  if (input.chatter != Chatter::kQuiet) {
    NoteSkipped(report);
    NoteRepeated(report.sources);
  }
  return std::move(report.sources);
}

}  // namespace slowtell::cli
