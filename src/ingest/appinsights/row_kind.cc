// SPDX-License-Identifier: Apache-2.0
#include "ingest/appinsights/row_kind.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace slowtell::ingest::appinsights {
namespace {

constexpr std::string_view kVerbs[] = {"GET",  "POST",    "PUT",   "DELETE", "PATCH",
                                       "HEAD", "OPTIONS", "TRACE", "CONNECT"};
constexpr std::string_view kRequestNames[] = {"request", "requests", "AppRequests"};
constexpr std::string_view kDependencyNames[] = {"dependency", "dependencies", "AppDependencies"};
// Tables that share columns with requests. In the column `type` only these names count: for a
// dependency it holds "SQL" or whatever else was called.
constexpr std::string_view kOtherNames[] = {
    "AppTraces",         "AppExceptions",          "AppEvents",
    "AppMetrics",        "AppPageViews",           "AppSystemEvents",
    "AppBrowserTimings", "AppAvailabilityResults", "traces",
    "exceptions",        "AppServiceHTTPLogs",     "AppPerformanceCounters",
    "customEvents",      "customMetrics",          "pageViews",
    "browserTimings",    "performanceCounters",    "availabilityResults"};
constexpr std::string_view kQueues[] = {"queue message", "azure service bus", "azure event hubs"};

template <class Names>
bool IsOneOf(const Names& names, std::string_view text) {
  return std::any_of(std::begin(names), std::end(names),
                     [text](std::string_view name) { return EqualsIgnoreCase(name, text); });
}

std::optional<RowTable> NamedTable(std::string_view name) {
  if (IsOneOf(kRequestNames, name)) return RowTable::kRequest;
  if (IsOneOf(kDependencyNames, name)) return RowTable::kDependency;
  if (IsOneOf(kOtherNames, name)) return RowTable::kOther;
  return std::nullopt;
}

// Rows that an instrumented caller sent name it in `source`; that makes them no messages.
bool IsCallerId(std::string_view source) { return StartsWithIgnoreCase(source, "cid-v1:"); }

bool IsHttp(const Fields& fields) {
  return !fields[Field::kUrl].empty() || !VerbOf(fields[Field::kName]).empty();
}

}  // namespace

std::string_view VerbOf(std::string_view name) {
  for (std::string_view verb : kVerbs)
    if (name.size() > verb.size() && StartsWithIgnoreCase(name, verb) && name[verb.size()] == ' ')
      return name.substr(0, verb.size());
  return {};
}

RowTable TableOf(const Fields& fields) {
  if (const std::string_view item = fields[Field::kItemType]; !item.empty())
    return NamedTable(item).value_or(RowTable::kOther);
  if (const auto named = NamedTable(fields[Field::kType])) return *named;
  const bool request = fields.Has(Field::kUrl) || fields.Has(Field::kSource);
  const bool dependency =
      fields.Has(Field::kTarget) || fields.Has(Field::kData) || fields.Has(Field::kDependencyType);
  return dependency && !request ? RowTable::kDependency : RowTable::kRequest;
}

std::string_view DependencyTypeOf(const Fields& fields) {
  if (!fields[Field::kDependencyType].empty()) return fields[Field::kDependencyType];
  const std::string_view type = fields[Field::kType];
  return NamedTable(type) ? std::string_view() : type;
}

std::string_view KindOf(RowTable table, const Fields& fields) {
  if (table == RowTable::kDependency) {
    const std::string_view type = DependencyTypeOf(fields);
    if (StartsWithIgnoreCase(type, "InProc")) return "internal";
    const bool queue = std::any_of(std::begin(kQueues), std::end(kQueues),
                                   [type](auto name) { return StartsWithIgnoreCase(type, name); });
    if (!queue) return "client";
    const std::string name = Lower(fields[Field::kName]);
    const bool takes =
        name.find("receive") != std::string::npos || name.find("process") != std::string::npos;
    return takes ? "consumer" : "producer";
  }
  const std::string_view source = fields[Field::kSource];
  return IsHttp(fields) && (source.empty() || IsCallerId(source)) ? "server" : "consumer";
}

}  // namespace slowtell::ingest::appinsights
