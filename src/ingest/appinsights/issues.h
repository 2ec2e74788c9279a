// SPDX-License-Identifier: Apache-2.0
// Problems of Application Insights exports.
#pragma once

#include <array>

#include "ingest/common_issues.h"
#include "ingest/issue.h"
#include "ingest/otel_issues.h"

namespace slowtell::ingest::appinsights {

inline constexpr IssueDef kRowWithoutTime{"row_without_time", Severity::kDataLoss,
                                          "A row has no time that can be read.", "It is left out."};
inline constexpr IssueDef kRowWithoutDuration{
    "row_without_duration", Severity::kDataLoss, "A row has no duration that can be read.",
    "It is kept with duration 0 and counted as unknown (censored)."};
inline constexpr IssueDef kDurationFromBucket{
    "duration_from_bucket", Severity::kWarning,
    "Only the performance bucket of a row is there, not its duration.",
    "The bucket's lower edge is used as a lower bound (censored)."};
inline constexpr IssueDef kZoneUnknown{
    "time_zone_unknown", Severity::kWarning, "Times are given without a time zone.",
    "They are read as UTC; the order is right, the hour of day may be wrong."};
inline constexpr IssueDef kExportCut{"export_probably_cut", Severity::kDataLoss,
                                     "The export has exactly a portal or API row limit (1,000, "
                                     "10,000, 30,000, 100,000 or 500,000 rows).",
                                     "Rows are probably missing; exports are newest first, so the "
                                     "start is lost, and with it cold starts."};
inline constexpr IssueDef kPartialError{"partial_error", Severity::kDataLoss,
                                        "The query service reported an error beside the rows.",
                                        "Rows are probably missing."};
inline constexpr IssueDef kEmptyTable{
    "empty_table", Severity::kWarning, "A result table has no rows.",
    "No rows is not the same as nothing slow: telemetry may not have been sent or kept."};
inline constexpr IssueDef kRaggedRow{"ragged_row", Severity::kWarning,
                                     "A row has more or fewer cells than there are columns.",
                                     "Cells are taken in order; what is missing is empty."};
inline constexpr IssueDef kTableIgnored{
    "table_ignored", Severity::kInfo, "A result table has no duration column.",
    "It is not read: it holds neither requests nor dependencies."};
inline constexpr IssueDef kRowOfOtherTable{
    "row_of_other_table", Severity::kInfo,
    "A row is a trace, exception, metric, page view or availability result.",
    "It is not read: only requests and dependencies are."};
inline constexpr IssueDef kDurationFromProperty{
    "duration_from_property", Severity::kInfo,
    "A duration is 0, but the custom dimension totalTime is not.",
    "totalTime is used: the query rounded the duration to whole units."};
inline constexpr IssueDef kPropertiesUnreadable{
    "properties_unreadable", Severity::kWarning,
    "The custom dimensions of a row are no JSON object.",
    "They are kept as text; a sampling rate in them is not known, and the row counts once."};
inline constexpr IssueDef kOddWeight{"sampling_unusable", Severity::kWarning,
                                     "A row's sampling rate cannot be read or makes no sense.",
                                     "The row counts once."};

inline constexpr std::array<const IssueDef*, 14> kIssues = {
    &kRowWithoutTime, &kRowWithoutDuration, &kDurationFromBucket, &kDurationFromProperty,
    &kZoneUnknown,    &kExportCut,          &kPartialError,       &kEmptyTable,
    &kRaggedRow,      &kTableIgnored,       &kRowOfOtherTable,    &kPropertiesUnreadable,
    &kOddWeight,      &kAttributeShortened};

}  // namespace slowtell::ingest::appinsights
