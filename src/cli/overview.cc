// SPDX-License-Identifier: Apache-2.0
// See overview.h.
#include "cli/overview.h"

#include <sys/stat.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/registry.h"

namespace slowtell::cli {
namespace {

std::vector<const CommandDef*> InOrder() {
  const auto commands = Commands();
  std::vector<const CommandDef*> sorted(commands.begin(), commands.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const CommandDef* a, const CommandDef* b) { return a->order < b->order; });
  return sorted;
}

std::string Overview() {
  std::string text =
      "slowtell tells why some requests of a service are slow, from the telemetry you already "
      "have.\n\n"
      "usage: slowtell COMMAND ...\n\n";
  for (const CommandDef* command : InOrder()) {
    std::string name = command->name;
    name.resize(10, ' ');
    text += "  " + name + command->summary + "\n";
  }
  return text +
         "\nexamples:\n"
         "  slowtell explain traces.otlp.jsonl.gz\n"
         "  slowtell explain --help\n\n"
         "exit codes: 0 a cause was found, 1 none was found, 2 bad input or usage, 3 a bug of "
         "slowtell,\n"
         "130 interrupted\n";
}

// Edits (insert, delete, replace) from a to b.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replace, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string Hint(const std::string& word) {
  struct stat info {};
  if (stat(word.c_str(), &info) == 0) return "to read it: slowtell explain " + Printable(word, 200);
  for (const CommandDef* command : Commands()) {
    if (word.size() < 30 && Distance(word, command->name) <= 2)
      return "did you mean: slowtell " + std::string(command->name);
  }
  return "slowtell --help lists the commands";
}

}  // namespace

int ShowOverview(Audience audience) {
  if (audience == Audience::kCurious) return Print(Overview());
  PrintError(Overview());
  return kExitBadInput;
}

int RunVerb(int argc, const char* const* argv) {
  for (const CommandDef* command : Commands()) {
    if (std::string_view(argv[0]) == command->name) return command->run(argc, argv);
  }
  const std::string word = argv[0];
  return ReportError(
      Error{ErrorKind::kUsage, "no command '" + Printable(word, 80) + "'", "", "", Hint(word)});
}

}  // namespace slowtell::cli
