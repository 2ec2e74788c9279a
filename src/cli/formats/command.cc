// SPDX-License-Identifier: Apache-2.0
// `slowtell formats`: what can be read. The list is the importers' own.
#include "cli/command.h"

#include "cli/listing.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "ingest/registry.h"

namespace slowtell::cli::formats {
namespace {

int Run(int argc, const char* const* argv) {
  const auto app = MakeApp("formats", "Lists the formats that are recognised by themselves.",
                           "  slowtell formats");
  if (const auto exit_code = Parse(*app, argc, argv)) return *exit_code;
  std::vector<ListItem> items;
  for (const ingest::ImporterDef* importer : ingest::Importers())
    items.push_back({importer->id, std::string(importer->title) + ". " + importer->summary});
  return Print(Listing("Formats, recognised by content; gzip and zstd are unpacked:", items) +
               "Any other table (CSV, JSON, Parquet): slowtell explain --map MAPPING.sql FILE\n");
}

}  // namespace

extern const CommandDef kDef;
const CommandDef kDef = {"formats", 40, "the formats that can be read", Run};

}  // namespace slowtell::cli::formats
