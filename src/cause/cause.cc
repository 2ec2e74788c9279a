// SPDX-License-Identifier: Apache-2.0
#include "cause/cause.h"

#include "base/check.h"

namespace slowtell {

const Table& Evidence::Get(std::string_view name) const {
  const auto found = tables_.find(name);
  CHECK(found != tables_.end());
  return found->second;
}

const char* Id(State state) {
  switch (state) {
    case State::kFound: return "found";
    case State::kRuledOut: return "ruled_out";
    case State::kNotEnoughData: return "not_enough_data";
    case State::kFailed: return "failed";
  }
  CHECK(false && "state");
}

const char* Id(Grade grade) {
  switch (grade) {
    case Grade::kUnknown: return "unknown";
    case Grade::kNotProven: return "not_proven";
    case Grade::kInferred: return "inferred";
    case Grade::kObserved: return "observed";
    case Grade::kCorrelated: return "correlated";
    case Grade::kMeasured: return "measured";
    case Grade::kStronglySuggested: return "strongly_suggested";
  }
  CHECK(false && "grade");
}

const char* Label(Grade grade) {
  switch (grade) {
    case Grade::kUnknown: return "Unknown";
    case Grade::kNotProven: return "Not proven";
    case Grade::kInferred: return "Inferred";
    case Grade::kObserved: return "Observed";
    case Grade::kCorrelated: return "Correlated";
    case Grade::kMeasured: return "Measured";
    case Grade::kStronglySuggested: return "Strongly suggested";
  }
  CHECK(false && "grade");
}

const char* Id(Layer layer) {
  switch (layer) {
    case Layer::kPlatform: return "platform";
    case Layer::kWorker: return "worker";
    case Layer::kEgress: return "egress";
    case Layer::kDependency: return "dependency";
    case Layer::kFrontend: return "frontend";
    case Layer::kSpread: return "spread";
    case Layer::kIntent: return "intent";
  }
  CHECK(false && "layer");
}

}  // namespace slowtell
