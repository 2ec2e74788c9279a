// SPDX-License-Identifier: Apache-2.0
// `slowtell explain`: reads, answers, prints.
#include "cli/command.h"

#include "answer/explain.h"
#include "cli/exit_code.h"
#include "cli/explain/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "report/json/json.h"
#include "report/terminal/terminal.h"

namespace slowtell::cli::explain {
namespace {

Result<Report> Answer(const Arguments& arguments) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, OpenStore(arguments.store));
  RETURN_IF_ERROR(ReadInput(*store, arguments.input, StopRequested()));
  ExplainOptions options = arguments.options;
  options.stop = &StopRequested();
  return Explain(*store, options);
}

std::string Render(const Report& report, const Arguments& arguments) {
  switch (arguments.format) {
    case Format::kTerminal: return report::RenderTerminal(report, arguments.style);
    case Format::kJson: return report::RenderJson(report);
  }
  return "";
}

int Run(int argc, const char* const* argv) {
  const auto parsed = ParseArguments(argc, argv);
  if (const int* exit_code = std::get_if<int>(&parsed)) return *exit_code;
  const auto& arguments = std::get<Arguments>(parsed);
  const Result<Report> report = Answer(arguments);
  if (!report) return ReportError(report.error());
  if (const auto written = WriteResult(arguments.output, Render(*report, arguments)); !written)
    return ReportError(written.error());
  return report->top.empty() ? kExitNoneFound : kExitFound;
}

}  // namespace

extern const CommandDef kDef;
const CommandDef kDef = {"explain", 10,
                         "why are some requests slow? reads files, prints the answer", Run};

}  // namespace slowtell::cli::explain
