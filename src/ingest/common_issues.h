// SPDX-License-Identifier: Apache-2.0
// Problems that any source can have, whatever its format: they come from the container (file,
// compression, framing) or are found by looking at all rows of a source together.
#pragma once

#include <array>

#include "ingest/issue.h"

namespace slowtell::ingest {

inline constexpr IssueDef kTruncatedSource{
    "truncated_source", Severity::kDataLoss,
    "The file, or its compressed stream, ends in the middle or is damaged from there on.",
    "What was readable before that point is used; whatever happened later is missing."};
inline constexpr IssueDef kTrailingBytes{
    "trailing_bytes", Severity::kWarning,
    "After the end of the compressed data there are bytes that belong to no compressed stream.",
    "These bytes are not read; if they are a second, uncompressed part, its rows are missing."};
inline constexpr IssueDef kLeadingNulBytes{
    "leading_nul_bytes", Severity::kWarning,
    "The file starts with NUL bytes, as log rotation by copy and truncate leaves them.",
    "They are skipped; records that stood there before the rotation are in another file."};
inline constexpr IssueDef kMalformedRecord{
    "malformed_record", Severity::kDataLoss, "A line or message cannot be parsed.",
    "It is left out; the records before and after it are used."};
inline constexpr IssueDef kInvalidUtf8{
    "invalid_utf8", Severity::kInfo, "Some text is not valid UTF-8.",
    "The invalid bytes are replaced by '?'; numbers and times are not affected."};
inline constexpr IssueDef kNoDurations{"no_durations", Severity::kDataLoss,
                                       "No span of this source has a usable duration.",
                                       "Nothing can be said about slow requests from this source."};
// For docs/reference: what no importer lists among its own, because the import itself reports it.
inline constexpr std::array<const IssueDef*, 6> kCommonIssues = {
    &kTruncatedSource, &kTrailingBytes, &kLeadingNulBytes,
    &kMalformedRecord, &kInvalidUtf8,   &kNoDurations};

}  // namespace slowtell::ingest
