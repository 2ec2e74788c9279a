// SPDX-License-Identifier: Apache-2.0
// What a cause says about the data. Plain values: judges return them, the answer ranks them, the
// report prints them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/table.h"

namespace slowtell {

enum class State { kFound, kRuledOut, kNotEnoughData, kFailed };

// Strength grows downwards. Names and meaning: docs/guide/grades.md.
enum class Grade {
  kUnknown,
  kNotProven,          // fits the data, but so does something else
  kInferred,           // follows from a model that fits (always for span-timing critical paths)
  kObserved,           // seen in one run, replica or window
  kCorrelated,         // moves together, fewer than three independent units
  kMeasured,           // a number with its n and interval, three independent units or more
  kStronglySuggested,  // several independent signs, look-alikes rejected
};

enum class Layer { kPlatform, kWorker, kEgress, kDependency, kFrontend, kSpread, kIntent };

// One measured number. Durations are in milliseconds ("ms") or seconds ("s"), shares are ratios
// ("ratio", 0..1), counts have the unit of what is counted ("requests").
struct Measure {
  std::string name;  // snake_case, stable: part of the report JSON
  double value = 0;
  std::string unit;
  int64_t n = 0;              // observations behind it
  std::optional<double> low;  // 95 % interval, where one could be computed
  std::optional<double> high;
};

struct MeasureTable {
  std::string name;
  std::vector<std::string> columns;  // with unit: "p50 (ms)"
  std::vector<std::vector<Cell>> rows;
};

struct Prediction {
  std::string metric;  // "first_request_p50_ms"
  double now = 0;
  double then = 0;
  std::optional<double> low;
  std::optional<double> high;
};

struct Remedy {
  std::string text;
  std::optional<Prediction> predicted;
};

// Nanoseconds of one slow request's excess that a cause explains. The answer cuts claims so that
// no nanosecond is counted twice and none exceeds the excess.
struct Claim {
  int64_t request = 0;  // slow.request
  int64_t ns = 0;
};

struct Verdict {
  State state = State::kNotEnoughData;
  Grade grade = Grade::kUnknown;  // before ceilings; see Ceiling() in answer/grade.h
  // Independent units behind the verdict (replicas, instances, windows), for the ceilings.
  int64_t units = 0;
  std::string unit_name;  // "born replicas"
  std::string summary;    // one sentence
  std::vector<Measure> evidence;
  std::vector<MeasureTable> tables;
  std::vector<std::string> against;     // "look-alike: what rejected it"
  std::vector<std::string> not_proven;  // what this verdict does not show
  std::vector<std::string> next;        // cheapest measurement that would settle it
  std::vector<Remedy> remedies;
  std::vector<Claim> claims;
  // Waiting that is in no span, so it cannot be part of the ledger's 100 %. Seconds, weighted.
  std::optional<double> hidden_wait_s;
};

const char* Id(State state);
const char* Id(Grade grade);     // "strongly_suggested"
const char* Label(Grade grade);  // "Strongly suggested"
const char* Id(Layer layer);

}  // namespace slowtell
