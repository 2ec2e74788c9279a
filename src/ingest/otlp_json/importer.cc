// SPDX-License-Identifier: Apache-2.0
// OTLP JSON: what the OpenTelemetry collector's file exporter, SDK file exporters and trace back
// ends write. Usually one document per line; those are parsed line by line. Everything else
// (pretty-printed, lists of documents, one document without a line break) is cut into elements
// first.
#include "ingest/importer.h"

#include <array>

#include "base/text.h"
#include "ingest/common_issues.h"
#include "ingest/otel_issues.h"
#include "ingest/otlp_json/document_reader.h"
#include "ingest/otlp_json/issues.h"
#include "ingest/otlp_json/json_scan.h"
#include "ingest/otlp_json/record_reader.h"

namespace slowtell::ingest::otlp_json {

extern const ImporterDef kDef;

namespace {

constexpr size_t kDocumentSpanDepth = 6;
// A first line longer than this is read as a document, so that memory stays bounded.
constexpr size_t kLongLine = size_t{8} << 20;

constexpr std::string_view kSpaces = " \t\r\n";

bool Contains(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

bool HasLists(std::string_view text) {
  for (const std::string_view word :
       {"\"resourceSpans\"", "\"resource_spans\"", "\"resourceMetrics\"", "\"resource_metrics\"",
        "\"resourceLogs\"", "\"resource_logs\""}) {
    if (Contains(text, word)) return true;
  }
  return Contains(text, "\"batches\"") &&
         (Contains(text, "\"instrumentationLibrarySpans\"") || Contains(text, "\"scopeSpans\""));
}

Likeness DetectOtlpJson(const Sample& sample) {
  const std::string_view text = Trim(sample.head);
  if (text.empty()) return {0, "empty"};
  if (HasLists(text)) {
    const bool json = text.front() == '{' || text.front() == '[';
    if (json) return {95, "resourceSpans, resourceMetrics or resourceLogs found"};
    return {Contains(text, "\n{\"resource") ? 80 : 30, "resourceSpans found after other text"};
  }
  if (text.front() == '{' || text.front() == '[') return {20, "JSON but no resourceSpans"};
  return {0, "not JSON"};
}

// Glued to a comma, or empty: lines of a list that was cut into lines by hand.
std::string_view Cleaned(std::string_view line) {
  line = Trim(line);
  while (!line.empty() && line.back() == ',') line = Trim(line.substr(0, line.size() - 1));
  return line;
}

Result<void> ReadCutLine(std::string_view line, const Input& input, Sink& sink,
                         RecordReader& records) {
  sink.Report(kTruncatedRecord, input.Here(), line);
  std::optional<std::string> saved = CloseAfterLastSpan(line, kDocumentSpanDepth);
  if (!saved) return {};
  const size_t size = saved->size();
  saved->append(Input::kPadding, '\0');
  return records.ReadDocuments(std::string_view(*saved).substr(0, size), input.Here());
}

Result<void> ReadLines(Input& input, Sink& sink, RecordReader& records) {
  std::string_view line;
  while (true) {
    ASSIGN_OR_RETURN(const bool more, input.NextLine(line));
    if (!more) return {};
    const std::string_view record = Cleaned(line);
    if (record.empty()) continue;
    // Only the last line can be cut; looking at every line would cost a pass over the file.
    const bool last_char_closes = record.back() == '}' || record.back() == ']';
    if (!last_char_closes && record.front() == '{' && !IsComplete(record)) {
      RETURN_IF_ERROR(ReadCutLine(record, input, sink, records));
    } else {
      RETURN_IF_ERROR(records.ReadDocuments(record, input.Here()));
    }
  }
}

// The next `count` lines that are not empty at the start, with what is between them; everything
// when the input is shorter, nothing when they are longer than `kLongLine`.
Result<std::string_view> PeekLines(Input& input, int count) {
  for (size_t want = size_t{64} << 10; want <= 2 * kLongLine; want *= 4) {
    ASSIGN_OR_RETURN(const std::string_view view, input.Peek(want));
    const size_t begin = std::min(view.find_first_not_of(kSpaces), view.size());
    size_t end = begin;
    for (int i = 0; i < count && end != std::string_view::npos; ++i) end = view.find('\n', end + 1);
    if (end != std::string_view::npos) return view.substr(begin, end - begin);
    if (view.size() < want) return view.size() <= kLongLine ? view.substr(begin) : "";
  }
  return std::string_view();
}

// Lines, unless the first line is the beginning of something longer.
Result<bool> IsLines(Input& input) {
  ASSIGN_OR_RETURN(const std::string_view first, PeekLines(input, 1));
  if (first.empty() || first.front() == '[') return false;
  if (first.front() != '{' || IsComplete(first)) return true;
  // A broken first line in a file of lines: the second one stands for itself.
  ASSIGN_OR_RETURN(const std::string_view both, PeekLines(input, 2));
  const size_t end = both.find('\n');
  if (end == std::string_view::npos) return false;
  const std::string_view second = Trim(both.substr(end + 1));
  return second.starts_with('{') && second.ends_with('}') && IsComplete(second);
}

// Is anything left but white space? Leaves empty lines in place, so that line numbers are right.
Result<bool> HasMore(Input& input) {
  while (true) {
    ASSIGN_OR_RETURN(const std::string_view view, input.Peek(1));
    if (view.find_first_not_of(kSpaces) != std::string_view::npos) return true;
    if (view.empty()) return false;
    input.Consume(view.size());
  }
}

Result<void> Import(Input& input, Sink& sink) {
  RecordReader records(sink);
  DocumentReader documents(input, sink, records);
  while (true) {
    ASSIGN_OR_RETURN(const bool more, HasMore(input));
    if (!more) return {};
    ASSIGN_OR_RETURN(const bool lines, IsLines(input));
    if (lines) return ReadLines(input, sink, records);
    ASSIGN_OR_RETURN(const bool readable, documents.Read());
    if (!readable) return {};
  }
}

constexpr auto kIssues = [] {
  std::array<const IssueDef*, kOtelIssues.size() + 4> issues{};
  std::copy(kOtelIssues.begin(), kOtelIssues.end(), issues.begin());
  size_t at = kOtelIssues.size();
  for (const IssueDef* issue :
       {&kMalformedRecord, &kInvalidUtf8, &kRecordNotOtlp, &kTruncatedRecord}) {
    issues[at++] = issue;
  }
  return issues;
}();

}  // namespace

const ImporterDef kDef{
    "otlp_json",
    "OTLP JSON",
    "OpenTelemetry traces and metrics as JSON: collector file exporter lines, one document, a list "
    "of "
    "documents, or the answer of a trace back end.",
    kIssues,
    DetectOtlpJson,
    Import,
};

}  // namespace slowtell::ingest::otlp_json
