// SPDX-License-Identifier: Apache-2.0
// See arguments.h.
#include "cli/explain/arguments.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "cli/output.h"
#include "cli/parse.h"
#include "cli/time_argument.h"

namespace slowtell::cli::explain {
namespace {

constexpr int kWidest = 100;
constexpr int kNarrowest = 60;

constexpr const char* kDescription =
    "Reads telemetry and tells why some requests are slow: which part of the slow time each cause\n"
    "explains, how sure that is, and what to do.";

constexpr const char* kExamples =
    "  slowtell explain traces.otlp.jsonl.gz\n"
    "  slowtell explain . --target 500ms\n"
    "  slowtell explain traces.otlp.jsonl.gz --format json -o report.json\n"
    "  slowtell explain traces.otlp.jsonl.gz --store telemetry.store\n"
    "  slowtell explain --store telemetry.store --from 2020-01-01 --to 2040-01-01T00:00:00Z\n"
    "exit codes: 0 a cause was found, 1 none was found, 2 bad input or usage, 3 a bug, 130 "
    "interrupted";

struct Texts {
  std::string format = "terminal";
  std::string target = "auto";
  std::string from;
  std::string to;
  std::string color = "auto";
};

void AddOptions(CLI::App& app, Arguments& arguments, Texts& texts) {
  AddInputOptions(app, arguments.input);
  AddStoreOptions(app, arguments.store);
  app.add_option("--target", texts.target,
                 "a request that takes longer is slow: 2s, 800ms, or auto (default)")
      ->type_name("DURATION");
  app.add_option("--from", texts.from, "leave out requests that start before this time (UTC)")
      ->type_name("TIME");
  app.add_option("--to", texts.to, "leave out requests that start at this time or later (UTC)")
      ->type_name("TIME");
  app.add_option("--format", texts.format, "terminal (default) or json")
      ->check(CLI::IsMember({"terminal", "json"}))
      ->type_name("FORMAT");
  app.add_option("-o,--output", arguments.output, "write the report to this file")
      ->type_name("FILE");
  app.add_option("--color", texts.color, "auto (default), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
}

bool ColorsByDefault(const std::string& output) {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return output.empty() && isatty(STDOUT_FILENO) && std::getenv("NO_COLOR") == nullptr && !dumb;
}

report::Style StyleFor(const std::string& color, const std::string& output) {
  report::Style style;
  const bool on = color == "always" || (color == "auto" && ColorsByDefault(output));
  style.color = on ? report::Color::kOn : report::Color::kOff;
  winsize size{};
  if (output.empty() && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = std::clamp<int>(size.ws_col, kNarrowest, kWidest);
  return style;
}

Result<void> ReadTexts(const Texts& texts, Arguments& arguments) {
  ExplainOptions& options = arguments.options;
  if (texts.target != "auto") {
    ASSIGN_OR_RETURN(options.target_ns, ParseDuration(texts.target));
  }
  if (!texts.from.empty()) {
    ASSIGN_OR_RETURN(options.from_ns, ParseTime(texts.from));
  }
  if (!texts.to.empty()) {
    ASSIGN_OR_RETURN(options.to_ns, ParseTime(texts.to));
  }
  if (options.from_ns && options.to_ns && *options.from_ns >= *options.to_ns)
    return Fail(ErrorKind::kUsage, "--from is not before --to");
  arguments.format = texts.format == "json" ? Format::kJson : Format::kTerminal;
  arguments.style = StyleFor(texts.color, arguments.output);
  const StoreOptions& store = arguments.store;
  if (!NamesInput(arguments.input) && store.directory.empty() && store.url.empty()) {
    return Fail(ErrorKind::kUsage, "nothing to read", "", "",
                "name a file or folder with telemetry, or --store DIR with imported data");
  }
  return {};
}

}  // namespace

std::variant<Arguments, int> ParseArguments(int argc, const char* const* argv) {
  Arguments arguments;
  Texts texts;
  const auto app = MakeApp("explain", kDescription, kExamples);
  AddOptions(*app, arguments, texts);
  if (const auto exit_code = Parse(*app, argc, argv)) return *exit_code;
  if (const auto read = ReadTexts(texts, arguments); !read) return ReportError(read.error());
  return arguments;
}

}  // namespace slowtell::cli::explain
