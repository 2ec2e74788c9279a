// SPDX-License-Identifier: Apache-2.0
// The fuzzing of every build: each importer reads all cases and saved findings of all importers,
// whole and in a few hundred deterministic mutations. Under the sanitizer presets this finds what
// libFuzzer found before.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ingest/registry.h"
#include "tests/fuzz/import_once.h"

namespace slowtell::ingest {
namespace {

namespace fs = std::filesystem;

constexpr int kMutations = 30;
constexpr size_t kMaxSeedBytes = 64 << 10;

std::vector<std::string> Seeds() {
  std::vector<std::string> seeds = {"", "\n", "{", "[", "{}", "[]", std::string(100, '\0')};
  const fs::path root = SLOWTELL_SOURCE_DIR;
  for (const fs::path& folder : {root / "src/ingest", root / "tests/fuzz/corpus"}) {
    std::vector<fs::path> files;
    if (!fs::exists(folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const bool wanted =
          entry.path().parent_path().filename() == "cases" || folder.filename() == "corpus";
      if (entry.is_regular_file() && wanted) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      std::ostringstream text;
      text << std::ifstream(file, std::ios::binary).rdbuf();
      seeds.push_back(text.str().substr(0, kMaxSeedBytes));
      // A case is a container; what follows its first heading is the file.
      const size_t given = seeds.back().find("### given ");
      const size_t content = given == std::string::npos ? given : seeds.back().find('\n', given);
      if (content != std::string::npos) seeds.push_back(seeds.back().substr(content + 1));
    }
  }
  return seeds;
}

// Cuts, flips, doubles or drops a piece; the same for the same `round`.
std::string Mutate(std::string text, uint64_t round) {
  uint64_t state = round * 0x9E3779B97F4A7C15u + text.size();
  const auto below = [&](size_t limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return limit == 0 ? 0 : static_cast<size_t>(state >> 33) % limit;
  };
  const size_t at = below(text.size());
  const size_t size = below(64);
  switch (round % 4) {
    case 0: return text.substr(0, at);
    case 1:
      for (int i = 0; i < 4 && !text.empty(); ++i) {
        text[below(text.size())] ^= static_cast<char>(1 + below(255));
      }
      return text;
    case 2: return text.substr(0, at) + text.substr(at, size) + text.substr(at);
    default: return text.erase(at, size);
  }
}

TEST(FuzzReplay, EveryImporterSurvivesEverySeed) {
  const std::vector<std::string> seeds = Seeds();
  size_t seen = 0;
  for (const ImporterDef* importer : Importers()) {
    for (const std::string& seed : seeds) {
      seen += ImportOnce(*importer, seed);
      for (int round = 0; round < kMutations; ++round) {
        seen += ImportOnce(*importer, Mutate(seed, static_cast<uint64_t>(round)));
      }
    }
  }
  EXPECT_GT(seen, seeds.size());
}

}  // namespace
}  // namespace slowtell::ingest
