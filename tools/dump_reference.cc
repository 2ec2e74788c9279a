// SPDX-License-Identifier: Apache-2.0
// Prints what is registered in this build (importers with their issues, causes, doubts, evidence)
// as JSON, so that tools/gen_docs.py writes docs/reference from the program itself and not from a
// second list that could disagree with it.
#include <cstdio>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "cause/registry.h"
#include "doubt/registry.h"
#include "ingest/registry.h"
#include "view/view.h"

namespace slowtell {
namespace {

using Json = nlohmann::ordered_json;

Json Names(std::span<const SqlFile> files) {
  Json names = Json::array();
  for (const SqlFile& file : files) names.push_back(file.name);
  return names;
}

Json Issue(const ingest::IssueDef& issue) {
  return {{"id", issue.id},
          {"severity", ingest::Name(issue.severity)},
          {"meaning", issue.meaning},
          {"effect", issue.effect}};
}

Json Importer(const ingest::ImporterDef& importer) {
  Json issues = Json::array();
  for (const ingest::IssueDef* issue : importer.issues) issues.push_back(Issue(*issue));
  return {{"id", importer.id},
          {"title", importer.title},
          {"summary", importer.summary},
          {"issues", issues}};
}

Json Cause(const CauseEntry& entry) {
  return {{"id", entry.def->id},
          {"layer", Id(entry.def->layer)},
          {"precedence", entry.def->precedence},
          {"summary", entry.def->summary},
          {"sql", Names(entry.sql)}};
}

Json DoubtOf(const DoubtEntry& entry) {
  return {{"id", entry.def->id}, {"summary", entry.def->summary}, {"sql", Names(entry.sql)}};
}

Json Reference() {
  Json importers = Json::array();
  for (const ingest::ImporterDef* importer : ingest::Importers()) {
    importers.push_back(Importer(*importer));
  }
  Json causes = Json::array();
  for (const CauseEntry& entry : Causes()) causes.push_back(Cause(entry));
  Json doubts = Json::array();
  for (const DoubtEntry& entry : Doubts()) doubts.push_back(DoubtOf(entry));
  return {{"importers", importers},
          {"causes", causes},
          {"doubts", doubts},
          {"views", Names(view::Files())}};
}

}  // namespace
}  // namespace slowtell

int main() {
  std::puts(slowtell::Reference().dump(2).c_str());
  return 0;
}
