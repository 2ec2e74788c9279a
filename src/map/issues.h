// SPDX-License-Identifier: Apache-2.0
// What can be wrong with single rows of a mapping's result.
#pragma once

#include <array>

#include "ingest/issue.h"

namespace slowtell::map {

inline constexpr ingest::IssueDef kRowWithoutTime{
    "mapped_row_without_time", ingest::Severity::kDataLoss,
    "A row of the mapping has no start (start_ns or at_ns is NULL).",
    "It is left out; the requests it stands for are missing from every count."};
inline constexpr ingest::IssueDef kRowWithoutDuration{
    "mapped_row_without_duration", ingest::Severity::kDataLoss,
    "A row of the mapping has no duration (duration_ns is NULL).",
    "It is left out; the requests it stands for are missing from every count."};
inline constexpr ingest::IssueDef kRowWithNegativeDuration{
    "mapped_row_with_negative_duration", ingest::Severity::kDataLoss,
    "A row of the mapping has a negative duration, which logs write for a phase that was not "
    "reached.",
    "It is left out; if it stands for a request that failed, give it its total time in the "
    "mapping."};
// For docs/reference.
inline constexpr std::array<const ingest::IssueDef*, 3> kMapIssues = {
    &kRowWithoutTime, &kRowWithoutDuration, &kRowWithNegativeDuration};

}  // namespace slowtell::map
