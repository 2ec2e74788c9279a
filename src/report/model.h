// SPDX-License-Identifier: Apache-2.0
// Everything a report shows, already decided. Renderers turn it into text and never run SQL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cause/verdict.h"
#include "doubt/doubt.h"
#include "view/question.h"

namespace slowtell {

struct LedgerLine {
  std::string cause;  // cause id, or "unexplained" (always present, always last)
  std::string layer;  // "" for unexplained
  double share = 0;   // of the total excess, 0..1; all lines sum to 1 when there is excess
  double seconds = 0;
};

struct CauseReport {
  std::string id;
  Layer layer = Layer::kWorker;
  Verdict verdict;           // grade is already under its ceiling
  std::string ceiling_note;  // why the grade is not higher; empty when no ceiling bit
  double share = 0;
};

struct DoubtReport {
  std::string id;
  Doubt doubt;
};

struct IssueReport {
  std::string id;
  std::string severity;  // info, warning, data_loss
  int64_t count = 0;
  std::string location;
  std::string sample;
  std::string meaning;
  std::string effect;
};

struct Report {
  Question question;
  std::vector<DoubtReport> doubts;  // worst first
  std::vector<IssueReport> issues;  // worst first
  std::vector<LedgerLine> ledger;   // largest first, unexplained last
  std::vector<CauseReport> causes;  // found (largest share first), then not enough data, ruled out
  std::string top;                  // cause id, or "" when nothing was found
  std::string answer;               // one sentence
};

}  // namespace slowtell
