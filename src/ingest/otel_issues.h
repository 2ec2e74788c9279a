// SPDX-License-Identifier: Apache-2.0
// Problems of OpenTelemetry data itself, the same in every encoding of it.
#pragma once

#include <array>

#include "ingest/issue.h"

namespace slowtell::ingest {

inline constexpr IssueDef kSpanWithoutStart{
    "span_without_start", Severity::kDataLoss,
    "A span has no start time, or one that does not fit 64 bits.",
    "It cannot be placed in time and is left out."};
inline constexpr IssueDef kSpanWithoutEnd{
    "span_without_end", Severity::kWarning,
    "A span has no end time: it was still running when it was exported.",
    "It is kept with duration 0 and marked censored, because it took longer than is known."};
inline constexpr IssueDef kSpanEndsBeforeStart{
    "span_ends_before_start", Severity::kWarning,
    "A span ends before it starts, as clocks that were set back produce it.",
    "Its duration is unknown: it is kept with duration 0 and marked censored."};
inline constexpr IssueDef kSpanTooLong{
    "span_too_long", Severity::kWarning,
    "A span is longer than a year, as negative durations written without a sign produce it.",
    "Its duration is unknown: it is kept with duration 0 and marked censored."};
inline constexpr IssueDef kSpanTimeUnlikely{
    "span_time_unlikely", Severity::kWarning,
    "A span starts before the year 2000: times may be in another unit than nanoseconds.",
    "It is kept as found; durations in another unit would be wrong by a factor of 1,000 or more."};
inline constexpr IssueDef kSpanWithoutId{
    "span_without_id", Severity::kWarning, "A span has no trace id or no span id.",
    "It is kept, but it cannot be joined to its callers and callees."};
inline constexpr IssueDef kUnusableSampling{
    "unusable_sampling_weight", Severity::kWarning,
    "A span states a sampling rate or threshold that cannot be true.",
    "The span is counted once, so totals may be too low."};
inline constexpr IssueDef kAttributeShortened{
    "attribute_shortened", Severity::kInfo,
    "An attribute is longer than 4 KiB, or a resource or span has more than 256 of them.",
    "Its beginning is kept and attributes beyond 256 are left out; times and columns are "
    "complete."};
inline constexpr IssueDef kLogsNotRead{"logs_not_read", Severity::kInfo,
                                       "The source holds log records; they are not read yet.",
                                       "Nothing in the answer comes from these logs."};
inline constexpr IssueDef kMetricWithoutValue{
    "metric_without_value", Severity::kInfo,
    "A metric data point has no value, no time or is marked as not recorded.", "It is left out."};
inline constexpr IssueDef kMetricBucketsNotRead{
    "metric_buckets_not_read", Severity::kInfo,
    "A metric is a histogram or summary; only its sum and count are read.",
    "Averages from it are exact; its percentiles are not used."};

inline constexpr std::array<const IssueDef*, 11> kOtelIssues = {
    &kSpanWithoutStart, &kSpanWithoutEnd,     &kSpanEndsBeforeStart, &kSpanTooLong,
    &kSpanTimeUnlikely, &kSpanWithoutId,      &kUnusableSampling,    &kAttributeShortened,
    &kLogsNotRead,      &kMetricWithoutValue, &kMetricBucketsNotRead};

}  // namespace slowtell::ingest
