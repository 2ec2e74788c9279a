// SPDX-License-Identifier: Apache-2.0
// libFuzzer target; built once per importer, whose name is SLOWTELL_FUZZ_IMPORTER.
#include <cstdint>

#include "import_once.h"
#include "ingest/detect.h"
#include "ingest/registry.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace slowtell::ingest;
  static const ImporterDef* const importer = *FindImporter(SLOWTELL_FUZZ_IMPORTER, Importers());
  ImportOnce(*importer, std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
