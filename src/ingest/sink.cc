// SPDX-License-Identifier: Apache-2.0
#include "ingest/sink.h"

#include <algorithm>

#include "base/text.h"

namespace slowtell::ingest {
namespace {

constexpr int64_t kFlushRows = 65536;
constexpr size_t kFlushBytes = size_t{32} << 20;
// Batch::Bytes() adds up all columns; asking once per row would cost as much as the row.
constexpr int64_t kAskEvery = 1024;
constexpr size_t kSampleBytes = 200;

}  // namespace

void IssueLog::Report(const IssueDef& issue, std::string_view where, std::string_view sample) {
  for (IssueCount& known : counts_) {
    if (known.issue != &issue) continue;
    ++known.count;
    return;
  }
  counts_.push_back({&issue, 1, std::string(where), Printable(sample, kSampleBytes)});
}

// One table of one source.
template <class Batch>
class StoreSink::Lane {
 public:
  explicit Lane(Store& store) : store_(store) {}

  Result<void> Add(const typename Batch::Row& row) {
    batch_.Append(row);
    const int64_t rows = batch_.Rows();
    if (rows >= kFlushRows || (rows % kAskEvery == 0 && batch_.Bytes() >= kFlushBytes)) {
      return Flush();
    }
    return {};
  }

  Result<void> Finish() {
    if (batch_.Rows() > 0) RETURN_IF_ERROR(Flush());
    if (inserter_ == nullptr) return {};
    std::unique_ptr<Inserter> inserter = std::move(inserter_);
    return inserter->Finish();
  }

 private:
  Result<void> Flush() {
    if (inserter_ == nullptr) {
      ASSIGN_OR_RETURN(inserter_, store_.Insert(Batch::kTable, Batch::kColumns, Batch::kStructure));
    }
    block_.clear();
    batch_.Flush(block_);
    return inserter_->Write(block_);
  }

  Store& store_;
  Batch batch_;
  std::string block_;
  std::unique_ptr<Inserter> inserter_;
};

StoreSink::StoreSink(Store& store, uint32_t source_id)
    : source_id_(source_id),
      spans_(std::make_unique<Lane<schema::SpansBatch>>(store)),
      events_(std::make_unique<Lane<schema::EventsBatch>>(store)),
      metrics_(std::make_unique<Lane<schema::MetricsBatch>>(store)),
      sockets_(std::make_unique<Lane<schema::SocketsBatch>>(store)) {}

StoreSink::~StoreSink() = default;

Result<void> StoreSink::Add(const schema::SpanRow& row) {
  schema::SpanRow own = row;
  own.source_id = source_id_;
  ++rows_.spans;
  if (row.duration_ns > 0) ++rows_.spans_with_duration;
  Saw(row.start_ns, row.start_ns + row.duration_ns);
  return spans_->Add(own);
}

Result<void> StoreSink::Add(const schema::EventRow& row) {
  schema::EventRow own = row;
  own.source_id = source_id_;
  ++rows_.events;
  Saw(row.at_ns, row.at_ns);
  return events_->Add(own);
}

Result<void> StoreSink::Add(const schema::MetricRow& row) {
  schema::MetricRow own = row;
  own.source_id = source_id_;
  ++rows_.metrics;
  Saw(row.at_ns, row.at_ns);
  return metrics_->Add(own);
}

Result<void> StoreSink::Add(const schema::SocketRow& row) {
  schema::SocketRow own = row;
  own.source_id = source_id_;
  ++rows_.sockets;
  Saw(row.at_ns, row.at_ns);
  return sockets_->Add(own);
}

void StoreSink::Report(const IssueDef& issue, std::string_view where, std::string_view sample) {
  issues_.Report(issue, where, sample);
}

void StoreSink::Saw(int64_t from_ns, int64_t to_ns) {
  if (rows_.first_ns == 0 || from_ns < rows_.first_ns) rows_.first_ns = from_ns;
  rows_.last_ns = std::max(rows_.last_ns, to_ns);
}

Result<void> StoreSink::Finish() {
  RETURN_IF_ERROR(spans_->Finish());
  RETURN_IF_ERROR(events_->Finish());
  RETURN_IF_ERROR(metrics_->Finish());
  return sockets_->Finish();
}

}  // namespace slowtell::ingest
