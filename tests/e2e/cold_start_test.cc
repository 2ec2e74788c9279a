// SPDX-License-Identifier: Apache-2.0
// Two weeks of generated Application Insights telemetry, from the file to the answer: the published
// order table must come back within 3 %, and cold start must lead the ledger.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "answer/explain.h"
#include "ingest/import.h"
#include "tests/store/test_store.h"

namespace slowtell {
namespace {

constexpr int64_t kTwoSecondsNs = 2000000000;

std::string Generate(const std::string& options) {
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("slowtell_e2e_" + std::to_string(getpid()) + ".csv"))
                               .string();
  const std::string command =
      std::string(SLOWTELL_BINARY_DIR) + "/gen_cold_start -o " + path + options;
  EXPECT_EQ(std::system(command.c_str()), 0);
  return path;
}

Report ExplainGenerated(const std::string& options) {
  const std::string path = Generate(options);
  auto store = OpenStore(test::TestStoreOptions());
  EXPECT_TRUE(store.has_value()) << ToText(store.error());
  const auto imported = ingest::ImportFile(**store, path, {});
  EXPECT_TRUE(imported.has_value()) << (imported ? "" : ToText(imported.error()));
  auto report = Explain(**store, {.target_ns = kTwoSecondsNs, .from_ns = {}, .to_ns = {}});
  std::filesystem::remove(path);
  EXPECT_TRUE(report.has_value()) << (report ? "" : ToText(report.error()));
  return report ? *report : Report{};
}

const CauseReport& Find(const Report& report, const std::string& id) {
  for (const CauseReport& cause : report.causes)
    if (cause.id == id) return cause;
  static const CauseReport none;
  ADD_FAILURE() << "no cause " << id;
  return none;
}

std::map<std::string, double> P50ByOrder(const CauseReport& cause) {
  std::map<std::string, double> p50;
  for (const MeasureTable& table : cause.verdict.tables) {
    if (table.name != "by_arrival_order") continue;
    for (const auto& row : table.rows)
      p50[std::get<std::string>(row[0])] = std::get<double>(row[3]);
  }
  return p50;
}

TEST(ColdStartEndToEnd, TwoWeeksGiveThePublishedOrderTable) {
  const Report report = ExplainGenerated("");
  EXPECT_EQ(report.top, "cold_start");
  const CauseReport& cause = Find(report, "cold_start");
  EXPECT_EQ(cause.verdict.state, State::kFound);
  EXPECT_EQ(cause.verdict.units, 847);
  std::map<std::string, double> p50 = P50ByOrder(cause);
  const std::map<std::string, double> published = {{"1", 7316},   {"2", 4560},   {"3", 1601},
                                                   {"6-10", 202}, {"11-20", 95}, {">100", 23}};
  for (const auto& [order, ms] : published)
    EXPECT_NEAR(p50[order], ms, std::max(0.03 * ms, 0.5)) << "order " << order;
  bool weights_doubted = false;
  for (const DoubtReport& doubt : report.doubts) weights_doubted |= doubt.id == "sampling_weights";
  EXPECT_TRUE(weights_doubted);
  EXPECT_NEAR(report.question.weighted_requests, 250000, 5000);
}

TEST(ColdStartEndToEnd, AfterTheWarmUpTheFirstRequestIsFaster) {
  const Report report = ExplainGenerated(" --after --days 7 --instances 300 --requests 60000");
  std::map<std::string, double> p50 = P50ByOrder(Find(report, "cold_start"));
  EXPECT_NEAR(p50["1"], 1285, 40);
}

}  // namespace
}  // namespace slowtell
