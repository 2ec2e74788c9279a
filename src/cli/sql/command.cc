// SPDX-License-Identifier: Apache-2.0
// `slowtell sql`: one SELECT over the canonical tables, for the questions that no cause asks.
// Read-only and limited: a mistyped join must not take the machine down.
#include "cli/command.h"

#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/parse.h"

namespace slowtell::cli::sql {
namespace {

constexpr int64_t kMostSeconds = 300;
constexpr int64_t kMostMemoryBytes = int64_t{4} << 30;

constexpr const char* kDescription =
    "Runs one SELECT (ClickHouse dialect) over the canonical tables: spans, events, metrics, "
    "sockets,\n"
    "sources, issues. Read-only, at most 300 s and 4 GiB.";

constexpr const char* kExamples =
    "  slowtell sql \"SELECT kind, count() AS n FROM spans GROUP BY kind ORDER BY kind\" "
    "traces.otlp.jsonl.gz\n"
    "  slowtell sql \"SELECT file, rows FROM sources ORDER BY file\" traces.otlp.jsonl.gz "
    "--format CSVWithNames\n"
    "  slowtell sql \"SELECT count() FROM spans\" --store new.store";

struct Arguments {
  std::string query;
  std::string format = "PrettyCompactMonoBlock";
  std::string output;
  InputArguments input;
  StoreOptions store;
};

Result<std::string> Select(const Arguments& arguments) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, OpenStore(arguments.store));
  if (NamesInput(arguments.input)) {
    RETURN_IF_ERROR(ReadInput(*store, arguments.input, StopRequested()));
  }
  QueryLimits limits;
  limits.max_seconds = kMostSeconds;
  limits.max_memory_bytes = kMostMemoryBytes;
  limits.read_only = true;
  std::string kept;  // only for -o, which is all or nothing
  const auto sink = [&](std::string_view bytes) -> Result<void> {
    if (StopRequested()) return Fail(ErrorKind::kInterrupted, "query stopped", "interrupted");
    if (arguments.output.empty()) return WriteStdout(bytes);
    kept += bytes;
    return {};
  };
  RETURN_IF_ERROR(store->Stream(arguments.query, arguments.format, {}, limits, sink));
  return kept;
}

int Run(int argc, const char* const* argv) {
  Arguments arguments;
  const auto app = MakeApp("sql", kDescription, kExamples);
  app->add_option("QUERY", arguments.query, "the SELECT, in quotes")->required();
  AddInputOptions(*app, arguments.input);
  AddStoreOptions(*app, arguments.store);
  app->add_option("--format", arguments.format,
                  "CSVWithNames, JSONEachRow, Parquet, ... (default: a table)")
      ->type_name("FORMAT");
  app->add_option("-o,--output", arguments.output, "write the result to this file")
      ->type_name("FILE");
  if (const auto exit_code = Parse(*app, argc, argv)) return *exit_code;
  const Result<std::string> kept = Select(arguments);
  if (!kept) return ReportError(kept.error());
  if (arguments.output.empty()) return kExitFound;
  const auto written = WriteResult(arguments.output, *kept);
  return written ? kExitFound : ReportError(written.error());
}

}  // namespace

extern const CommandDef kDef;
const CommandDef kDef = {"sql", 30, "one SELECT over the imported tables", Run};

}  // namespace slowtell::cli::sql
