// SPDX-License-Identifier: Apache-2.0
#include "ingest/appinsights/fields.h"

#include "base/text.h"

namespace slowtell::ingest::appinsights {
namespace {

struct Spelling {
  std::string_view name;  // lower case, without underscores
  Field field;
};

constexpr Spelling kSpellings[] = {
    {"timestamp", Field::kTime},
    {"timegenerated", Field::kTime},
    {"time", Field::kTime},
    {"duration", Field::kDuration},
    {"durationms", Field::kDuration},
    {"id", Field::kId},
    {"operationid", Field::kTrace},
    {"operationparentid", Field::kParent},
    {"parentid", Field::kParent},
    {"name", Field::kName},
    {"operationname", Field::kOperation},
    {"success", Field::kSuccess},
    {"resultcode", Field::kResult},
    {"target", Field::kTarget},
    {"type", Field::kType},
    {"$table", Field::kType},
    {"dependencytype", Field::kDependencyType},
    {"data", Field::kData},
    {"cloudroleinstance", Field::kInstance},
    {"approleinstance", Field::kInstance},
    {"cloudrolename", Field::kService},
    {"approlename", Field::kService},
    {"applicationversion", Field::kVersion},
    {"appversion", Field::kVersion},
    {"url", Field::kUrl},
    {"source", Field::kSource},
    {"operationsyntheticsource", Field::kSynthetic},
    {"syntheticsource", Field::kSynthetic},
    {"itemcount", Field::kItemCount},
    {"itemtype", Field::kItemType},
    {"performancebucket", Field::kBucket},
    {"customdimensions", Field::kProperties},
    {"properties", Field::kProperties},
};

std::string Plain(std::string_view column) {
  const size_t bracket = column.find('[');
  std::string plain;
  for (char c : Lower(Trim(column.substr(0, bracket))))
    if (c != '_') plain.push_back(c);
  return plain;
}

}  // namespace

Field FieldOf(std::string_view column) {
  const std::string plain = Plain(column);
  for (const Spelling& spelling : kSpellings)
    if (spelling.name == plain) return spelling.field;
  return Field::kOther;
}

TimeColumn TimeColumnOf(std::string_view column) {
  const std::string lower = Lower(column);
  if (lower.find("[utc]") != std::string::npos) return TimeColumn::kUtc;
  return lower.find("[local time]") != std::string::npos ? TimeColumn::kLocal
                                                         : TimeColumn::kUnlabelled;
}

}  // namespace slowtell::ingest::appinsights
