// SPDX-License-Identifier: Apache-2.0
// Rows of an Application Insights export in the three shapes that people download.
#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

namespace slowtell::cold_start {

enum class Shape { kCsv, kRest, kAz };

struct Column {
  std::string_view name;
  std::string_view type;  // as the query service names it
};
inline constexpr std::array<Column, 18> kColumns = {{{"timestamp", "datetime"},
                                                     {"itemType", "string"},
                                                     {"id", "string"},
                                                     {"operation_Id", "string"},
                                                     {"operation_ParentId", "string"},
                                                     {"name", "string"},
                                                     {"url", "string"},
                                                     {"source", "string"},
                                                     {"success", "string"},
                                                     {"resultCode", "string"},
                                                     {"duration", "real"},
                                                     {"target", "string"},
                                                     {"type", "string"},
                                                     {"cloud_RoleName", "string"},
                                                     {"cloud_RoleInstance", "string"},
                                                     {"itemCount", "int"},
                                                     {"customDimensions", "dynamic"},
                                                     {"application_Version", "string"}}};
using Cells = std::array<std::string, kColumns.size()>;

class RowFile {
 public:
  RowFile(std::FILE* file, Shape shape) : file_(file), shape_(shape) {
    switch (shape_) {
      case Shape::kCsv: WriteCsvHeader(); break;
      case Shape::kRest: WriteTableHeader(); break;
      case Shape::kAz: Write("[\n"); break;
    }
  }
  void Add(const Cells& cells) {
    line_.clear();
    if (shape_ != Shape::kCsv && rows_ > 0) line_ += ",\n";
    if (shape_ == Shape::kAz) line_ += R"({"TableName":"PrimaryResult",)";
    if (shape_ == Shape::kRest) line_ += '[';
    for (size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) line_ += ',';
      AddCell(kColumns[i], cells[i]);
    }
    if (shape_ == Shape::kAz) line_ += '}';
    if (shape_ == Shape::kRest) line_ += ']';
    if (shape_ == Shape::kCsv) line_ += '\n';
    Write(line_);
    ++rows_;
  }
  // Ends the document; false when something could not be written.
  bool Finish() {
    if (shape_ == Shape::kRest) Write("\n]}]}\n");
    if (shape_ == Shape::kAz) Write("\n]\n");
    return std::fflush(file_) == 0 && std::ferror(file_) == 0;
  }

 private:
  void Write(std::string_view text) { std::fwrite(text.data(), 1, text.size(), file_); }

  // The portal starts the file with a byte order mark and says the zone in the header.
  void WriteCsvHeader() {
    std::string line = "\xEF\xBB\xBF";
    for (const Column& column : kColumns) {
      if (&column != &kColumns.front()) line += ',';
      line += '"' + std::string(column.name) + (column.type == "datetime" ? " [UTC]\"" : "\"");
    }
    Write(line + "\n");
  }
  void WriteTableHeader() {
    std::string line = R"({"tables":[{"name":"PrimaryResult","columns":[)";
    for (const Column& column : kColumns) {
      if (&column != &kColumns.front()) line += ',';
      line += R"({"name":")" + std::string(column.name) + R"(","type":")" +
              std::string(column.type) + "\"}";
    }
    Write(line + "],\"rows\":[\n");
  }
  void AddCell(const Column& column, std::string_view text) {
    if (shape_ == Shape::kRest && (column.type == "real" || column.type == "int")) {
      line_ += text;
      return;
    }
    if (shape_ == Shape::kAz) line_ += '"' + std::string(column.name) + "\":";
    line_ += '"';
    for (char c : text) {
      if (c == '"') line_ += shape_ == Shape::kCsv ? '"' : '\\';
      line_ += c;
    }
    line_ += '"';
  }

  std::FILE* file_;
  Shape shape_;
  int64_t rows_ = 0;
  std::string line_;
};

}  // namespace slowtell::cold_start
