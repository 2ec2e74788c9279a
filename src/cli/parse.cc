// SPDX-License-Identifier: Apache-2.0
// See parse.h.
#include "cli/parse.h"

#include "base/text.h"
#include "cli/output.h"

namespace slowtell::cli {

std::unique_ptr<CLI::App> MakeApp(const char* verb, const char* description, const char* examples) {
  auto app = std::make_unique<CLI::App>(description, "slowtell " + std::string(verb));
  app->footer("Examples:\n" + std::string(examples));
  app->get_formatter()->column_width(28);
  return app;
}

std::optional<int> Parse(CLI::App& app, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    return Print(app.help());
  } catch (const CLI::ParseError& error) {
    return ReportError(Error{ErrorKind::kUsage, Printable(error.what(), 400), "", "",
                             app.get_name() + " --help shows what is possible"});
  } catch (const std::exception& error) {
    return ReportError(
        Error{ErrorKind::kInternal, "cannot read the command line", error.what(), "", ""});
  }
}

void AddInputOptions(CLI::App& app, InputArguments& input) {
  app.add_option("FILES", input.files, "telemetry files or folders; - is standard input");
  app.add_option("--map", input.maps, "read a table of any form through a SELECT; repeatable")
      ->type_name("MAPPING.sql FILE")
      ->type_size(2)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--set", input.values, "NAME=VALUE for a {NAME:Type} in a mapping; repeatable")
      ->type_name("NAME=VALUE")
      ->type_size(1)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--input-format", input.format, "do not guess the format (see: slowtell formats)")
      ->type_name("ID");
  app.add_flag_callback(
      "--quiet,-q", [&input] { input.chatter = Chatter::kQuiet; },
      "no notes and no progress on standard error");
  app.add_flag_callback(
      "--progress", [&input] { input.chatter = Chatter::kProgress; },
      "show progress although standard error is no terminal");
}

void AddStoreOptions(CLI::App& app, StoreOptions& store) {
  auto* directory =
      app.add_option("--store", store.directory, "keep the data in this folder")->type_name("DIR");
  app.add_option("--clickhouse", store.url, "keep the data in a ClickHouse server")
      ->type_name("URL")
      ->excludes(directory);
}

}  // namespace slowtell::cli
