// SPDX-License-Identifier: Apache-2.0
// The order of what import does to a store, with a store that only takes notes. What the engine
// makes of it is tested with the engine.
#include "ingest/import.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>

namespace slowtell::ingest {
namespace {

namespace fs = std::filesystem;

class NotingStore : public Store {
 public:
  Result<void> Run(std::string_view sql, const Params&, const QueryLimits&) override {
    notes.emplace_back(sql);
    return {};
  }
  Result<Table> Query(std::string_view sql, const Params& params, const QueryLimits&) override {
    if (sql.find("max(source_id)") != std::string_view::npos) {
      return Table::FromRows({"last_id"}, {{Cell(int64_t{6})}});
    }
    const bool known = !params.empty() && params[0].second == known_sha256;
    return Table::FromRows({"id"}, {{Cell(int64_t{known ? 3 : 0})}});
  }
  Result<void> Stream(std::string_view, std::string_view, const Params&, const QueryLimits&,
                      const std::function<Result<void>(std::string_view)>&) override {
    return {};
  }
  Result<std::unique_ptr<Inserter>> Insert(std::string_view table, std::string_view,
                                           std::string_view) override {
    return std::make_unique<Noting>(*this, std::string(table));
  }
  std::string Description() const override { return "notes"; }
  bool ReadsLocalFiles() const override { return false; }

  std::vector<std::string> notes;
  std::string known_sha256 = "none";
  std::string full_table;  // refuses blocks

 private:
  class Noting : public Inserter {
   public:
    Noting(NotingStore& store, std::string table) : store_(store), table_(std::move(table)) {}
    Result<void> Write(std::string_view) override {
      if (table_ == store_.full_table) return Fail(ErrorKind::kStore, "cannot insert", "disk full");
      store_.notes.push_back("write " + table_);
      return {};
    }
    Result<void> Finish() override {
      store_.notes.push_back("finish " + table_);
      return {};
    }

   private:
    NotingStore& store_;
    std::string table_;
  };
};

constexpr const char* kTrace =
    R"({"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"5b8efff798038103d269b633813fc60c",)"
    R"("spanId":"eee19b7ec3c1b174","name":"a","startTimeUnixNano":"1700000000000000000",)"
    R"("endTimeUnixNano":"1700000000250000000"}]}]}]})";

const std::vector<std::string> kDropped = {
    "ALTER TABLE events DROP PARTITION 7", "ALTER TABLE issues DROP PARTITION 7",
    "ALTER TABLE metrics DROP PARTITION 7", "ALTER TABLE sockets DROP PARTITION 7",
    "ALTER TABLE spans DROP PARTITION 7"};

class ImportTest : public testing::Test {
 protected:
  ImportTest() : folder_(fs::path(testing::TempDir()) / ("import_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~ImportTest() override { fs::remove_all(folder_); }

  std::string Put(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  Result<ImportSummary> Import(const std::string& text) {
    return ImportFile(store_, Put("file.json", text), options_);
  }

  fs::path folder_;
  NotingStore store_;
  ImportOptions options_;
};

TEST_F(ImportTest, SourceRowIsWrittenLast) {
  const auto summary = Import(std::string(kTrace) + "\n{\"other\":1}\n");
  ASSERT_TRUE(summary.has_value()) << ToText(summary.error());
  EXPECT_EQ(store_.notes,
            (std::vector<std::string>{"write spans", "finish spans", "write issues",
                                      "finish issues", "write sources", "finish sources"}));
  EXPECT_EQ(summary->source_id, 7u);
  EXPECT_EQ(summary->format, "otlp_json");
  EXPECT_EQ(summary->rows.spans, 1);
  EXPECT_EQ(summary->rows.first_ns, 1700000000000000000);
  EXPECT_EQ(summary->rows.last_ns, 1700000000250000000);
  EXPECT_EQ(summary->sha256.size(), size_t{64});
  ASSERT_EQ(summary->issues.size(), size_t{1});
  EXPECT_STREQ(summary->issues[0].issue->id, "record_not_otlp");
}

TEST_F(ImportTest, TheSameBytesAddNothing) {
  store_.known_sha256 = Import(kTrace)->sha256;
  store_.notes.clear();
  const auto again = Import(kTrace);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->outcome, ImportOutcome::kAlreadyThere);
  EXPECT_EQ(again->source_id, 3u);
  std::vector<std::string> expected = {"write spans", "finish spans"};
  expected.insert(expected.end(), kDropped.begin(), kDropped.end());
  EXPECT_EQ(store_.notes, expected);
}

TEST_F(ImportTest, NothingStaysWhenTheStoreIsFull) {
  store_.full_table = "spans";
  const auto summary = Import(kTrace);
  ASSERT_FALSE(summary.has_value());
  EXPECT_EQ(summary.error().kind, ErrorKind::kStore);
  EXPECT_EQ(summary.error().why, "disk full");
  EXPECT_EQ(store_.notes, kDropped);
}

TEST_F(ImportTest, NothingStaysAfterAnInterrupt) {
  std::atomic<bool> stop = false;
  options_.stop = &stop;
  options_.progress = [&](const Progress&) { stop = true; };
  std::string many;
  for (int i = 0; i < 5000; ++i) many += std::string(kTrace) + "\n";
  const auto summary = Import(many);
  ASSERT_FALSE(summary.has_value());
  EXPECT_EQ(summary.error().kind, ErrorKind::kInterrupted);
  EXPECT_EQ(store_.notes, kDropped);
}

TEST_F(ImportTest, NoRowsIsAnError) {
  const auto summary = Import(R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[{}]}]}]})");
  ASSERT_FALSE(summary.has_value());
  EXPECT_EQ(summary.error().kind, ErrorKind::kBadInput);
  EXPECT_NE(summary.error().why.find("logs_not_read x 1"), std::string::npos);
  EXPECT_EQ(store_.notes, kDropped);
}

TEST_F(ImportTest, SpansWithoutDurationsAreReported) {
  std::string unfinished = kTrace;
  unfinished.replace(unfinished.find("1700000000250000000"), 19, "0");
  const auto summary = Import(unfinished);
  ASSERT_TRUE(summary.has_value());
  ASSERT_EQ(summary->issues.size(), size_t{2});
  EXPECT_STREQ(summary->issues[1].issue->id, "no_durations");
}

TEST_F(ImportTest, ATruncatedFileGivesWhatItHas) {
  const std::string path = Put("cut.json.gz", "");
  gzFile file = gzopen(path.c_str(), "wb");
  for (int i = 0; i < 20000; ++i) {
    // Numbers that do not repeat, so that the middle of the file is the middle of the data.
    std::string line = kTrace;
    line.replace(line.find("eee19b7ec3c1b174"), 16, std::to_string(1000000000000000 + i * 7919));
    gzprintf(file, "%s\n", line.c_str());
  }
  gzclose(file);
  fs::resize_file(path, fs::file_size(path) / 2);
  const auto summary = ImportFile(store_, path, options_);
  ASSERT_TRUE(summary.has_value()) << ToText(summary.error());
  EXPECT_GT(summary->rows.spans, 5000);
  EXPECT_LT(summary->rows.spans, 15000);
  EXPECT_STREQ(summary->issues.back().issue->id, "truncated_source");
}

TEST_F(ImportTest, AForcedFormatIsNotDetected) {
  options_.format = "otlp_protobuf";
  EXPECT_EQ(Import(kTrace).error().kind, ErrorKind::kBadInput);
  options_.format = "nonsense";
  EXPECT_EQ(Import(kTrace).error().kind, ErrorKind::kUsage);
}

TEST_F(ImportTest, DirectoriesMayHoldOtherFiles) {
  Put("d/b.json", kTrace);
  Put("d/a/notes.txt", "hello");
  Put("d/a/empty.json", "");
  Put("d/.hidden", kTrace);
  const std::vector<std::string> arguments = {(folder_ / "d").string()};
  const auto report = ImportAll(store_, arguments, options_);
  ASSERT_TRUE(report.has_value()) << ToText(report.error());
  ASSERT_EQ(report->sources.size(), size_t{1});
  ASSERT_EQ(report->skipped.size(), size_t{2});
  EXPECT_EQ(report->skipped[0].path, (folder_ / "d/a/empty.json").string());
  EXPECT_EQ(report->skipped[0].why, "it is empty (0 bytes)");
}

TEST_F(ImportTest, ADirectoryWithoutTelemetryIsAnError) {
  Put("d/notes.txt", "hello");
  Put("e/trace.json", kTrace);
  const auto report = ImportAll(
      store_, std::vector<std::string>{(folder_ / "e").string(), (folder_ / "d").string()},
      options_);
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().what, "cannot use directory " + (folder_ / "d").string());
  fs::create_directories(folder_ / "void");
  EXPECT_EQ(ImportAll(store_, std::vector<std::string>{(folder_ / "void").string()}, options_)
                .error()
                .why,
            "no files in it");
}

TEST_F(ImportTest, ANamedFileMustBeUsable) {
  const auto report = ImportAll(store_, std::vector<std::string>{Put("x.txt", "hello")}, options_);
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().kind, ErrorKind::kBadInput);
}

}  // namespace
}  // namespace slowtell::ingest
