// SPDX-License-Identifier: Apache-2.0
// Problems that only JSON records can have.
#pragma once

#include "ingest/issue.h"

namespace slowtell::ingest::otlp_json {

inline constexpr IssueDef kRecordNotOtlp{
    "record_not_otlp", Severity::kWarning,
    "A line is JSON, but holds no resourceSpans, resourceMetrics or resourceLogs.",
    "It is left out; if it is telemetry of another kind, import it in its own file."};
inline constexpr IssueDef kTruncatedRecord{
    "truncated_record", Severity::kDataLoss, "The last record ends in the middle.",
    "Its complete spans are used; the rest of it is missing."};

}  // namespace slowtell::ingest::otlp_json
