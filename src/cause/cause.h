// SPDX-License-Identifier: Apache-2.0
// What a cause is: one folder src/cause/<id>/ with
//   cause.cc      defines `extern const CauseDef kDef` in namespace slowtell::cause::<id>
//   *.sql         evidence, one SELECT per file; the build embeds them, the answer runs them
//   README.md     for the on-call engineer: the sign, the look-alikes, the remedy
//   cases/*.case  at least one found, one look-alike that must not be found, one not-enough-data
// The build finds the folder; nothing else has to be edited. A judge is a pure function of its
// evidence. No cause includes another cause.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cause/verdict.h"
#include "store/table.h"
#include "view/question.h"

namespace slowtell {

// Results of the folder's *.sql files by file name without ".sql".
class Evidence {
 public:
  void Put(std::string name, Table table) { tables_[std::move(name)] = std::move(table); }
  // A missing name is a bug (a judge that asks for a file its folder does not have): CHECK.
  const Table& Get(std::string_view name) const;

 private:
  std::map<std::string, Table, std::less<>> tables_;
};

struct CauseDef {
  const char* id;  // equals the folder name; names the mechanism
  Layer layer;
  // Who takes a contested second first: the lower number. Mechanisms that make other spans look
  // slow come before the spans they distort (docs/design/ledger.md).
  int precedence;
  const char* summary;  // one sentence for the generated reference
  Verdict (*judge)(const Evidence& evidence, const Question& question);
  // Slow requests that must be left for this cause after others took theirs; fewer say "not enough
  // data". 20 for causes that every slow request fits somehow: any request spends its time either
  // in calls or outside them, so a handful of slow ones is no finding (below 20, the 95 % interval
  // of a share is wider than +-22 points).
  int64_t fewest_requests = 1;
};

}  // namespace slowtell
