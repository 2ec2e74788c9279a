// SPDX-License-Identifier: Apache-2.0
#include "ingest/detect.h"

#include <gtest/gtest.h>

#include <array>

#include "base/text.h"

namespace slowtell::ingest {
namespace {

Result<void> NoImport(Input&, Sink&) { return {}; }

constexpr ImporterDef Importer(const char* id, Likeness (*detect)(const Sample&)) {
  return {id, id, "", {}, detect, NoImport};
}

constexpr ImporterDef kWeak = Importer("weak", [](const Sample&) {
  return Likeness{20, "a hint"};
});
constexpr ImporterDef kSure = Importer("sure", [](const Sample& sample) {
  return Likeness{sample.head.starts_with("sure") ? 95 : 0, "no 'sure'"};
});
constexpr std::array<const ImporterDef*, 2> kBoth = {&kWeak, &kSure};

Error Refused(std::string_view head) {
  Sample sample;
  sample.path = "file.json";
  sample.head = head;
  sample.whole = true;
  const auto found = Detect(sample, kBoth);
  EXPECT_FALSE(found.has_value());
  return found ? Error{} : found.error();
}

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Detect, BestScoreWins) {
  Sample sample;
  sample.head = "sure thing";
  const auto found = Detect(sample, kBoth);
  ASSERT_TRUE(found.has_value());
  EXPECT_STREQ((*found)->id, "sure");
}

TEST(Detect, SaysWhatWasTriedAndHowNearItCame) {
  const Error error = Refused("x y z");
  EXPECT_EQ(error.kind, ErrorKind::kBadInput);
  EXPECT_EQ(error.what, "cannot use file.json");
  EXPECT_EQ(error.why,
            "the format is not known (tried weak: 20/100, a hint; sure: 0/100, no 'sure')");
}

TEST(Detect, EmptyIsNotHealthy) {
  EXPECT_EQ(Refused("").why, "it is empty (0 bytes)");
  EXPECT_TRUE(Has(Refused("").hint, "no data is not the same as nothing slow"));
  EXPECT_EQ(Refused("  \n \t").why, "it holds nothing but white space");
}

TEST(Detect, ToolMessagesInsteadOfData) {
  const Error error = Refused("ERROR: (InvalidTokenError) The token is not valid.\nmore");
  EXPECT_TRUE(Has(error.why, "error message of the tool"));
  EXPECT_TRUE(Has(error.why, "(InvalidTokenError)"));
  EXPECT_FALSE(Has(error.why, "more"));
}

TEST(Detect, NamesWhatItRecognises) {
  EXPECT_TRUE(Has(Refused("<!DOCTYPE html><html>").why, "HTML page"));
  EXPECT_TRUE(Has(Refused("PAR1\x15\x04").hint, "--map"));
  EXPECT_TRUE(Has(Refused("BZh91AY").why, "bzip2"));
  EXPECT_TRUE(Has(Refused("{\"count\": 4}").why, "without anything that looks like a duration"));
  EXPECT_TRUE(Has(Refused("[{\"durationMs\": 4}]").hint, "--map"));
}

TEST(Detect, FindByName) {
  ASSERT_TRUE(FindImporter("weak", kBoth).has_value());
  const auto unknown = FindImporter("other", kBoth);
  ASSERT_FALSE(unknown.has_value());
  EXPECT_EQ(unknown.error().kind, ErrorKind::kUsage);
  EXPECT_EQ(unknown.error().hint, "known formats: weak, sure");
}

}  // namespace
}  // namespace slowtell::ingest
