// SPDX-License-Identifier: Apache-2.0
// From a filled store to a report: views, doubts, causes, ledger, answer.
#pragma once

#include <atomic>
#include <optional>

#include "base/result.h"
#include "report/model.h"
#include "store/store.h"

namespace slowtell {

struct ExplainOptions {
  std::optional<int64_t> target_ns;         // nullopt: the default rule
  std::optional<int64_t> from_ns;           // UTC, inclusive
  std::optional<int64_t> to_ns;             // UTC, exclusive
  const std::atomic<bool>* stop = nullptr;  // set: give up with kInterrupted
};

// kBadInput when the store holds nothing to explain; kStore and kInterrupted are passed on.
Result<Report> Explain(Store& store, const ExplainOptions& options);

}  // namespace slowtell
