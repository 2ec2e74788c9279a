// SPDX-License-Identifier: Apache-2.0
// `slowtell causes`: what can be recognised. The lists are the causes' and doubts' own.
#include "cli/command.h"

#include "cause/registry.h"
#include "cli/listing.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "doubt/registry.h"

namespace slowtell::cli::causes {
namespace {

int Run(int argc, const char* const* argv) {
  const auto app =
      MakeApp("causes", "Lists the causes that are recognised and the doubts that are raised.",
              "  slowtell causes");
  if (const auto exit_code = Parse(*app, argc, argv)) return *exit_code;
  std::vector<ListItem> causes;
  for (const CauseEntry& entry : Causes()) {
    causes.push_back(
        {entry.def->id, "(" + std::string(Id(entry.def->layer)) + ") " + entry.def->summary});
  }
  std::vector<ListItem> doubts;
  for (const DoubtEntry& entry : Doubts()) doubts.push_back({entry.def->id, entry.def->summary});
  return Print(Listing("Causes of slow requests:", causes) +
               Listing("Doubts about the telemetry, checked first:", doubts));
}

}  // namespace

extern const CommandDef kDef;
const CommandDef kDef = {"causes", 50, "the causes and doubts that are checked", Run};

}  // namespace slowtell::cli::causes
