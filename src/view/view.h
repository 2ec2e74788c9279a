// SPDX-License-Identifier: Apache-2.0
// Evidence that several causes share, made once per question: requests, slow requests, parts of
// slow requests. Each src/view/*.sql is one SELECT; Prepare() turns them into tables of the store.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/result.h"
#include "base/sql_file.h"
#include "store/store.h"
#include "view/question.h"

namespace slowtell::view {

std::span<const SqlFile> Files();

struct Asked {
  std::optional<int64_t> target_ns;  // nullopt: the default rule of TargetFor()
  std::optional<int64_t> from_ns;    // only spans that start at or after
  std::optional<int64_t> to_ns;      // only spans that start before
};

// Builds the views for this question. kBadInput when the store holds no usable request.
Result<Question> Prepare(Store& store, const Asked& asked);

// Parameters that every evidence SQL may use: {target_ns:Int64}, {from_ns:Int64}, {to_ns:Int64}.
Params ParamsOf(const Question& question);

// The default rule (causes.md): 1 s when at least 20 requests or 0.1 % exceed it; else the p99 when
// it is over 3x the median and at least 100 ms (shorter waits are not noticed, Nielsen 1993); else
// nothing is slow.
struct DurationSummary {
  int64_t requests = 0;
  int64_t over_one_second = 0;
  double median_ns = 0;
  double p99_ns = 0;
};
void ChooseTarget(const DurationSummary& summary, Question& question);

}  // namespace slowtell::view
