// SPDX-License-Identifier: Apache-2.0
// Serialized worker: requests of one instance are served one after the other (or c at a time), so
// each waits for those before it. A blocked event loop opens the next server span only when it gets
// to it: then the wait is in no span, and the sign is spans strictly back to back.
#include "cause/cause.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "cause/serialized_worker/shape.h"

namespace slowtell::cause::serialized_worker {
namespace {

struct Group {
  std::string name;  // instance, or service for requests seen only from outside
  std::vector<Served> served;
  Shape shape;
};

std::vector<Group> ReadServed(const Table& table, int64_t origin_ns) {
  const auto seconds = [origin_ns](int64_t ns) {
    return static_cast<double>(ns - origin_ns) / 1e9;
  };
  std::map<std::string, Group> groups;
  for (size_t i = 0; i < table.Rows(); ++i) {
    Group& group = groups[table.Text("service", i) + "/" + table.Text("instance", i)];
    group.name = table.Text("instance", i);
    Served job;
    job.start_s = seconds(table.Int("start_ns", i));
    job.end_s = seconds(table.Int("end_ns", i));
    if (table.Int("outer_start_ns", i) >= 0) {
      job.outer_start_s = seconds(table.Int("outer_start_ns", i));
      job.outer_end_s = seconds(table.Int("outer_end_ns", i));
    }
    job.calls_s = static_cast<double>(table.Int("calls_ns", i)) / 1e9;
    job.peer = table.Text("peer", i);
    job.slow_request = table.Int("slow_request", i);
    group.served.push_back(std::move(job));
  }
  std::vector<Group> list;
  for (auto& [key, group] : groups) list.push_back(std::move(group));
  return list;
}

std::vector<Group> ReadOutside(const Table& table, int64_t origin_ns) {
  std::map<std::string, Group> groups;
  for (size_t i = 0; i < table.Rows(); ++i) {
    Group& group = groups[table.Text("service", i)];
    group.name = table.Text("service", i) + " (seen from outside)";
    Served job;
    job.start_s = static_cast<double>(table.Int("start_ns", i) - origin_ns) / 1e9;
    job.end_s = static_cast<double>(table.Int("end_ns", i) - origin_ns) / 1e9;
    job.slow_request = table.Int("slow_request", i);
    group.served.push_back(std::move(job));
  }
  std::vector<Group> list;
  for (auto& [key, group] : groups) list.push_back(std::move(group));
  return list;
}

MeasureTable FitTable(const std::vector<const Group*>& found) {
  MeasureTable table{"queue_per_instance",
                     {"instance", "requests", "servers c", "service S (s)", "S low", "S high",
                      "residual (%)", "waited (s)"},
                     {}};
  for (const Group* group : found) {
    if (table.rows.size() == 10) break;
    const Shape& shape = group->shape;
    const auto rounded = [](double value) { return std::round(value * 1000) / 1000; };
    table.rows.push_back({group->name, shape.requests, static_cast<int64_t>(shape.servers),
                          rounded(shape.service_s), rounded(shape.service_low_s),
                          rounded(shape.service_high_s),
                          std::round(shape.residual_ratio * 1000) / 10, rounded(shape.waited_s)});
  }
  return table;
}

MeasureTable WaitTable(const Group& group) {
  MeasureTable table{
      "waits_in_order_of_arrival", {"request on " + group.name, "waited (s)", "served (s)"}, {}};
  for (size_t i = 0; i < group.shape.waits.size() && i < 10; ++i) {
    const Wait& wait = group.shape.waits[i];
    table.rows.push_back({static_cast<int64_t>(i + 1), std::round(wait.wait_s * 100) / 100,
                          std::round(wait.service_s * 100) / 100});
  }
  return table;
}

const Group& Largest(const std::vector<const Group*>& found) {
  return **std::max_element(found.begin(), found.end(), [](const Group* a, const Group* b) {
    return a->shape.requests < b->shape.requests;
  });
}

void AddMeasures(const std::vector<const Group*>& found, Verdict& verdict) {
  const Shape& shape = Largest(found).shape;
  verdict.evidence.push_back({"servers",
                              static_cast<double>(shape.servers),
                              "requests at a time",
                              shape.requests,
                              {},
                              {}});
  verdict.evidence.push_back({"service_time_s", shape.service_s, "s", shape.requests,
                              shape.service_low_s, shape.service_high_s});
  verdict.evidence.push_back(
      {"fit_residual", shape.residual_ratio, "ratio", shape.requests, {}, {}});
  double waited = 0;
  int64_t requests = 0;
  for (const Group* group : found) {
    waited += group->shape.waited_s;
    requests += group->shape.requests;
  }
  if (shape.sign == Sign::kBackToBack) {
    verdict.evidence.push_back({"busy_ratio", shape.busy_ratio, "ratio", shape.requests, {}, {}});
  } else {
    verdict.evidence.push_back({"waited_s", waited, "s", requests, {}, {}});
  }
  verdict.tables.push_back(FitTable(found));
  if (!found.front()->shape.waits.empty()) verdict.tables.push_back(WaitTable(*found.front()));
}

void AddHiddenWait(const std::vector<const Group*>& found, Verdict& verdict) {
  double hidden = 0;
  bool known = false, back_to_back = false;
  for (const Group* group : found) {
    back_to_back |= group->shape.sign == Sign::kBackToBack;
    if (!group->shape.hidden_wait_s) continue;
    known = true;
    hidden += *group->shape.hidden_wait_s;
  }
  if (known) verdict.hidden_wait_s = hidden;
  if (!back_to_back) return;
  verdict.not_proven.push_back(
      "how long callers waited: the app's spans open only when the worker gets to a request, so "
      "the "
      "wait is in no span" +
      std::string(
          known ? "; the hidden wait is an upper bound that assumes each connection sends its "
                  "next request at once"
                : ""));
  verdict.next.push_back(
      "add the front end's log or the client's own times; they show the staircase");
}

Grade GradeOf(const std::vector<const Group*>& found) {
  const bool seen = std::all_of(found.begin(), found.end(), [](const Group* group) {
    return group->shape.sign == Sign::kStaircase && group->shape.service_seen;
  });
  return seen ? Grade::kMeasured : Grade::kInferred;
}

std::string Summary(const std::vector<const Group*>& found) {
  const Group& group = Largest(found);
  const Shape& shape = group.shape;
  const std::string at_a_time = shape.servers == 1
                                    ? "one request at a time"
                                    : std::to_string(shape.servers) + " requests at a time";
  std::string text = found.size() == 1 ? "instance " + group.name + " serves "
                                       : std::to_string(found.size()) + " instances serve ";
  text += at_a_time + ", about " + HumanDuration(shape.service_s * 1e9) + " each; ";
  if (shape.sign == Sign::kBackToBack)
    return text + "its spans are strictly back to back (busy " + Percent(shape.busy_ratio) +
           "), so others wait before their span opens";
  return text + "each waits for those before it";
}

Verdict Found(const std::vector<const Group*>& found) {
  Verdict verdict;
  verdict.state = State::kFound;
  verdict.grade = GradeOf(found);
  verdict.units = static_cast<int64_t>(found.size());
  verdict.unit_name = found.size() == 1 ? "instance" : "instances";
  verdict.summary = Summary(found);
  AddMeasures(found, verdict);
  verdict.against.push_back(
      "a slow dependency: outbound calls are less than half of these requests");
  if (Largest(found).shape.sign == Sign::kStaircase) {
    verdict.against.push_back(
        "processor sharing or a CPU quota: they would stretch all requests alike; here service "
        "times "
        "are alike and only the wait grows");
  }
  AddHiddenWait(found, verdict);
  verdict.not_proven.push_back("what the worker does meanwhile: a CPU profile would name the code");
  verdict.remedies.push_back(
      {"Move the work off the serving thread (worker thread, job queue), or cut it "
       "into pieces that let others in.",
       {}});
  verdict.remedies.push_back(
      {"Serve more at a time: more workers or processes per instance. Replay is not "
       "built yet, so no gain is predicted.",
       {}});
  for (const Group* group : found)
    for (const Served& job : group->served)
      if (job.slow_request > 0)
        verdict.claims.push_back(
            {job.slow_request,
             static_cast<int64_t>(
                 std::max(job.end_s - job.start_s,
                          job.outer_start_s ? *job.outer_end_s - *job.outer_start_s : 0) *
                 1e9)});
  return verdict;
}

Verdict NotFound(const std::vector<Group>& groups, const Question& question) {
  Verdict verdict;
  if (groups.empty()) {
    verdict.state = question.slow_requests < 3 ? State::kRuledOut : State::kNotEnoughData;
    verdict.summary = question.slow_requests < 3
                          ? "fewer than three slow requests: none can have queued behind another"
                          : "no instance or front end with at least three slow requests is named";
    if (question.slow_requests >= 3)
      verdict.next.push_back("export instance names, or the front end's log");
    return verdict;
  }
  const auto most = std::max_element(
      groups.begin(), groups.end(),
      [](const Group& a, const Group& b) { return a.shape.requests < b.shape.requests; });
  const bool few = most->shape.requests < 4;
  verdict.state = few ? State::kNotEnoughData : State::kRuledOut;
  verdict.units = static_cast<int64_t>(groups.size());
  verdict.unit_name = groups.size() == 1 ? "instance" : "instances";
  verdict.summary = most->name + ": " + most->shape.rejected;
  if (few) verdict.next.push_back("export more slow requests, or the front end's log");
  return verdict;
}

Verdict Judge(const Evidence& evidence, const Question& question) {
  std::vector<Group> groups = ReadServed(evidence.Get("served"), question.from_ns);
  for (Group& group : ReadOutside(evidence.Get("outside"), question.from_ns))
    groups.push_back(std::move(group));
  std::vector<const Group*> found;
  for (Group& group : groups) {
    group.shape = Examine(group.served);
    if (group.shape.sign != Sign::kNone) found.push_back(&group);
  }
  return found.empty() ? NotFound(groups, question) : Found(found);
}

}  // namespace

extern const CauseDef kDef;
const CauseDef kDef = {
    .id = "serialized_worker",
    .layer = Layer::kWorker,
    .precedence = 30,
    .summary = "One worker, or a few, serves requests in order, so each waits for those before it.",
    .judge = &Judge,
};

}  // namespace slowtell::cause::serialized_worker
