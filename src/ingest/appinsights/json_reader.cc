// SPDX-License-Identifier: Apache-2.0
// Rows are read on demand, one at a time; only the document's own text is held in memory.
#include "ingest/appinsights/json_reader.h"

#include <simdjson.h>

#include <algorithm>
#include <deque>
#include <string>

#include "base/text.h"
#include "ingest/appinsights/issues.h"

namespace slowtell::ingest::appinsights {
namespace {

namespace json = simdjson::ondemand;

constexpr size_t kLargestDocument = size_t{1} << 30;

// Text of any value. Views point into the document or into `kept`.
simdjson::error_code TextOf(json::value value, std::string_view& text) {
  json::json_type type;
  if (const auto error = value.type().get(type)) return error;
  switch (type) {
    case json::json_type::string: return value.get_string().get(text);
    case json::json_type::object:
    case json::json_type::array: return simdjson::to_json_string(value).get(text);
    case json::json_type::null: text = {}; return simdjson::SUCCESS;
    default: text = Trim(value.raw_json_token()); return simdjson::SUCCESS;
  }
}

// The parser refuses a value whose first bracket has no partner at the end.
bool WholeAtRoot(std::string_view text) {
  text = Trim(text);
  return text.size() >= 2 && ((text.front() == '{' && text.back() == '}') ||
                              (text.front() == '[' && text.back() == ']'));
}

// `text` up to the last bracket that closed something, plus the brackets still open there; empty
// when nothing was closed.
std::string ClosedAfterLastRow(std::string_view text) {
  std::string open, open_at_end;
  size_t end = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      open.push_back(c == '{' ? '}' : ']');
    } else if ((c == '}' || c == ']') && !open.empty()) {
      open.pop_back();
      end = i + 1;
      open_at_end = open;
    }
  }
  if (end == 0) return {};
  return std::string(text.substr(0, end)) + std::string(open_at_end.rbegin(), open_at_end.rend());
}

class JsonRows {
 public:
  JsonRows(Sink& sink, RowWriter& writer) : sink_(sink), writer_(writer) {}

  // One JSON value. Returns false when it is no JSON; `where` names its place for messages.
  Result<bool> Read(std::string_view padded, const std::string& where) {
    json::document document;
    json::json_type type;
    failed_ = damaged_ = false;
    ReportPartialError(padded, where);
    if (!WholeAtRoot(padded) || Parse(padded, document)) {
      // Cut: up to the last complete row it is fine, once the open brackets are closed again.
      closed_ = ClosedAfterLastRow(padded);
      const size_t size = closed_.size();
      closed_.append(Input::kPadding, '\0');
      if (size == 0 || Parse(std::string_view(closed_).substr(0, size), document)) return false;
      damaged_ = true;
    }
    if (document.type().get(type)) return false;
    if (type == json::json_type::array) {
      json::array list;
      if (document.get_array().get(list)) return false;
      RETURN_IF_ERROR(ReadList(list, where));
    } else if (type == json::json_type::object) {
      json::object object;
      if (document.get_object().get(object)) return false;
      RETURN_IF_ERROR(ReadTop(object, where));
    } else {
      return false;
    }
    return !failed_ && !damaged_;
  }

 private:
  // The error object stands beside "tables", so before or after all rows. Looking for it with the
  // parser would walk over every row, and a cut document has no end to walk to.
  void ReportPartialError(std::string_view text, const std::string& where) {
    if (text.substr(0, 4096).find("\"tables\"") == std::string_view::npos) return;
    for (std::string_view end :
         {text.substr(0, 512), text.substr(text.size() - std::min<size_t>(text.size(), 2048))}) {
      const size_t at = end.find("\"PartialError\"");
      if (at == std::string_view::npos) continue;
      sink_.Report(kPartialError, where, end.substr(at));
      return;
    }
  }

  simdjson::error_code Parse(std::string_view text, json::document& document) {
    return parser_.iterate(text.data(), text.size(), text.size() + Input::kPadding).get(document);
  }

  Result<void> ReadTop(json::object& object, const std::string& where) {
    json::value tables, records;
    switch (Find(object, "tables", tables)) {
      case Found::kYes: return ReadTables(tables, where);
      case Found::kBroken: return {};
      case Found::kNo: break;
    }
    switch (Find(object, "records", records)) {
      case Found::kYes: return ReadRecords(records, where);
      case Found::kBroken: return {};
      case Found::kNo: break;
    }
    return ReadObject(object, where);
  }

  enum class Found { kYes, kNo, kBroken };

  // After any error but "no such field" the parser has let go of the document: touching the object
  // again would crash. After "no such field" it goes back to the object's start.
  Found Find(json::object& object, std::string_view name, json::value& value) {
    const simdjson::error_code error = object.find_field_unordered(name).get(value);
    if (error == simdjson::SUCCESS) return Found::kYes;
    if (error == simdjson::NO_SUCH_FIELD && !object.reset().error()) return Found::kNo;
    failed_ = true;
    return Found::kBroken;
  }

  Result<void> ReadRecords(json::value& records, const std::string& where) {
    json::array list;
    if (!records.get_array().get(list)) return ReadList(list, where);
    failed_ = true;
    return {};
  }

  Result<void> ReadTables(json::value& tables, const std::string& where) {
    json::array list;
    if (tables.get_array().get(list)) {
      failed_ = true;
      return {};
    }
    for (auto item : list) {
      json::object table;
      if (item.get_object().get(table)) {
        failed_ = true;
        return {};
      }
      RETURN_IF_ERROR(ReadTable(table, where));
      if (failed_) return {};
    }
    return {};
  }

  void ReadColumns(json::array& columns) {
    for (auto column : columns) {
      json::object object;
      json::value name;
      std::string_view text;
      if (column.get_object().get(object) || Find(object, "name", name) != Found::kYes ||
          name.get_string().get(text)) {
        failed_ = true;
        return;
      }
      columns_.emplace_back(text);
      fields_.push_back(FieldOf(text));
    }
  }

  Result<void> ReadTable(json::object& table, const std::string& where) {
    columns_.clear();
    fields_.clear();
    json::value columns;
    json::array list;
    const Found named = Find(table, "columns", columns);
    if (named == Found::kYes && !columns.get_array().get(list)) ReadColumns(list);
    if (failed_) return {};
    if (std::find(fields_.begin(), fields_.end(), Field::kDuration) == fields_.end()) {
      sink_.Report(kTableIgnored, where, Join({columns_.begin(), columns_.end()}, ", "));
      return {};
    }
    json::value found;
    json::array rows;
    if (table.reset().error() || Find(table, "rows", found) != Found::kYes ||
        found.get_array().get(rows)) {
      failed_ = true;
      return {};
    }
    const int64_t before = writer_.rows();
    for (auto item : rows) {
      json::array cells;
      if (item.get_array().get(cells)) {
        failed_ = true;
        return {};
      }
      RETURN_IF_ERROR(ReadCells(cells, where));
      if (failed_) return {};
    }
    if (writer_.rows() == before) sink_.Report(kEmptyTable, where, "rows: []");
    return {};
  }

  Result<void> ReadCells(json::array& cells, const std::string& where) {
    row_.clear();
    size_t at = 0;
    for (auto cell : cells) {
      json::value value;
      std::string_view text;
      if (cell.get(value) || TextOf(value, text)) {
        failed_ = true;
        return {};
      }
      if (at < columns_.size()) row_.push_back({columns_[at], fields_[at], text});
      ++at;
    }
    const std::string place = where + ", row " + std::to_string(writer_.rows() + 1);
    if (at != columns_.size()) sink_.Report(kRaggedRow, place, std::to_string(at) + " cells");
    return writer_.Add(row_, place);
  }

  Result<void> ReadList(json::array& list, const std::string& where) {
    bool any = false;
    for (auto item : list) {
      json::object object;
      any = true;
      if (item.get_object().get(object)) {
        failed_ = true;
        return {};
      }
      RETURN_IF_ERROR(ReadObject(object, where + ", row " + std::to_string(writer_.rows() + 1)));
      if (failed_) return {};
    }
    if (!any) sink_.Report(kEmptyTable, where, "[]");
    return {};
  }

  Result<void> ReadObject(json::object& object, const std::string& where) {
    row_.clear();
    names_.clear();
    for (auto field : object) {
      std::string_view key, text;
      json::value value;
      if (field.unescaped_key().get(key) || field.value().get(value) || TextOf(value, text)) {
        failed_ = true;
        return {};
      }
      names_.emplace_back(key);
      row_.push_back({names_.back(), FieldOf(key), text});
    }
    return writer_.Add(row_, where);
  }

  Sink& sink_;
  RowWriter& writer_;
  json::parser parser_;
  std::string closed_;  // a cut document, closed again
  std::vector<std::string> columns_;
  std::vector<Field> fields_;
  std::deque<std::string> names_;  // a deque: views into it stay valid
  Row row_;
  bool failed_ = false;   // stop: the rest cannot be read
  bool damaged_ = false;  // only the part before a cut was given to the parser
};

bool OneValuePerLine(std::string_view head) {
  head = Trim(head);
  const size_t end = head.find('\n');
  if (end == std::string_view::npos) return false;
  const std::string_view first = Trim(head.substr(0, end));
  const std::string_view rest = Trim(head.substr(end));
  return !first.empty() && first.front() == '{' && first.back() == '}' && !rest.empty() &&
         rest.front() == '{';
}

Result<void> ReadWhole(Input& input, Sink& sink, JsonRows& rows) {
  ASSIGN_OR_RETURN(const std::string_view text, input.Peek(kLargestDocument));
  if (text.size() >= kLargestDocument) {
    return Fail(ErrorKind::kBadInput, "cannot read " + input.path(),
                "one JSON document of more than 1 GiB", input.path(),
                "export it as CSV or as JSON lines, which are read in pieces");
  }
  ASSIGN_OR_RETURN(const bool good, rows.Read(text, input.path()));
  // A cut document: the rows before the cut were added as they were read.
  if (!good)
    sink.Report(kTruncatedSource, input.path(),
                text.substr(text.size() - std::min<size_t>(text.size(), 80)));
  input.Consume(text.size());
  return {};
}

}  // namespace

Result<void> ReadJson(Input& input, Sink& sink) {
  RowWriter writer(sink);
  JsonRows rows(sink, writer);
  ASSIGN_OR_RETURN(const std::string_view head, input.Peek(size_t{256} << 10));
  if (!OneValuePerLine(head)) {
    RETURN_IF_ERROR(ReadWhole(input, sink, rows));
    writer.ReportCutExport(input.path());
    return {};
  }
  std::string_view line;
  while (true) {
    ASSIGN_OR_RETURN(const bool more, input.NextLine(line));
    if (!more) break;
    if (Trim(line).empty()) continue;
    ASSIGN_OR_RETURN(const bool good, rows.Read(line, input.Here()));
    if (!good) sink.Report(kMalformedRecord, input.Here(), line);
  }
  writer.ReportCutExport(input.path());
  return {};
}

}  // namespace slowtell::ingest::appinsights
