// SPDX-License-Identifier: Apache-2.0
#include "ingest/detect.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

namespace slowtell::ingest {
namespace {

constexpr int kMatch = 50;
constexpr const char* kNoData = "no data is not the same as nothing slow";

struct Guess {
  std::string why;
  std::string hint;
};

struct Magic {
  std::string_view bytes;
  const char* why;
  const char* hint;
};

using namespace std::string_view_literals;
constexpr std::array kMagics = {
    Magic{"PAR1"sv, "it is a Parquet file", "read it with --map mapping.sql"},
    Magic{"BZh"sv, "it is compressed with bzip2", "decompress it first (bunzip2)"},
    Magic{"\xfd"
          "7zXZ"sv,
          "it is compressed with xz", "decompress it first (unxz)"},
    Magic{"PK\x03\x04"sv, "it is a zip archive", "unpack it and name the directory"},
    Magic{"\x7f"
          "ELF"sv,
          "it is a program", ""},
    Magic{"\xff\xfe"sv, "it is UTF-16 text", "convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)"},
    Magic{"SQLite format 3"sv, "it is an SQLite database", "export the table as CSV"},
};

std::string FirstLine(std::string_view text) {
  text = Trim(text);
  return Printable(text.substr(0, text.find('\n')), 120);
}

bool ContainsAny(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

// `az monitor ... > result.json` writes its complaint into the result.
bool IsToolComplaint(std::string_view text) {
  constexpr std::array kStarts = {"ERROR:"sv,   "Error:"sv,    "error:"sv,  "usage:"sv,
                                  "WARNING:"sv, "Traceback"sv, "curl: ("sv, "Unable to connect"sv};
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [&](std::string_view start) { return text.starts_with(start); });
}

std::optional<Guess> GuessText(std::string_view text) {
  if (IsToolComplaint(text)) {
    return Guess{
        "it holds the error message of the tool that should have written it: " + FirstLine(text),
        "repeat the export; " + std::string(kNoData)};
  }
  if (StartsWithIgnoreCase(text, "<!doctype html") || StartsWithIgnoreCase(text, "<html")) {
    return Guess{"it is an HTML page, probably a login or error page", "repeat the download"};
  }
  if (text.starts_with("{") || text.starts_with("[")) {
    if (ContainsAny(text,
                    {"duration", "Duration", "elapsed", "latency", "Nano", "_ms\"", "Ms\""})) {
      return Guess{"it is JSON in a shape that is not known",
                   "describe it with --map mapping.sql (see docs/guide)"};
    }
    return Guess{"it is JSON without anything that looks like a duration",
                 "slow requests need a duration per request: export traces or request logs"};
  }
  return std::nullopt;
}

Guess GuessWhatItIs(const Sample& sample) {
  for (const Magic& magic : kMagics) {
    if (sample.head.starts_with(magic.bytes)) return {magic.why, magic.hint};
  }
  const std::string_view text = Trim(sample.head);
  if (auto guess = GuessText(text)) return *guess;
  return {"the format is not known",
          "name it with --input-format, or describe the table with --map mapping.sql"};
}

std::string Tried(const std::vector<Attempt>& attempts) {
  std::vector<std::string> parts;
  for (const Attempt& attempt : attempts) {
    std::string part = std::string(attempt.importer->title) + ": " +
                       std::to_string(attempt.likeness.score) + "/100";
    if (!attempt.likeness.why.empty()) part += ", " + attempt.likeness.why;
    parts.push_back(std::move(part));
  }
  return Join(parts, "; ");
}

}  // namespace

std::vector<Attempt> Attempts(const Sample& sample, std::span<const ImporterDef* const> importers) {
  std::vector<Attempt> attempts;
  for (const ImporterDef* importer : importers) {
    attempts.push_back({importer, importer->detect(sample)});
  }
  std::stable_sort(attempts.begin(), attempts.end(), [](const Attempt& a, const Attempt& b) {
    return a.likeness.score > b.likeness.score;
  });
  return attempts;
}

Result<const ImporterDef*> Detect(const Sample& sample,
                                  std::span<const ImporterDef* const> importers) {
  const std::string what = "cannot use " + std::string(sample.path);
  if (sample.head.empty()) {
    return Fail(ErrorKind::kBadInput, what, "it is empty (0 bytes)", "",
                std::string("repeat the export; ") + kNoData);
  }
  if (Trim(sample.head).empty() && sample.whole) {
    return Fail(ErrorKind::kBadInput, what, "it holds nothing but white space", "",
                std::string("repeat the export; ") + kNoData);
  }
  const std::vector<Attempt> attempts = Attempts(sample, importers);
  if (!attempts.empty() && attempts.front().likeness.score >= kMatch) {
    return attempts.front().importer;
  }
  Guess guess = GuessWhatItIs(sample);
  return Fail(ErrorKind::kBadInput, what, guess.why + " (tried " + Tried(attempts) + ")", "",
              guess.hint);
}

Result<const ImporterDef*> FindImporter(std::string_view id,
                                        std::span<const ImporterDef* const> importers) {
  std::vector<std::string> known;
  for (const ImporterDef* importer : importers) {
    if (id == importer->id) return importer;
    known.push_back(importer->id);
  }
  return Fail(ErrorKind::kUsage, "unknown format " + Printable(id, 60), "", "",
              "known formats: " + Join(known, ", "));
}

}  // namespace slowtell::ingest
