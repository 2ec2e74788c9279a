// SPDX-License-Identifier: Apache-2.0
// The columns of Application Insights rows under both naming schemes: classic (requests,
// dependencies) and workspace (AppRequests, AppDependencies).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slowtell::ingest::appinsights {

enum class Field {
  kTime,
  kDuration,
  kId,
  kTrace,
  kParent,
  kName,
  kOperation,
  kSuccess,
  kResult,
  kTarget,
  kType,
  kDependencyType,
  kData,
  kInstance,
  kService,
  kVersion,
  kUrl,
  kSource,
  kSynthetic,
  kItemCount,
  kItemType,
  kBucket,
  kProperties,
  kOther,
};
inline constexpr int kFieldCount = static_cast<int>(Field::kOther);

// Any spelling: "timestamp [UTC]", "TimeGenerated", "operation_Id", "OperationId", "AppRoleName".
Field FieldOf(std::string_view column);

// "TimeGenerated [Local Time]": the portal's own zone, which the file does not name.
bool IsLocalTime(std::string_view column);

// A row as named cells. Text may be borrowed; it must live until the row was added.
struct Cell {
  std::string_view column;
  Field field = Field::kOther;
  std::string_view text;
};
using Row = std::vector<Cell>;

}  // namespace slowtell::ingest::appinsights
