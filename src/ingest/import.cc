// SPDX-License-Identifier: Apache-2.0
#include "ingest/import.h"

#include <algorithm>

#include "base/text.h"
#include "ingest/common_issues.h"
#include "ingest/detect.h"
#include "ingest/expand_paths.h"
#include "ingest/open_input.h"
#include "ingest/registry.h"
#include "ingest/source_record.h"

namespace slowtell::ingest {
namespace {

// Passes rows on and tells the caller how far it is, without the importer knowing.
class WatchedSink : public Sink {
 public:
  WatchedSink(StoreSink& sink, const SourceInput& input, const ImportOptions& options)
      : sink_(sink), input_(input), options_(options) {}

  Result<void> Add(const schema::SpanRow& row) override { return Pass(row); }
  Result<void> Add(const schema::EventRow& row) override { return Pass(row); }
  Result<void> Add(const schema::MetricRow& row) override { return Pass(row); }
  Result<void> Add(const schema::SocketRow& row) override { return Pass(row); }
  void Report(const IssueDef& issue, std::string_view where, std::string_view sample) override {
    sink_.Report(issue, where, sample);
  }

 private:
  static constexpr int64_t kEvery = 4096;

  template <class Row>
  Result<void> Pass(const Row& row) {
    if (++rows_ % kEvery == 0) RETURN_IF_ERROR(Tick());
    return sink_.Add(row);
  }

  Result<void> Tick() const {
    if (options_.progress) options_.progress({input_.path(), input_.BytesOnDisk(), rows_});
    if (options_.stop == nullptr || !options_.stop->load(std::memory_order_relaxed)) return {};
    return Fail(ErrorKind::kInterrupted, "import stopped", "interrupted", input_.path());
  }

  StoreSink& sink_;
  const SourceInput& input_;
  const ImportOptions& options_;
  int64_t rows_ = 0;
};

void ReportContainer(const SourceInput& input, Sink& sink) {
  const std::string& path = input.path();
  if (input.leading_nul_bytes() > 0) {
    sink.Report(kLeadingNulBytes, path + ":byte 0",
                WithThousands(input.leading_nul_bytes()) + " NUL bytes");
  }
  if (input.Truncated()) {
    sink.Report(kTruncatedSource, path + ":byte " + std::to_string(input.offset()), input.Damage());
  }
  if (input.trailing_bytes() > 0) {
    sink.Report(kTrailingBytes, path, WithThousands(input.trailing_bytes()) + " bytes or more");
  }
}

std::string Describe(const std::vector<IssueCount>& issues) {
  std::vector<std::string> parts;
  for (const IssueCount& found : issues) {
    parts.push_back(std::string(found.issue->id) + " x " + WithThousands(found.count) +
                    (found.location.empty() ? "" : " (first at " + found.location + ")"));
  }
  return Join(parts, ", ");
}

// A source that parses but gives nothing to answer with is not "nothing slow".
Result<void> RequireRows(const std::string& path, const StoreSink& sink) {
  if (sink.Rows().All() > 0) return {};
  std::string why = "it has the right shape but no usable record";
  if (!sink.Issues().empty()) why += ": " + Describe(sink.Issues());
  return Fail(ErrorKind::kBadInput, "cannot use " + path, why, "",
              "no data is not the same as nothing slow; check the export");
}

Result<void> ReadInto(SourceInput& input, const ImporterDef& importer, StoreSink& sink,
                      const ImportOptions& options) {
  WatchedSink watched(sink, input, options);
  RETURN_IF_ERROR(importer.import(input, watched));
  ReportContainer(input, sink);
  RETURN_IF_ERROR(RequireRows(input.path(), sink));
  const RowCounts& rows = sink.Rows();
  if (rows.spans > 0 && rows.spans_with_duration == 0) {
    sink.Report(kNoDurations, input.path(), WithThousands(rows.spans) + " spans");
  }
  RETURN_IF_ERROR(sink.Finish());
  return input.Drain();
}

Result<const ImporterDef*> Choose(SourceInput& input, const ImportOptions& options) {
  ASSIGN_OR_RETURN(const Sample sample, input.PeekSample());
  if (!options.format.empty() && !sample.head.empty()) {
    return FindImporter(options.format, Importers());
  }
  auto found = Detect(sample, Importers());
  if (!found && input.Truncated()) {
    found.error().why += "; " + input.Damage();
  }
  return found;
}

Result<ImportSummary> ImportAs(Store& store, SourceInput& input, const ImporterDef& importer,
                               uint32_t source_id, const ImportOptions& options) {
  StoreSink sink(store, source_id);
  RETURN_IF_ERROR(ReadInto(input, importer, sink, options));
  ImportSummary summary;
  summary.path = input.path();
  summary.source_id = source_id;
  summary.format = importer.id;
  summary.sha256 = input.Sha256();
  summary.bytes = input.BytesOnDisk();
  summary.rows = sink.Rows();
  summary.issues = sink.Issues();
  ASSIGN_OR_RETURN(const uint32_t earlier, FindSource(store, summary.sha256));
  if (earlier != 0) {
    RETURN_IF_ERROR(DropSource(store, source_id));
    summary.outcome = ImportOutcome::kAlreadyThere;
    summary.source_id = earlier;
    return summary;
  }
  RETURN_IF_ERROR(CommitSource(store, summary));
  return summary;
}

}  // namespace

Result<ImportSummary> ImportFile(Store& store, const std::string& path,
                                 const ImportOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<SourceInput> input, OpenInput(path));
  input->StopWhen(options.stop);
  ASSIGN_OR_RETURN(const ImporterDef* const importer, Choose(*input, options));
  ASSIGN_OR_RETURN(const uint32_t source_id, NextSourceId(store));
  Result<ImportSummary> summary = ImportAs(store, *input, *importer, source_id, options);
  if (!summary) {
    // The first error is the one to show; what a failed clean-up leaves has no `sources` row and is
    // removed when the store is opened again.
    if (auto dropped = DropSource(store, source_id); !dropped && summary.error().hint.empty()) {
      summary.error().hint = "removing the partial import failed too: " + dropped.error().why;
    }
  }
  return summary;
}

Result<ImportReport> ImportAll(Store& store, std::span<const std::string> arguments,
                               const ImportOptions& options) {
  ASSIGN_OR_RETURN(const std::vector<FoundPath> files, ExpandPaths(arguments));
  ImportReport report;
  std::vector<std::string> fruitful;  // directories in which something was found
  for (const FoundPath& file : files) {
    Result<ImportSummary> summary = ImportFile(store, file.path, options);
    if (summary) {
      report.sources.push_back(*std::move(summary));
      fruitful.push_back(file.directory);
    } else if (file.directory.empty() || summary.error().kind != ErrorKind::kBadInput) {
      return Failure(std::move(summary).error());
    } else {
      report.skipped.push_back({file.path, summary.error().why});
    }
  }
  for (const FoundPath& file : files) {
    if (std::find(fruitful.begin(), fruitful.end(), file.directory) != fruitful.end()) continue;
    return Fail(ErrorKind::kBadInput, "cannot use directory " + file.directory,
                "no telemetry in it; for example " + report.skipped.front().path + ": " +
                    report.skipped.front().why,
                "", "name a file or a directory with exported telemetry");
  }
  return report;
}

}  // namespace slowtell::ingest
