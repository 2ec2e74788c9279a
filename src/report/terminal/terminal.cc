// SPDX-License-Identifier: Apache-2.0
// See terminal.h. One function per part of the page, in the order of reading.
#include "report/terminal/terminal.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/terminal/cause_section.h"
#include "report/terminal/page.h"
#include "report/terminal/table_layout.h"
#include "report/terminal/text_layout.h"

namespace slowtell::report {
namespace {

constexpr int kBarWidth = 30;

std::string Counted(int64_t n, const std::string& one, const std::string& many) {
  return WithThousands(n) + " " + (n == 1 ? one : many);
}

// "2025-11-30 21:49:33"
std::string Clock(int64_t unix_ns) {
  std::string text = IsoTime(unix_ns).substr(0, 19);
  text[10] = ' ';
  return text;
}

std::string TimeRange(const Question& question) {
  if (question.from_ns == 0 && question.to_ns == 0) return "";
  const std::string from = Clock(question.from_ns);
  const std::string to = Clock(question.to_ns);
  const bool same_day = from.substr(0, 10) == to.substr(0, 10);
  return ", " + from + " to " + (same_day ? to.substr(11) : to) + " UTC";
}

// A target is a round number as a rule: "2 s", not "2.00 s".
std::string RoundDuration(int64_t ns) {
  std::string text = HumanDuration(static_cast<double>(ns));
  const size_t dot = text.find('.');
  const size_t space = text.find(' ');
  if (dot == std::string::npos) return text;
  if (text.find_first_not_of('0', dot + 1) == space) text.erase(dot, space - dot);
  return text;
}

// Seconds throughout the ledger, so that its lines can be compared and added up.
std::string Seconds(double seconds) { return HumanNumber(seconds) + " s"; }

void Header(Page& page, const Question& question) {
  std::string read = Counted(question.sources, "source", "sources") + ", " +
                     Counted(question.requests, "request", "requests") + " (" +
                     Counted(question.spans, "span", "spans") + ") on " +
                     Counted(question.replicas, "replica", "replicas") + TimeRange(question);
  const auto requests = static_cast<double>(question.requests);
  if (question.weighted_requests > requests * 1.005) {
    read += "; sampled, they stand for " + WithThousands(std::llround(question.weighted_requests)) +
            " requests";
  }
  page.Text("Read:   ", read);
  std::string slow = "none";
  if (question.target_ns > 0) {
    slow = Counted(question.slow_requests, "request", "requests") + " longer than " +
           RoundDuration(question.target_ns);
  }
  if (!question.basis_text.empty()) slow += " (" + question.basis_text + ")";
  page.Text("Slow:   ", slow);
}

Ink InkOf(std::string_view severity) {
  if (severity == "data_loss") return Ink::kBad;
  return severity == "warning" ? Ink::kWarning : Ink::kPlain;
}

std::string SeverityLabel(std::string_view severity) {
  return severity == "data_loss" ? "data loss" : std::string(severity);
}

std::string Sentence(std::string text) {
  if (!text.empty() && std::string_view(".!?").find(text.back()) == std::string_view::npos)
    text += '.';
  return text;
}

std::string IssueText(const IssueReport& issue) {
  std::string text = issue.id + ", " + Counted(issue.count, "record", "records");
  if (!issue.location.empty()) text += ", first at " + issue.location;
  return text + ": " + Sentence(issue.meaning) + (issue.effect.empty() ? "" : " Effect: ") +
         Sentence(issue.effect);
}

void OneDoubt(Page& page, std::string_view severity, const std::string& text) {
  page.Text("  " + SeverityLabel(severity) + ": ", text, InkOf(severity));
}

bool Matters(std::string_view severity) { return severity != "info"; }

void Doubts(Page& page, const Report& report) {
  bool any = false;
  const auto heading = [&] {
    if (!any) {
      page.Gap();
      page.Line("Read this first: what is wrong with the data", Ink::kHeading);
    }
    any = true;
  };
  for (const DoubtReport& doubt : report.doubts) {
    const char* severity = Id(doubt.doubt.severity);
    if (!Matters(severity)) continue;
    heading();
    OneDoubt(
        page, severity,
        doubt.id + ": " + Sentence(doubt.doubt.text) + " Effect: " + Sentence(doubt.doubt.effect));
  }
  for (const IssueReport& issue : report.issues) {
    if (!Matters(issue.severity)) continue;
    heading();
    OneDoubt(page, issue.severity, IssueText(issue));
  }
}

std::string Bar(double share) {
  const int filled =
      std::clamp(static_cast<int>(std::lround(share * kBarWidth)), share > 0 ? 1 : 0, kBarWidth);
  return PadRight(std::string(static_cast<size_t>(filled), '#'), kBarWidth);
}

void Ledger(Page& page, const Report& report) {
  if (!(report.question.excess_s > 0)) return;
  page.Gap();
  page.Line(
      "Where the slow time went (" + Seconds(report.question.excess_s) + " above what is expected)",
      Ink::kHeading);
  int widest = 0;
  for (const LedgerLine& line : report.ledger)
    widest = std::max(widest, DisplayWidth(Seconds(line.seconds)));
  const bool room_for_bars = page.width() >= 80;
  for (const LedgerLine& line : report.ledger) {
    const std::string text =
        (room_for_bars ? "  " + Bar(line.share) : std::string(" ")) + " " +
        PadLeft(Percent(line.share), 8) + "  " + PadLeft(Seconds(line.seconds), widest) + "  " +
        PadRight(line.layer.empty() ? "-" : Harmless(line.layer), 10) + "  " + Harmless(line.cause);
    page.Line(text, line.cause == report.top ? Ink::kGood : Ink::kPlain);
  }
}

void OtherNotes(Page& page, const Report& report) {
  std::vector<std::string> notes;
  for (const DoubtReport& doubt : report.doubts) {
    if (Matters(Id(doubt.doubt.severity))) continue;
    notes.push_back(doubt.id + ": " + Sentence(doubt.doubt.text) + " " +
                    Sentence(doubt.doubt.effect));
  }
  for (const IssueReport& issue : report.issues) {
    if (!Matters(issue.severity)) notes.push_back(IssueText(issue));
  }
  if (notes.empty()) return;
  page.Gap();
  page.Line("Also noted about the data", Ink::kHeading);
  for (const std::string& note : notes) page.Text("  ", note);
}

}  // namespace

std::string RenderTerminal(const Report& report, const Style& style) {
  Page page(style);
  Header(page, report.question);
  Doubts(page, report);
  Ledger(page, report);
  page.Gap();
  page.Text("Answer: ", report.answer, Ink::kHeading);
  for (const CauseReport& cause : report.causes) {
    if (cause.verdict.state == State::kFound) FoundCause(page, cause);
  }
  UnsettledCauses(page, report.causes);
  OtherNotes(page, report);
  return page.Take();
}

}  // namespace slowtell::report
