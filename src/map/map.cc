// SPDX-License-Identifier: Apache-2.0
// The named file is read into a table of its own first, by a statement of ours. The user's SELECT
// then only reads that table: it is analysed in a read-only session, which refuses every function
// that reaches outside, before it is allowed to fill `spans`.
#include "map/map.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "ingest/source_record.h"
#include "map/columns.h"
#include "map/placeholder.h"

namespace slowtell::map {
namespace {

constexpr size_t kLargestMapping = 1 << 20;
constexpr int64_t kMaxSeconds = 600;
constexpr int64_t kMaxMemoryBytes = int64_t{4} << 30;
constexpr int64_t kEarliestNs = int64_t{31536000} * 1000000000;  // 1971
constexpr int64_t kLatestNs = int64_t{7258118400} * 1000000000;  // 2200

const QueryLimits kReading = {
    .max_seconds = kMaxSeconds, .max_memory_bytes = kMaxMemoryBytes, .read_only = true};
const QueryLimits kFilling = {.max_seconds = kMaxSeconds, .max_memory_bytes = kMaxMemoryBytes};

Result<std::string> ReadMapping(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()) || text.view().size() > kLargestMapping)
    return Fail(ErrorKind::kBadInput, "cannot read the mapping " + path,
                file ? "it is empty or larger than 1 MiB" : "no such file", "",
                "write --map MAPPING.sql DATA");
  return text.str();
}

// SHA-256 over the data, the mapping and the values: another mapping of the same data is another
// source.
Result<std::string> Identity(const std::string& data_path, const std::string& mapping,
                             const MapValues& values) {
  std::ifstream file(data_path, std::ios::binary);
  if (!file)
    return Fail(ErrorKind::kBadInput, "cannot open " + data_path, "no such file, or not readable",
                "", "check the path");
  const auto context =
      std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr);
  std::vector<char> buffer(1 << 20);
  while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || file.gcount() > 0)
    EVP_DigestUpdate(context.get(), buffer.data(), static_cast<size_t>(file.gcount()));
  std::string rest = "\n--map\n" + mapping;
  for (const auto& [name, value] : values) rest += "\n" + name + "=" + value;
  EVP_DigestUpdate(context.get(), rest.data(), rest.size());
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_DigestFinal_ex(context.get(), digest.data(), &length);
  std::string hex;
  for (unsigned i = 0; i < length; ++i) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    hex += kDigits[digest[i] >> 4];
    hex += kDigits[digest[i] & 15];
  }
  return hex;
}

std::string SqlText(std::string_view text) {
  std::string quoted = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

Result<std::string> FormatFor(const InputUse& use, const std::string& path) {
  if (!use.format.empty()) return use.format;
  std::filesystem::path name = Lower(path);
  if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
  const std::string extension = name.extension().string();
  if (extension == ".csv") return std::string("CSVWithNames");
  if (extension == ".tsv") return std::string("TSVWithNames");
  if (extension == ".parquet") return std::string("Parquet");
  if (extension == ".json" || extension == ".jsonl" || extension == ".ndjson" ||
      extension == ".log")
    return std::string("JSONEachRow");
  return Fail(ErrorKind::kBadInput, "cannot tell the format of " + path,
              "its name ends in '" + extension + "'", "",
              "name it in the mapping: {{input:CSVWithNames}}, {{input:JSONEachRow}}, "
              "{{input:LineAsString}}");
}

// The engine counts lines of the statement, and the mapping's lines are unchanged in it.
Error InMapping(Error error, const std::string& mapping_path) {
  if (error.kind != ErrorKind::kStore) return error;
  const size_t at = error.why.find("(line ");
  const size_t end =
      at == std::string::npos ? at : error.why.find_first_not_of("0123456789", at + 6);
  const std::string line =
      at == std::string::npos ? "" : ":" + error.why.substr(at + 6, end - at - 6);
  return {ErrorKind::kBadInput, "cannot use the mapping", error.why, mapping_path + line,
          error.hint.empty() ? "try the SELECT on a few rows first; src/map/README.md has examples"
                             : error.hint};
}

class Mapped {
 public:
  Mapped(Store& store, const std::string& mapping_path, const std::string& data_path,
         const MapValues& values)
      : store_(store), mapping_path_(mapping_path), data_path_(data_path), values_(values) {}
  ~Mapped() {
    for (const InputUse& use : mapping_.inputs)
      [[maybe_unused]] const auto dropped =
          store_.Run("DROP TABLE IF EXISTS " + use.table + " SYNC");
  }

  Result<void> Prepare(const std::string& text) {
    ASSIGN_OR_RETURN(mapping_, ReplacePlaceholders(text, mapping_path_));
    for (const InputUse& use : mapping_.inputs) RETURN_IF_ERROR(ReadInput(use));
    return Describe();
  }

  Result<void> Fill(ingest::ImportSummary& summary) {
    const std::string from = " FROM (\n" + mapping_.sql + "\n)";
    ASSIGN_OR_RETURN(const Table counts,
                     Ask("SELECT toInt64(count()) AS n, toInt64(countIf(NOT (" + UsableRow() +
                         "))) AS unusable, "
                         "toInt64(ifNull(min(start_ns), 0)) AS first_ns, "
                         "toInt64(ifNull(max(start_ns), 0)) AS last_ns" +
                         from));
    if (counts.Int("n") == 0)
      return Fail(ErrorKind::kBadInput, "cannot use " + data_path_, "the mapping gives no row",
                  mapping_path_, "check its WHERE and --set values");
    RETURN_IF_ERROR(CheckUnit(counts.Int("first_ns"), counts.Int("last_ns")));
    const std::string insert =
        "INSERT INTO spans (" + std::string(schema::SpansBatch::kColumns) + ") SELECT " +
        SelectList(given_, summary.source_id) +
        " FROM (SELECT *, row_number() OVER (ORDER BY start_ns, duration_ns) AS slowtell_row" +
        from + ") WHERE " + UsableRow();
    if (auto filled = store_.Run(insert, values_, kFilling); !filled)
      return Fail(InMapping(filled.error(), mapping_path_));
    summary.rows.spans = counts.Int("n") - counts.Int("unusable");
    summary.rows.first_ns = counts.Int("first_ns");
    summary.rows.last_ns = counts.Int("last_ns");
    if (counts.Int("unusable") > 0)
      summary.issues.push_back({&kRowWithoutDuration, counts.Int("unusable"), data_path_,
                                "start_ns or duration_ns is NULL or negative"});
    return {};
  }

 private:
  Result<void> ReadInput(const InputUse& use) {
    ASSIGN_OR_RETURN(const std::string format, FormatFor(use, data_path_));
    const std::string path = std::filesystem::absolute(data_path_).string();
    const std::string source = "file(" + SqlText(path) + ", " + format +
                               (use.structure.empty() ? "" : ", " + SqlText(use.structure)) + ")";
    RETURN_IF_ERROR(store_.Run("DROP TABLE IF EXISTS " + use.table + " SYNC"));
    auto read = store_.Run("CREATE TABLE " + use.table +
                               " ENGINE = MergeTree ORDER BY tuple() SETTINGS allow_nullable_key = "
                               "1 AS SELECT * FROM " +
                               source,
                           {}, kFilling);
    if (read) return {};
    return Fail(
        ErrorKind::kBadInput, "cannot read " + data_path_ + " as " + format, read.error().why,
        data_path_,
        "name its format in the mapping: {{input:FORMAT}} or {{input:FORMAT, column Type, ...}}");
  }

  Result<void> Describe() {
    ASSIGN_OR_RETURN(const Table table, Ask("DESCRIBE TABLE (\n" + mapping_.sql + "\n)"));
    for (size_t i = 0; i < table.Rows(); ++i)
      given_.push_back({table.Text("name", i), table.Text("type", i)});
    return CheckColumns(given_, mapping_path_);
  }

  Result<Table> Ask(const std::string& sql) {
    auto table = store_.Query(sql, values_, kReading);
    if (!table) return Fail(InMapping(table.error(), mapping_path_));
    return table;
  }

  Result<void> CheckUnit(int64_t first_ns, int64_t last_ns) const {
    if (first_ns >= kEarliestNs && last_ns <= kLatestNs) return {};
    const double value = static_cast<double>(first_ns);
    const char* unit = value > 3e7 && value < 8e9     ? "seconds"
                       : value > 3e10 && value < 8e12 ? "milliseconds"
                       : value > 3e13 && value < 8e15 ? "microseconds"
                                                      : nullptr;
    return Fail(
        ErrorKind::kBadInput, "cannot use the mapping",
        "start_ns is " + std::to_string(first_ns) +
            ", which is no time between 1971 and 2200 in nanoseconds" +
            (unit ? std::string("; it looks like ") + unit : ""),
        mapping_path_,
        unit ? "multiply it: seconds * 1000000000, milliseconds * 1000000, microseconds * 1000"
             : "start_ns counts nanoseconds since 1970-01-01 UTC");
  }

  Store& store_;
  const std::string& mapping_path_;
  const std::string& data_path_;
  const MapValues& values_;
  MappingSql mapping_;
  std::vector<GivenColumn> given_;
};

Result<void> FillAndCommit(Store& store, Mapped& mapped, const ingest::ImportOptions& options,
                           ingest::ImportSummary& summary) {
  RETURN_IF_ERROR(mapped.Fill(summary));
  if (options.stop != nullptr && options.stop->load())
    return Fail(ErrorKind::kInterrupted, "import stopped", "interrupted", summary.path);
  return ingest::CommitSource(store, summary);
}

}  // namespace

Result<ingest::ImportSummary> ImportMapped(Store& store, const std::string& mapping_path,
                                           const std::string& data_path, const MapValues& values,
                                           const ingest::ImportOptions& options) {
  if (!store.ReadsLocalFiles())
    return Fail(ErrorKind::kUsage, "--map needs the embedded engine",
                "a server does not see this machine's files", "", "leave --clickhouse out");
  ASSIGN_OR_RETURN(const std::string text, ReadMapping(mapping_path));
  ingest::ImportSummary summary;
  summary.path = data_path;
  summary.format = "map";
  ASSIGN_OR_RETURN(summary.sha256, Identity(data_path, text, values));
  summary.bytes = static_cast<int64_t>(std::filesystem::file_size(data_path));
  ASSIGN_OR_RETURN(const uint32_t known, ingest::FindSource(store, summary.sha256));
  if (known != 0) {
    summary.outcome = ingest::ImportOutcome::kAlreadyThere;
    summary.source_id = known;
    return summary;
  }
  ASSIGN_OR_RETURN(summary.source_id, ingest::NextSourceId(store));
  Mapped mapped(store, mapping_path, data_path, values);
  RETURN_IF_ERROR(mapped.Prepare(text));
  if (auto done = FillAndCommit(store, mapped, options, summary); !done) {
    [[maybe_unused]] const auto dropped = ingest::DropSource(store, summary.source_id);
    return Failure(done.error());
  }
  return summary;
}

}  // namespace slowtell::map
