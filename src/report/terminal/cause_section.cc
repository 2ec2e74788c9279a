// SPDX-License-Identifier: Apache-2.0
// See cause_section.h.
#include "report/terminal/cause_section.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/terminal/table_layout.h"
#include "report/terminal/text_layout.h"

namespace slowtell::report {
namespace {

std::string HumanValue(double value, std::string_view unit) {
  if (!std::isfinite(value)) return "-";
  if (unit == "ms") return HumanDuration(value * 1e6);
  if (unit == "s") return HumanDuration(value * 1e9);
  if (unit == "ratio") return Percent(value);
  return HumanNumber(value) + (unit.empty() ? "" : " " + std::string(unit));
}

// "first_request_p50_ms" with unit ms -> "first request p50": the value says its unit.
std::string Spoken(std::string_view name, std::string_view unit) {
  const std::string ending = "_" + std::string(unit);
  if (!unit.empty() && name.ends_with(ending)) name.remove_suffix(ending.size());
  if (name.ends_with("_per_s") && unit.ends_with("/s")) name.remove_suffix(6);
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return Harmless(text);
}

std::string_view UnitInName(std::string_view name) {
  if (name.ends_with("_ms")) return "ms";
  if (name.ends_with("_s") && !name.ends_with("_per_s")) return "s";
  return name.ends_with("_ratio") ? "ratio" : "";
}

std::string Basis(const Measure& measure) {
  std::vector<std::string> parts;
  if (measure.n > 0) parts.push_back("n " + WithThousands(measure.n));
  if (measure.low && measure.high) {
    parts.push_back("95 %: " + HumanValue(*measure.low, measure.unit) + " to " +
                    HumanValue(*measure.high, measure.unit));
  }
  return parts.empty() ? "" : "  (" + Join(parts, ", ") + ")";
}

void Measures(Page& page, const std::vector<Measure>& measures) {
  int widest = 0;
  for (const Measure& measure : measures)
    widest = std::max(widest, DisplayWidth(Spoken(measure.name, measure.unit)));
  widest = std::min(widest, page.width() / 2);
  for (const Measure& measure : measures) {
    const std::string name = CutTo(Spoken(measure.name, measure.unit), widest);
    page.Text("    " + PadRight(name, widest) + "  ",
              HumanValue(measure.value, measure.unit) + Basis(measure));
  }
}

void Evidence(Page& page, const Verdict& verdict) {
  if (verdict.evidence.empty() && verdict.tables.empty()) return;
  page.Line("  Measured", Ink::kHeading);
  Measures(page, verdict.evidence);
  for (const MeasureTable& table : verdict.tables) {
    const std::vector<std::string> lines = LayOutTable(table, 6, page.width());
    if (lines.empty()) continue;
    page.Line("    " + Spoken(table.name, "") + ":");
    page.Lines(lines);
  }
}

void List(Page& page, const char* heading, const std::vector<std::string>& items) {
  if (items.empty()) return;
  page.Line(std::string("  ") + heading, Ink::kHeading);
  page.Items(items);
}

std::string Gain(const Prediction& predicted) {
  const std::string_view unit = UnitInName(predicted.metric);
  std::string text = " Predicted " + Spoken(predicted.metric, unit) + ": " +
                     HumanValue(predicted.now, unit) + " now, " + HumanValue(predicted.then, unit) +
                     " then";
  if (predicted.low && predicted.high) {
    text += " (95 %: " + HumanValue(*predicted.low, unit) + " to " +
            HumanValue(*predicted.high, unit) + ")";
  }
  return text + ".";
}

void Remedies(Page& page, const std::vector<Remedy>& remedies) {
  std::vector<std::string> items;
  for (const Remedy& remedy : remedies)
    items.push_back(remedy.text + (remedy.predicted ? Gain(*remedy.predicted) : ""));
  List(page, "What to do", items);
}

std::string UnitsNote(const Verdict& verdict) {
  if (verdict.units <= 0 || verdict.unit_name.empty()) return "";
  std::string name = verdict.unit_name;
  if (verdict.units == 1 && name.ends_with("s")) name.pop_back();
  return ", from " + WithThousands(verdict.units) + " " + name;
}

// The summary of a verdict that is a line in a list: why, and what would settle it.
void OneLine(Page& page, const CauseReport& cause) {
  std::string text = cause.verdict.summary;
  if (cause.verdict.state == State::kNotEnoughData && !cause.verdict.next.empty())
    text += (text.empty()          ? ""
             : text.ends_with('.') ? " "
                                   : ". ") +
            ("Next: " + cause.verdict.next.front());
  page.Text("  " + Harmless(cause.id) + ": ", text);
}

void Group(Page& page, const std::vector<CauseReport>& causes, State state, const char* heading) {
  bool any = false;
  for (const CauseReport& cause : causes) {
    if (cause.verdict.state != state) continue;
    if (!any) {
      page.Gap();
      page.Line(heading, Ink::kHeading);
    }
    any = true;
    OneLine(page, cause);
  }
}

}  // namespace

void FoundCause(Page& page, const CauseReport& cause) {
  const Verdict& verdict = cause.verdict;
  page.Gap();
  page.Text("",
            cause.id + " (" + Id(cause.layer) + "): " + Percent(cause.share) +
                " of the slow time. " + Label(verdict.grade) + UnitsNote(verdict) + ".",
            Ink::kHeading);
  page.Text("  ", verdict.summary);
  Evidence(page, verdict);
  List(page, "Rejected", verdict.against);
  List(page, "Not proven", verdict.not_proven);
  Remedies(page, verdict.remedies);
  List(page, "Next measurement", verdict.next);
  if (verdict.hidden_wait_s) {
    page.Text("  Hidden wait: ",
              HumanDuration(*verdict.hidden_wait_s * 1e9) +
                  " of waiting that is in no span; it comes on top of the 100 % above.",
              Ink::kWarning);
  }
  if (!cause.ceiling_note.empty()) page.Text("  Grade: ", cause.ceiling_note, Ink::kQuiet);
}

void UnsettledCauses(Page& page, const std::vector<CauseReport>& causes) {
  Group(page, causes, State::kNotEnoughData, "Cannot be told from this data");
  Group(page, causes, State::kFailed,
        "Failed (a bug of slowtell or a limit reached; please report)");
  Group(page, causes, State::kRuledOut, "Ruled out");
}

}  // namespace slowtell::report
