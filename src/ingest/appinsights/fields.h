// SPDX-License-Identifier: Apache-2.0
// The columns of Application Insights rows under both naming schemes: classic (requests,
// dependencies) and workspace (AppRequests, AppDependencies).
#pragma once

#include <array>
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

// What the header says about the zone of its times. The portal writes "[UTC]", or "[Local Time]"
// for a zone that the file does not name.
enum class TimeColumn { kUnlabelled, kUtc, kLocal };
TimeColumn TimeColumnOf(std::string_view column);

// A row as named cells. Text may be borrowed; it must live until the row was added.
struct Cell {
  std::string_view column;
  Field field = Field::kOther;
  std::string_view text;
};
using Row = std::vector<Cell>;

// The cells of one row by field. Which columns there are says something too, even when empty.
struct Fields {
  std::array<std::string_view, kFieldCount> text;
  std::array<bool, kFieldCount> present{};
  std::string_view operator[](Field field) const { return text[static_cast<size_t>(field)]; }
  bool Has(Field field) const { return present[static_cast<size_t>(field)]; }
};

}  // namespace slowtell::ingest::appinsights
