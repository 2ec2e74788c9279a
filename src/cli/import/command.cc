// SPDX-License-Identifier: Apache-2.0
// `slowtell import`: adds files to a store, so that later questions need not read them again.
#include "cli/command.h"

#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/parse.h"

namespace slowtell::cli::import {
namespace {

constexpr const char* kDescription =
    "Adds telemetry to a store. A file is added completely or not at all; the same bytes a second "
    "time\n"
    "add nothing. Ask the store with: slowtell explain --store DIR";

constexpr const char* kExamples =
    "  slowtell import traces.otlp.jsonl.gz --store telemetry.store\n"
    "  slowtell import . --store folder.store";

std::string OneSource(const ingest::ImportSummary& source) {
  std::string text = Printable(source.path, 300) + ": ";
  if (source.outcome == ingest::ImportOutcome::kAlreadyThere) return text + "already there\n";
  text += WithThousands(source.rows.All()) + " rows, " + source.format + "\n";
  for (const ingest::IssueCount& found : source.issues) {
    text += "  " + std::string(ingest::Name(found.issue->severity)) + ": " + found.issue->id +
            ", " + WithThousands(found.count) + " times, first at " +
            Printable(found.location, 300) + "\n";
  }
  return text;
}

Result<std::string> Import(const StoreOptions& where, const InputArguments& input) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, OpenStore(where));
  ASSIGN_OR_RETURN(const auto sources, ReadInput(*store, input, StopRequested()));
  std::string text;
  for (const ingest::ImportSummary& source : sources) text += OneSource(source);
  return text;
}

int Run(int argc, const char* const* argv) {
  InputArguments input;
  StoreOptions store;
  const auto app = MakeApp("import", kDescription, kExamples);
  AddInputOptions(*app, input);
  AddStoreOptions(*app, store);
  if (const auto exit_code = Parse(*app, argc, argv)) return *exit_code;
  if (!NamesInput(input)) {
    return ReportError({ErrorKind::kUsage, "nothing to import", "", "", "name a file or a folder"});
  }
  if (store.directory.empty() && store.url.empty()) {
    return ReportError({ErrorKind::kUsage, "no store to import into", "", "", "add --store DIR"});
  }
  const Result<std::string> text = Import(store, input);
  return text ? Print(*text) : ReportError(text.error());
}

}  // namespace

extern const CommandDef kDef;
const CommandDef kDef = {"import", 20, "adds files to a store that explain and sql can read", Run};

}  // namespace slowtell::cli::import
