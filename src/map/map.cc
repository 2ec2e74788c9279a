// SPDX-License-Identifier: Apache-2.0
// The person's SELECT runs read-only; its rows travel through this process into an INSERT of ours.
// So it never runs with the right to write, and can read no file but the one it was given.
#include "map/map.h"

#include <fstream>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "ingest/byte_source.h"
#include "ingest/common_issues.h"
#include "ingest/source_record.h"
#include "map/columns.h"
#include "map/input_table.h"
#include "map/inspect.h"
#include "map/placeholder.h"
#include "map/sql_error.h"
#include "schema/tables.h"

namespace slowtell::map {
namespace {

constexpr size_t kMaxMappingBytes = 1 << 20;
constexpr int64_t kMaxSeconds = 3600;
constexpr int64_t kMaxMemoryBytes = int64_t{2} << 30;

// One thread, so that row numbers and with them the identifiers made from them are always the same.
QueryLimits Limits() {
  QueryLimits limits;
  limits.read_only = true;
  limits.max_seconds = kMaxSeconds;
  limits.max_memory_bytes = kMaxMemoryBytes;
  limits.max_threads = 1;
  return limits;
}

Result<Mapping> ReadMapping(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file)
    return Fail(ErrorKind::kBadInput, "cannot read the mapping " + path, "it cannot be opened", "",
                "--map takes the SQL file first, then the data file");
  if (text.size() > kMaxMappingBytes)
    return Fail(ErrorKind::kBadInput, "cannot read the mapping " + path,
                "it is larger than 1 MB, which no SELECT is", "",
                "--map takes the SQL file first, then the data file");
  return Mapping{path, std::move(text)};
}

// Over everything that decides which rows come out: the data, the mapping and its values.
struct Fingerprint {
  std::string sha256;
  int64_t bytes = 0;  // of the data
};

// For the hash only.
Result<void> ReadAll(ingest::ByteSource& source, const std::atomic<bool>* stop) {
  std::string buffer(size_t{1} << 20, '\0');
  while (true) {
    if (stop && stop->load()) return Fail(ErrorKind::kInterrupted, "import stopped", "interrupted");
    ASSIGN_OR_RETURN(const size_t read, source.Read(buffer.data(), buffer.size()));
    if (read == 0) return {};
  }
}

Result<Fingerprint> FingerprintOf(const Mapping& mapping, const std::string& data_path,
                                  const MapValues& values, const std::atomic<bool>* stop) {
  ASSIGN_OR_RETURN(const std::unique_ptr<ingest::ByteSource> data, ingest::OpenFile(data_path));
  RETURN_IF_ERROR(ReadAll(*data, stop));
  std::string all = "map 1\n" + data->Sha256() + "\n";
  for (const auto& [name, value] : values) all += name + "=" + EscapeParam(value) + "\n";
  all += "\n" + mapping.text;
  const std::unique_ptr<ingest::ByteSource> whole = ingest::OpenMemory(all);
  RETURN_IF_ERROR(ReadAll(*whole, stop));
  return Fingerprint{whole->Sha256(), data->bytes()};
}

// The engine's parser counts lines; asked alone, they are the mapping's.
Result<void> CheckSyntax(Store& store, const MappingSql& sql, const Mapping& mapping) {
  auto parsed = store.Run("SELECT formatQuery({text:String})", {{"text", sql.sql}});
  if (parsed) return {};
  return Fail(AboutMapping(std::move(parsed).error(), mapping));
}

// Asked of a SELECT rather than DESCRIBE, for which the guard of read-only queries is coarser.
Result<Target> Describe(Store& store, const MappingSql& sql, const MapValues& values,
                        const Mapping& mapping) {
  std::string header;
  auto described =
      store.Stream("SELECT * FROM (" + sql.sql + "\n) LIMIT 0", "TabSeparatedWithNamesAndTypes",
                   values, Limits(), [&header](std::string_view part) -> Result<void> {
                     header += part;
                     return {};
                   });
  if (!described) return Fail(AboutMapping(std::move(described).error(), mapping));
  const std::vector<std::string_view> lines = Split(header, '\n');
  CHECK(lines.size() >= 2);
  const std::vector<std::string_view> names = Split(lines[0], '\t');
  const std::vector<std::string_view> types = Split(lines[1], '\t');
  CHECK(names.size() == types.size());
  std::vector<Column> given;
  for (size_t i = 0; i < names.size(); ++i)
    given.push_back({std::string(names[i]), std::string(types[i])});
  return ChooseTarget(given, mapping.path);
}

// Everything one import carries from step to step.
struct Run {
  Store& store;
  const Mapping& mapping;
  const Target& target;
  std::string prepared;  // returns m_row and all m_<column>s
  Params params;
  uint32_t source_id;
  const std::atomic<bool>* stop;
};

std::string InsertedRowsSql(const Run& run) {
  std::string sql = "SELECT toUInt32(" + std::to_string(run.source_id) + ") AS source_id";
  for (const Column& column : run.target.columns) {
    const std::string value = "m_" + column.name;
    const bool nullable = column.name == run.target.time_column || column.name == "duration_ns";
    sql += ", " + (nullable ? "assumeNotNull(" + value + ")" : value) + " AS " + column.name;
  }
  return sql + " FROM (" + run.prepared + ") WHERE " + UsableRow(run.target);
}

Result<void> InsertRows(const Run& run) {
  const bool spans = run.target.table == schema::SpansBatch::kTable;
  ASSIGN_OR_RETURN(
      const std::unique_ptr<Inserter> inserter,
      run.store.Insert(run.target.table,
                       spans ? schema::SpansBatch::kColumns : schema::EventsBatch::kColumns,
                       spans ? schema::SpansBatch::kStructure : schema::EventsBatch::kStructure));
  auto streamed =
      run.store.Stream(InsertedRowsSql(run), "Native", run.params, Limits(),
                       [&](std::string_view blocks) -> Result<void> {
                         if (run.stop && run.stop->load())
                           return Fail(ErrorKind::kInterrupted, "import stopped", "interrupted");
                         return inserter->Write(blocks);
                       });
  if (!streamed) return Fail(AboutMapping(std::move(streamed).error(), run.mapping));
  return inserter->Finish();
}

Result<ingest::RowCounts> CountRows(const Run& run) {
  const bool spans = run.target.has_duration;
  const std::string end = run.target.time_column + (spans ? " + duration_ns" : "");
  ASSIGN_OR_RETURN(
      const Table counted,
      run.store.Query("SELECT toInt64(count()) AS row_count, toInt64(" +
                      std::string(spans ? "countIf(duration_ns > 0)" : "0") +
                      ") AS with_duration, min(" + run.target.time_column + ") AS first_ns, max(" +
                      end + ") AS last_ns FROM " + run.target.table +
                      " WHERE source_id = " + std::to_string(run.source_id)));
  ingest::RowCounts rows;
  (spans ? rows.spans : rows.events) = counted.Int("row_count");
  rows.spans_with_duration = counted.Int("with_duration");
  rows.first_ns = counted.Int("first_ns");
  rows.last_ns = counted.Int("last_ns");
  return rows;
}

Result<void> RunInto(const Run& run, ingest::ImportSummary& summary) {
  ASSIGN_OR_RETURN(summary.issues, InspectRows(run.store, run.target, run.prepared, run.params,
                                               Limits(), run.mapping));
  RETURN_IF_ERROR(InsertRows(run));
  ASSIGN_OR_RETURN(summary.rows, CountRows(run));
  if (summary.rows.spans > 0 && summary.rows.spans_with_duration == 0)
    summary.issues.push_back(
        {&ingest::kNoDurations, 1, summary.path, WithThousands(summary.rows.spans) + " spans"});
  return ingest::CommitSource(run.store, summary);
}

Result<void> ImportNew(Store& store, const Mapping& mapping, const MapValues& values,
                       const ingest::ImportOptions& options, ingest::ImportSummary& summary) {
  ASSIGN_OR_RETURN(const MappingSql sql, ReplacePlaceholders(mapping.text, mapping.path));
  ASSIGN_OR_RETURN(const InputTables tables, InputTables::Create(store, summary.path, sql.inputs));
  RETURN_IF_ERROR(CheckSyntax(store, sql, mapping));
  ASSIGN_OR_RETURN(const Target target, Describe(store, sql, values, mapping));
  ASSIGN_OR_RETURN(summary.source_id, ingest::NextSourceId(store));
  Run run{store, mapping, target, "", values, summary.source_id, options.stop};
  run.prepared = "SELECT " + target.prepared_columns + "\nFROM (\n" + sql.sql + "\n)";
  run.params.emplace_back("map_seed", summary.sha256);
  auto done = RunInto(run, summary);
  // What a failed clean-up leaves has no row in `sources` and goes when the store is opened again.
  if (!done) (void)ingest::DropSource(store, summary.source_id);
  return done;
}

}  // namespace

Result<ingest::ImportSummary> ImportMapped(Store& store, const std::string& mapping_path,
                                           const std::string& data_path, const MapValues& values,
                                           const ingest::ImportOptions& options) {
  ASSIGN_OR_RETURN(const Mapping mapping, ReadMapping(mapping_path));
  ASSIGN_OR_RETURN(const Fingerprint fingerprint,
                   FingerprintOf(mapping, data_path, values, options.stop));
  ingest::ImportSummary summary;
  summary.path = data_path;
  summary.format = "map";
  summary.sha256 = fingerprint.sha256;
  summary.bytes = fingerprint.bytes;
  ASSIGN_OR_RETURN(const uint32_t earlier, ingest::FindSource(store, summary.sha256));
  if (earlier != 0) {
    summary.source_id = earlier;
    summary.outcome = ingest::ImportOutcome::kAlreadyThere;
    return summary;
  }
  RETURN_IF_ERROR(ImportNew(store, mapping, values, options, summary));
  return summary;
}

}  // namespace slowtell::map
