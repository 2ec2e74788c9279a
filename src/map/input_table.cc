// SPDX-License-Identifier: Apache-2.0
#include "map/input_table.h"

#include <array>
#include <filesystem>
#include <utility>

#include "base/text.h"

namespace slowtell::map {
namespace {

constexpr std::array<std::string_view, 5> kCompressions = {".gz", ".zst", ".xz", ".bz2", ".lz4"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kFormats = {{
    {".csv", "CSVWithNames"},
    {".tsv", "TSVWithNames"},
    {".json", "JSONEachRow"},
    {".jsonl", "JSONEachRow"},
    {".ndjson", "JSONEachRow"},
    {".log", "JSONEachRow"},
    {".parquet", "Parquet"},
    {".arrow", "Arrow"},
    {".orc", "ORC"},
}};

// Names are matched exactly: HAProxy alone writes both TR and Tr.
constexpr const char* kReading =
    "input_format_skip_unknown_fields = 1, date_time_input_format = 'best_effort',"
    " input_format_column_name_matching_mode = 'match_case'";

// A table of an unfinished run may still be there.
Result<void> DropTable(Store& store, const std::string& table) {
  return store.Run("DROP TABLE IF EXISTS " + table + " SYNC");
}

std::string Literal(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

// The engine takes these for patterns that match several files.
Result<void> RequirePlainPath(const std::string& path) {
  if (path.find_first_of("*?{}[]") == std::string::npos) return {};
  return Fail(ErrorKind::kBadInput, "cannot read " + path,
              "its name holds one of * ? { } [ ], which --map cannot take", "",
              "rename it, or give a link with a plain name");
}

Result<std::string> FullPath(const std::string& data_path) {
  if (data_path == "-")
    return Fail(ErrorKind::kUsage, "--map cannot read standard input",
                "the engine reads the file itself", "", "write it to a file first");
  std::error_code error;
  const std::filesystem::path full = std::filesystem::absolute(data_path, error);
  if (error) return Fail(ErrorKind::kBadInput, "cannot read " + data_path, error.message());
  if (!std::filesystem::is_regular_file(full, error))
    return Fail(ErrorKind::kBadInput, "cannot read " + data_path,
                error ? error.message() : "it is not a file");
  RETURN_IF_ERROR(RequirePlainPath(full.string()));
  return full.string();
}

}  // namespace

std::string_view FormatByExtension(std::string_view path) {
  const std::string lower = Lower(path);
  std::string_view name = lower;
  for (const std::string_view compression : kCompressions)
    if (name.ends_with(compression)) name.remove_suffix(compression.size());
  for (const auto& [extension, format] : kFormats)
    if (name.ends_with(extension)) return format;
  return "";
}

Result<InputTables> InputTables::Create(Store& store, const std::string& data_path,
                                        const std::vector<InputUse>& inputs) {
  if (!store.ReadsLocalFiles())
    return Fail(ErrorKind::kUsage, "--map needs the embedded engine",
                "a server reads the files of its own machine", "", "leave --clickhouse out");
  ASSIGN_OR_RETURN(const std::string path, FullPath(data_path));
  InputTables tables(store);
  for (const InputUse& use : inputs) RETURN_IF_ERROR(tables.Add(path, use));
  return tables;
}

Result<void> InputTables::Add(const std::string& path, const InputUse& use) {
  const std::string format = use.format.empty() ? std::string(FormatByExtension(path)) : use.format;
  if (format.empty())
    return Fail(ErrorKind::kBadInput, "cannot read " + path,
                "its extension does not say which format it has", "",
                "write {{input:FORMAT}} in the mapping, for example {{input:CSVWithNames}}");
  RETURN_IF_ERROR(DropTable(*store_, use.table));
  const std::string structure = use.structure.empty() ? "" : " (" + use.structure + ")";
  auto made = store_->Run("CREATE TABLE " + use.table + structure + " ENGINE = File(" + format +
                          ", " + Literal(path) + ") SETTINGS " + kReading);
  if (!made) {
    Error error = std::move(made).error();
    error.kind = ErrorKind::kBadInput;
    error.what = "cannot read " + path + " as " + format;
    return Fail(std::move(error));
  }
  tables_.push_back(use.table);
  return {};
}

InputTables::InputTables(InputTables&& other) noexcept
    : store_(other.store_), tables_(std::exchange(other.tables_, {})) {}

InputTables::~InputTables() {
  // A table that cannot be dropped is only a name; the next run replaces it.
  for (const std::string& table : tables_) (void)DropTable(*store_, table);
}

}  // namespace slowtell::map
