// SPDX-License-Identifier: Apache-2.0
// Runs SQL files on the engine that slowtell itself loads, so that tests/bench/run compares readers
// and not engine builds. Statements end with a line that is only ";". The result of the last one is
// printed as tab-separated text.
//
// usage: engine_sql --store DIR [--param NAME=VALUE]... FILE.sql
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace {

using slowtell::Result;

struct Options {
  std::string store;
  slowtell::Params params;
  std::string file;
};

bool Parse(const std::vector<std::string_view>& args, Options& options) {
  for (size_t i = 0; i < args.size(); ++i) {
    const bool has_value = i + 1 < args.size();
    if (args[i] == "--store" && has_value) {
      options.store = args[++i];
    } else if (args[i] == "--param" && has_value) {
      const std::string_view pair = args[++i];
      const size_t equals = pair.find('=');
      if (equals == std::string_view::npos) return false;
      options.params.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
    } else if (options.file.empty() && !args[i].starts_with("--")) {
      options.file = args[i];
    } else {
      return false;
    }
  }
  return !options.store.empty() && !options.file.empty();
}

std::vector<std::string> Statements(std::istream& in) {
  std::vector<std::string> statements(1);
  for (std::string line; std::getline(in, line);) {
    if (line == ";")
      statements.emplace_back();
    else
      statements.back() += line + "\n";
  }
  if (statements.back().find_first_not_of(" \n") == std::string::npos) statements.pop_back();
  return statements;
}

Result<void> RunAll(const Options& options, const std::vector<std::string>& statements) {
  ASSIGN_OR_RETURN(const auto store, slowtell::OpenStore({.directory = options.store}));
  for (size_t i = 0; i + 1 < statements.size(); ++i)
    RETURN_IF_ERROR(store->Run(statements[i], options.params));
  return store->Stream(statements.back(), "TSV", options.params, {},
                       [](std::string_view chunk) -> Result<void> {
                         std::fwrite(chunk.data(), 1, chunk.size(), stdout);
                         return {};
                       });
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!Parse({argv + 1, argv + argc}, options)) {
    std::fputs("usage: engine_sql --store DIR [--param NAME=VALUE]... FILE.sql\n", stderr);
    return 2;
  }
  std::ifstream in(options.file);
  const std::vector<std::string> statements = Statements(in);
  if (statements.empty()) {
    std::fprintf(stderr, "error: no SQL in %s\n", options.file.c_str());
    return 2;
  }
  if (const auto done = RunAll(options, statements); !done) {
    std::fprintf(stderr, "error: %s\n%s\n", done.error().what.c_str(), done.error().why.c_str());
    return 1;
  }
  return 0;
}
