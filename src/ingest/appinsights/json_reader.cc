// SPDX-License-Identifier: Apache-2.0
// The outer brackets are stepped through by a cursor and each row is parsed on its own, so that a
// document of any size needs the memory of one row, and a cut one keeps its complete rows.
#include "ingest/appinsights/json_reader.h"

#include <simdjson.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "ingest/appinsights/issues.h"
#include "ingest/json_cursor.h"

namespace slowtell::ingest::appinsights {
namespace {

namespace json = simdjson::ondemand;

// Text of any value. Views point into the row or the parser's own buffer.
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

// Columns of rows that are lists, or keys of rows that are objects: the same from row to row, so
// that a name is looked up once.
class Columns {
 public:
  void Clear() {
    names_.clear();
    fields_.clear();
  }
  void Add(std::string_view name) {
    names_.emplace_back(name);
    fields_.push_back(FieldOf(name));
  }
  // The field of the key at this place of an object.
  Field At(size_t place, std::string_view key) {
    if (place >= names_.size()) {
      if (place != names_.size()) return FieldOf(key);
      Add(key);
    } else if (names_[place] != key) {
      names_[place] = key;
      fields_[place] = FieldOf(key);
    }
    return fields_[place];
  }
  bool Has(Field field) const {
    return std::find(fields_.begin(), fields_.end(), field) != fields_.end();
  }
  size_t size() const { return names_.size(); }
  const std::string& name(size_t i) const { return names_[i]; }
  Field field(size_t i) const { return fields_[i]; }
  std::string ToText() const { return Join(names_, ", "); }

 private:
  std::vector<std::string> names_;
  std::vector<Field> fields_;
};

class JsonRows {
 public:
  JsonRows(const Input& input, Sink& sink, RowWriter& writer)
      : input_(input), sink_(sink), writer_(writer) {}

  // The next object or list. Anything but kOk has not been reported yet and ends the reading.
  Result<JsonStep> Read(JsonCursor& cursor) {
    cursor_ = &cursor;
    ASSIGN_OR_RETURN(const char first, cursor_->Next());
    if (first == '[') return ReadRows(Shape::kObjects);
    if (first != '{') return first == '\0' ? JsonStep::kEnd : JsonStep::kBroken;
    std::string_view text;
    ASSIGN_OR_RETURN(const JsonStep step, cursor_->PeekValue(text));
    if (step != JsonStep::kOk) return ReadWrapper();  // larger than any row, or cut
    ASSIGN_OR_RETURN(const Parsed parsed, AddObject(text));
    if (parsed == Parsed::kWrapper) return ReadWrapper();
    if (parsed == Parsed::kBroken) return JsonStep::kBroken;
    cursor_->Consume(text.size());
    return JsonStep::kOk;
  }

 private:
  enum class Shape { kObjects, kCells };
  enum class Parsed { kAdded, kWrapper, kBroken };

  std::string Here() const { return input_.path() + ", row " + std::to_string(writer_.rows() + 1); }

  // {"tables": [...]}, {"records": [...]}: each member in turn, whatever its order.
  Result<JsonStep> ReadWrapper() {
    cursor_->Consume(1);
    bool more = false;
    for (auto place = JsonCursor::Place::kFirst;; place = JsonCursor::Place::kLater) {
      ASSIGN_OR_RETURN(JsonStep step, cursor_->TakeSeparator('}', place, more));
      if (step != JsonStep::kOk || !more) return step;
      ASSIGN_OR_RETURN(step, cursor_->TakeKey(key_));
      if (step != JsonStep::kOk) return step;
      ASSIGN_OR_RETURN(const char open, cursor_->Next());
      if (open == '[' && key_ == "tables") {
        ASSIGN_OR_RETURN(step, ReadTables());
      } else if (open == '[' && key_ == "records") {
        ASSIGN_OR_RETURN(step, ReadRows(Shape::kObjects));
      } else if (open == '{' && key_ == "error") {
        ASSIGN_OR_RETURN(step, ReadError());
      } else {
        ASSIGN_OR_RETURN(step, cursor_->SkipValue());
      }
      if (step != JsonStep::kOk) return step;
    }
  }

  Result<JsonStep> ReadError() {
    std::string_view text;
    ASSIGN_OR_RETURN(const JsonStep step, cursor_->PeekValue(text));
    if (step != JsonStep::kOk) return step;
    sink_.Report(kPartialError, input_.path(), text);
    cursor_->Consume(text.size());
    return JsonStep::kOk;
  }

  Result<JsonStep> ReadTables() {
    cursor_->Consume(1);
    bool more = false;
    for (auto place = JsonCursor::Place::kFirst;; place = JsonCursor::Place::kLater) {
      ASSIGN_OR_RETURN(JsonStep step, cursor_->TakeSeparator(']', place, more));
      if (step != JsonStep::kOk || !more) return step;
      ASSIGN_OR_RETURN(const char open, cursor_->Next());
      if (open != '{') return open == '\0' ? JsonStep::kEnd : JsonStep::kBroken;
      ASSIGN_OR_RETURN(step, ReadTable());
      if (step != JsonStep::kOk) return step;
    }
  }

  Result<JsonStep> ReadTable() {
    cursor_->Consume(1);
    columns_.Clear();
    std::string rows_before_columns;
    bool more = false;
    for (auto place = JsonCursor::Place::kFirst;; place = JsonCursor::Place::kLater) {
      ASSIGN_OR_RETURN(JsonStep step, cursor_->TakeSeparator('}', place, more));
      if (step != JsonStep::kOk) return step;
      if (!more) return ReadKeptRows(rows_before_columns);
      ASSIGN_OR_RETURN(step, cursor_->TakeKey(key_));
      if (step != JsonStep::kOk) return step;
      ASSIGN_OR_RETURN(const char open, cursor_->Next());
      if (key_ == "columns" && open == '[') {
        ASSIGN_OR_RETURN(step, ReadColumns());
      } else if (key_ == "rows" && open == '[' && columns_.size() > 0) {
        ASSIGN_OR_RETURN(step, ReadTableRows());
      } else if (key_ == "rows" && open == '[') {
        ASSIGN_OR_RETURN(step, KeepRows(rows_before_columns));
      } else {
        ASSIGN_OR_RETURN(step, cursor_->SkipValue());
      }
      if (step != JsonStep::kOk) return step;
    }
  }

  // Rows whose columns come behind them have to be held until those are known.
  Result<JsonStep> KeepRows(std::string& kept) {
    std::string_view text;
    ASSIGN_OR_RETURN(const JsonStep step, cursor_->PeekValue(text));
    if (step != JsonStep::kOk) return step;
    kept.assign(text);
    cursor_->Consume(text.size());
    return JsonStep::kOk;
  }

  Result<JsonStep> ReadKeptRows(std::string& kept) {
    if (kept.empty()) return JsonStep::kOk;
    const size_t size = kept.size();
    kept.append(Input::kPadding, '\0');
    JsonCursor cursor(std::string_view(kept).substr(0, size));
    JsonCursor* const document = std::exchange(cursor_, &cursor);
    const Result<JsonStep> step = ReadTableRows();
    cursor_ = document;
    return step;
  }

  Result<JsonStep> ReadColumns() {
    std::string_view text;
    ASSIGN_OR_RETURN(const JsonStep step, cursor_->PeekValue(text));
    if (step != JsonStep::kOk) return step;
    json::document document;
    json::array list;
    if (Parse(text, document) || document.get_array().get(list)) return JsonStep::kBroken;
    for (auto column : list) {
      json::object object;
      std::string_view name;
      if (column.get_object().get(object) || object.find_field_unordered("name").get(name))
        return JsonStep::kBroken;
      columns_.Add(name);
    }
    cursor_->Consume(text.size());
    return JsonStep::kOk;
  }

  Result<JsonStep> ReadTableRows() {
    if (!columns_.Has(Field::kDuration) && !columns_.Has(Field::kBucket)) {
      sink_.Report(kTableIgnored, input_.path(), columns_.ToText());
      return cursor_->SkipValue();
    }
    return ReadRows(Shape::kCells);
  }

  Result<JsonStep> ReadRows(Shape shape) {
    cursor_->Consume(1);
    const int64_t before = writer_.rows();
    bool more = false;
    for (auto place = JsonCursor::Place::kFirst;; place = JsonCursor::Place::kLater) {
      ASSIGN_OR_RETURN(JsonStep step, cursor_->TakeSeparator(']', place, more));
      if (step != JsonStep::kOk) return step;
      if (!more) break;
      std::string_view text;
      ASSIGN_OR_RETURN(step, cursor_->PeekValue(text));
      if (step != JsonStep::kOk) return step;
      ASSIGN_OR_RETURN(const Parsed parsed,
                       shape == Shape::kCells ? AddCells(text) : AddObject(text));
      if (parsed != Parsed::kAdded) sink_.Report(kMalformedRecord, Here(), text);
      cursor_->Consume(text.size());
    }
    if (writer_.rows() == before) sink_.Report(kEmptyTable, input_.path(), "no rows");
    return JsonStep::kOk;
  }

  simdjson::error_code Parse(std::string_view text, json::document& document) {
    return parser_.iterate(text.data(), text.size(), text.size() + Input::kPadding).get(document);
  }

  Result<Parsed> AddCells(std::string_view text) {
    json::document document;
    json::array cells;
    if (text.front() != '[' || Parse(text, document) || document.get_array().get(cells))
      return Parsed::kBroken;
    row_.clear();
    size_t at = 0;
    for (auto cell : cells) {
      json::value value;
      std::string_view content;
      if (cell.get(value) || TextOf(value, content)) return Parsed::kBroken;
      if (at < columns_.size()) row_.push_back({columns_.name(at), columns_.field(at), content});
      ++at;
    }
    const std::string here = Here();
    if (at != columns_.size()) {
      sink_.Report(
          kRaggedRow, here,
          std::to_string(at) + " cells for " + std::to_string(columns_.size()) + " columns");
    }
    RETURN_IF_ERROR(writer_.Add(row_, here));
    return Parsed::kAdded;
  }

  Result<Parsed> AddObject(std::string_view text) {
    json::document document;
    json::object object;
    if (text.front() != '{' || Parse(text, document) || document.get_object().get(object))
      return Parsed::kBroken;
    row_.clear();
    size_t place = 0;
    for (auto member : object) {
      std::string_view key, content;
      json::value value;
      if (member.unescaped_key().get(key) || member.value().get(value)) return Parsed::kBroken;
      json::json_type type;
      if (value.type().get(type)) return Parsed::kBroken;
      if (type == json::json_type::array && (key == "tables" || key == "records"))
        return Parsed::kWrapper;
      if (TextOf(value, content)) return Parsed::kBroken;
      row_.push_back({key, columns_.At(place++, key), content});
    }
    RETURN_IF_ERROR(writer_.Add(row_, Here()));
    return Parsed::kAdded;
  }

  JsonCursor* cursor_ = nullptr;
  const Input& input_;
  Sink& sink_;
  RowWriter& writer_;
  json::parser parser_;
  Columns columns_;
  std::string key_;
  Row row_;
};

bool OneValuePerLine(std::string_view head) {
  head = Trim(head);
  const size_t end = head.find('\n');
  if (end == std::string_view::npos) return false;
  std::string_view first = Trim(head.substr(0, end));
  if (first.ends_with(',')) first.remove_suffix(1);  // a list cut into lines by hand
  const std::string_view rest = Trim(head.substr(end));
  return first.starts_with('{') && rest.starts_with('{') &&
         JsonScan().Advance(first) == first.size();
}

// A line that cannot be read is left out; the next one is read again.
Result<void> ReadLines(Input& input, Sink& sink, RowWriter& writer) {
  JsonRows rows(input, sink, writer);
  std::string_view line;
  while (true) {
    ASSIGN_OR_RETURN(const bool more, input.NextLine(line));
    if (!more) return {};
    if (Trim(line).empty()) continue;
    JsonCursor cursor(line);
    ASSIGN_OR_RETURN(const JsonStep step, rows.Read(cursor));
    ASSIGN_OR_RETURN(const char rest, cursor.Next());
    const bool good = step == JsonStep::kOk && (rest == '\0' || rest == ',');
    if (!good) sink.Report(kMalformedRecord, input.Here(), line);
  }
}

Result<void> ReadDocuments(Input& input, Sink& sink, RowWriter& writer) {
  JsonCursor cursor(input);
  JsonRows rows(input, sink, writer);
  while (true) {
    ASSIGN_OR_RETURN(const char next, cursor.Next());
    if (next == '\0') return {};
    ASSIGN_OR_RETURN(const JsonStep step, rows.Read(cursor));
    if (step == JsonStep::kOk) continue;
    ASSIGN_OR_RETURN(const std::string_view rest, input.Peek(1));
    const std::string where = input.path() + ", after row " + std::to_string(writer.rows());
    sink.Report(step == JsonStep::kEnd ? kTruncatedSource : kMalformedRecord, where,
                rest.empty() ? "end of file" : rest);
    return {};
  }
}

}  // namespace

Result<void> ReadJson(Input& input, Sink& sink) {
  RowWriter writer(sink);
  ASSIGN_OR_RETURN(const std::string_view head, input.Peek(size_t{256} << 10));
  RETURN_IF_ERROR(OneValuePerLine(head) ? ReadLines(input, sink, writer)
                                        : ReadDocuments(input, sink, writer));
  writer.ReportCutExport(input.path());
  return {};
}

}  // namespace slowtell::ingest::appinsights
