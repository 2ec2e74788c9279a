// SPDX-License-Identifier: Apache-2.0
// The sink that fills the store: one batch per table, one open INSERT per table and source, so that
// a source becomes a few large parts and memory stays bounded.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/importer.h"
#include "store/store.h"

namespace slowtell::ingest {

struct IssueCount {
  const IssueDef* issue = nullptr;
  int64_t count = 0;
  std::string location;  // of the first one
  std::string sample;    // the first one, shortened
};

// Counts, in the order of first appearance.
class IssueLog {
 public:
  void Report(const IssueDef& issue, std::string_view where, std::string_view sample);
  const std::vector<IssueCount>& Counts() const { return counts_; }

 private:
  std::vector<IssueCount> counts_;
};

struct RowCounts {
  int64_t spans = 0;
  int64_t events = 0;
  int64_t metrics = 0;
  int64_t sockets = 0;
  int64_t spans_with_duration = 0;
  int64_t first_ns = 0;  // earliest and latest time seen; 0 when there is none
  int64_t last_ns = 0;
  int64_t All() const { return spans + events + metrics + sockets; }
};

class StoreSink : public Sink {
 public:
  StoreSink(Store& store, uint32_t source_id);
  ~StoreSink() override;

  Result<void> Add(const schema::SpanRow& row) override;
  Result<void> Add(const schema::EventRow& row) override;
  Result<void> Add(const schema::MetricRow& row) override;
  Result<void> Add(const schema::SocketRow& row) override;
  void Report(const IssueDef& issue, std::string_view where, std::string_view sample) override;

  // Writes what is left and closes the inserts. Without it nothing counts as imported.
  Result<void> Finish();
  const RowCounts& Rows() const { return rows_; }
  const std::vector<IssueCount>& Issues() const { return issues_.Counts(); }

 private:
  template <class Batch>
  class Lane;

  void Saw(int64_t from_ns, int64_t to_ns);

  uint32_t source_id_;
  RowCounts rows_;
  IssueLog issues_;
  std::unique_ptr<Lane<schema::SpansBatch>> spans_;
  std::unique_ptr<Lane<schema::EventsBatch>> events_;
  std::unique_ptr<Lane<schema::MetricsBatch>> metrics_;
  std::unique_ptr<Lane<schema::SocketsBatch>> sockets_;
};

}  // namespace slowtell::ingest
