// SPDX-License-Identifier: Apache-2.0
#include "ingest/otlp_json/document_reader.h"

#include "ingest/common_issues.h"
#include "ingest/otlp_json/issues.h"
#include "ingest/otlp_json/json_scan.h"

namespace slowtell::ingest::otlp_json {
namespace {

constexpr size_t kStep = size_t{1} << 20;
constexpr int kMaxWrappers = 4;
constexpr size_t kElementSpanDepth = 4;

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool IsList(Field field) {
  return field == Field::kResourceSpans || field == Field::kResourceMetrics ||
         field == Field::kResourceLogs;
}

}  // namespace

Result<char> DocumentReader::Next() {
  while (true) {
    ASSIGN_OR_RETURN(const std::string_view view, input_.Peek(1));
    if (view.empty()) return '\0';
    size_t spaces = 0;
    while (spaces < view.size() && IsSpace(view[spaces])) ++spaces;
    const bool found = spaces < view.size();
    const char next = found ? view[spaces] : '\0';
    input_.Consume(spaces);
    if (found) return next;
  }
}

bool DocumentReader::Broken(std::string_view why) {
  sink_.Report(kMalformedRecord, Here(), why);
  return false;
}

Result<bool> DocumentReader::Read() {
  ASSIGN_OR_RETURN(const char first, Next());
  if (first == '{') return ReadObject(0);
  if (first == '[') return ReadDocuments();
  return Broken("neither an object nor a list");
}

Result<bool> DocumentReader::ReadDocuments() {
  input_.Consume(1);
  ASSIGN_OR_RETURN(char next, Next());
  while (next != ']') {
    if (next != '{') return next == '\0' ? Cut(std::nullopt) : Broken("expected an object");
    ASSIGN_OR_RETURN(const bool read, ReadObject(0));
    if (!read) return false;
    ASSIGN_OR_RETURN(const std::optional<bool> more, ReadSeparator(']'));
    if (!more) return false;
    if (!*more) return true;
    ASSIGN_OR_RETURN(next, Next());
  }
  input_.Consume(1);
  return true;
}

Result<bool> DocumentReader::ReadObject(int depth) {
  input_.Consume(1);
  ASSIGN_OR_RETURN(const char next, Next());
  if (next == '}') {
    input_.Consume(1);
    return true;
  }
  while (true) {
    ASSIGN_OR_RETURN(const bool read, ReadMember(depth));
    if (!read) return false;
    ASSIGN_OR_RETURN(const std::optional<bool> more, ReadSeparator('}'));
    if (!more) return false;
    if (!*more) return true;
  }
}

Result<bool> DocumentReader::ReadMember(int depth) {
  ASSIGN_OR_RETURN(const std::optional<std::string> key, ReadKey());
  if (!key) return false;
  ASSIGN_OR_RETURN(const char next, Next());
  const Field field = Find(kDocumentFields, *key);
  if (IsList(field) && next == '[') return ReadList(field);
  if (field == Field::kWrapper && next == '{' && depth < kMaxWrappers) return ReadObject(depth + 1);
  return SkipValue();
}

Result<std::optional<std::string>> DocumentReader::ReadKey() {
  constexpr size_t kMaxKeyBytes = 4096;
  ASSIGN_OR_RETURN(const char quote, Next());
  ASSIGN_OR_RETURN(const std::string_view view, input_.Peek(kMaxKeyBytes));
  const size_t end = quote == '"' ? view.substr(1, kMaxKeyBytes).find('"') : std::string_view::npos;
  if (end == std::string_view::npos) {
    if (quote == '\0' || (quote == '"' && view.size() < kMaxKeyBytes)) {
      RETURN_IF_ERROR(Cut(std::nullopt));
    } else {
      Broken("expected a key");
    }
    return std::nullopt;
  }
  std::string key(view.substr(1, end));
  input_.Consume(end + 2);
  ASSIGN_OR_RETURN(const char colon, Next());
  if (colon != ':') {
    Broken("expected ':'");
    return std::nullopt;
  }
  input_.Consume(1);
  return key;
}

Result<bool> DocumentReader::ReadList(Field list) {
  input_.Consume(1);
  ASSIGN_OR_RETURN(const char next, Next());
  if (next == ']') {
    input_.Consume(1);
    return true;
  }
  while (true) {
    ASSIGN_OR_RETURN(const bool read, ReadElement(list));
    if (!read) return false;
    ASSIGN_OR_RETURN(const std::optional<bool> more, ReadSeparator(']'));
    if (!more) return false;
    if (!*more) return true;
  }
}

Result<bool> DocumentReader::ReadElement(Field list) {
  ASSIGN_OR_RETURN(const char first, Next());
  if (first != '{') return SkipValue();
  ASSIGN_OR_RETURN(const std::optional<std::string_view> text, PeekValue());
  if (!text) return Cut(list);
  RETURN_IF_ERROR(records_.ReadElement(list, *text, Here()));
  input_.Consume(text->size());
  return true;
}

Result<std::optional<std::string_view>> DocumentReader::PeekValue() {
  ValueScan scan;
  for (size_t want = kStep;; want += kStep + want / 2) {
    ASSIGN_OR_RETURN(const std::string_view view, input_.Peek(want));
    if (const auto end = scan.Advance(view)) return view.substr(0, *end);
    if (view.size() < want) return std::nullopt;
  }
}

Result<bool> DocumentReader::SkipValue() {
  ASSIGN_OR_RETURN(const char first, Next());
  if (first == '{' || first == '[') {
    ASSIGN_OR_RETURN(const std::optional<std::string_view> text, PeekValue());
    if (!text) return Cut(std::nullopt);
    input_.Consume(text->size());
    return true;
  }
  // A scalar: up to what may follow it; strings may contain that.
  ASSIGN_OR_RETURN(std::string_view view, input_.Peek(kStep));
  size_t end = 0;
  if (first == '"') {
    for (end = 1; end < view.size() && view[end] != '"'; ++end) end += view[end] == '\\';
    ++end;
  }
  end = std::min(view.find_first_of(",]}", std::min(end, view.size())), view.size());
  if (end == view.size()) return Cut(std::nullopt);
  input_.Consume(end);
  return true;
}

Result<std::optional<bool>> DocumentReader::ReadSeparator(char closing) {
  ASSIGN_OR_RETURN(const char next, Next());
  if (next == '\0') {
    RETURN_IF_ERROR(Cut(std::nullopt));
    return std::nullopt;
  }
  if (next != ',' && next != closing) {
    Broken("expected ',' or a closing bracket");
    return std::nullopt;
  }
  input_.Consume(1);
  return next == ',';
}

// The input ended inside the document; a cut element may still hold complete spans.
Result<bool> DocumentReader::Cut(std::optional<Field> list) {
  ASSIGN_OR_RETURN(const std::string_view rest, input_.Peek(1));
  sink_.Report(kTruncatedRecord, Here(), rest.empty() ? "end of file" : rest);
  if (list == Field::kResourceSpans) {
    if (auto saved = CloseAfterLastSpan(rest, kElementSpanDepth)) {
      const size_t size = saved->size();
      saved->append(Input::kPadding, '\0');
      RETURN_IF_ERROR(
          records_.ReadElement(*list, std::string_view(*saved).substr(0, size), Here()));
    }
  }
  input_.Consume(rest.size());
  return false;
}

}  // namespace slowtell::ingest::otlp_json
