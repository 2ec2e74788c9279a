// SPDX-License-Identifier: Apache-2.0
#include "ingest/source_record.h"

#include <string_view>

namespace slowtell::ingest {
namespace {

template <class Batch>
Result<void> InsertBatch(Store& store, Batch& batch) {
  std::string block;
  batch.Flush(block);
  ASSIGN_OR_RETURN(std::unique_ptr<Inserter> inserter,
                   store.Insert(Batch::kTable, Batch::kColumns, Batch::kStructure));
  RETURN_IF_ERROR(inserter->Write(block));
  return inserter->Finish();
}

Result<void> InsertIssues(Store& store, uint32_t source_id, const std::vector<IssueCount>& issues) {
  if (issues.empty()) return {};
  schema::IssuesBatch batch;
  for (const IssueCount& found : issues) {
    schema::IssueRow row;
    row.source_id = source_id;
    row.id = found.issue->id;
    row.severity = Name(found.issue->severity);
    row.count = found.count;
    row.location = found.location;
    row.sample = found.sample;
    batch.Append(row);
  }
  return InsertBatch(store, batch);
}

Result<void> InsertSource(Store& store, const ImportSummary& summary) {
  schema::SourceRow row;
  row.source_id = summary.source_id;
  row.file = summary.path;
  row.format = summary.format;
  row.sha256 = summary.sha256;
  row.bytes = summary.bytes;
  row.rows = summary.rows.All();
  row.first_ns = summary.rows.first_ns;
  row.last_ns = summary.rows.last_ns;
  schema::SourcesBatch batch;
  batch.Append(row);
  return InsertBatch(store, batch);
}

}  // namespace

Result<uint32_t> NextSourceId(Store& store) {
  ASSIGN_OR_RETURN(const Table table,
                   store.Query("SELECT toInt64(max(source_id)) AS last_id FROM sources"));
  return static_cast<uint32_t>(table.Rows() == 0 ? 1 : table.Int("last_id") + 1);
}

Result<uint32_t> FindSource(Store& store, const std::string& sha256) {
  ASSIGN_OR_RETURN(const Table table,
                   store.Query("SELECT toInt64(min(source_id)) AS id FROM sources "
                               "WHERE sha256 = {sha256:String}",
                               {{"sha256", sha256}}));
  return static_cast<uint32_t>(table.Rows() == 0 ? 0 : table.Int("id"));
}

Result<void> DropSource(Store& store, uint32_t source_id) {
  for (const schema::TableDef& table : schema::kTables) {
    if (std::string_view(table.create_sql).find("PARTITION BY source_id") == std::string_view::npos)
      continue;
    RETURN_IF_ERROR(store.Run("ALTER TABLE " + std::string(table.name) + " DROP PARTITION " +
                              std::to_string(source_id)));
  }
  return {};
}

Result<void> CommitSource(Store& store, const ImportSummary& summary) {
  RETURN_IF_ERROR(InsertIssues(store, summary.source_id, summary.issues));
  return InsertSource(store, summary);
}

}  // namespace slowtell::ingest
