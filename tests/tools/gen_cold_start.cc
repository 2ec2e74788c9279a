// SPDX-License-Identifier: Apache-2.0
// Writes two weeks of Application Insights telemetry with the shape of a published cold-start
// investigation: 847 replicas born by an autoscaler during working hours, durations by arrival
// order with the published medians, sampling whose rate hides in a custom dimension, message
// consumers and probes in the same table. Deterministic: the same options give the same bytes.
#include <cstdlib>
#include <ctime>
#include <optional>

#include "appinsights_rows.h"
#include "cold_start_report.h"

namespace slowtell::cold_start {
namespace {

constexpr double kStartUnixS = 1788825600;  // 2026-09-08T00:00:00Z, a Tuesday
constexpr const char* kUsage =
    "usage: gen_cold_start [--format csv|rest|az] [-o FILE] [--days 14] [--instances 847]\n"
    "                      [--requests 250000] [--seed 1] [--after] [--report]\n"
    "  --after   the service warms up before it opens its port\n"
    "  --report  print what was achieved beside what was published to standard error\n";
constexpr const char* kRoutes[] = {"Sessions/List", "Messages/List", "Messages/Post", "Files/Get"};
constexpr const char* kTargets[] = {"sql-omni", "redis-omni", "login.example.com"};
constexpr const char* kRateWhole = R"({"microsoft.sample_rate":"100"})";
constexpr const char* kRateSampled = R"({"microsoft.sample_rate":"82.5"})";

std::string InstanceName(int number) {
  return number == 0 ? "omni-api--r1-old"
                     : "omni-api--r1-" + std::to_string(100000 + number * 7919 % 900000);
}

std::string TimeText(double at_s) {
  const int64_t us = std::llround((kStartUnixS + at_s) * 1e6);
  const time_t seconds = static_cast<time_t>(us / 1000000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char date[32], text[48];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text, sizeof text, "%s.%06dZ", date, static_cast<int>(us % 1000000));
  return text;
}

std::string Hex(uint64_t value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(value));
  return text;
}

std::string Milliseconds(double ms) {
  char text[40];
  std::snprintf(text, sizeof text, "%.4f", ms);
  return text;
}

class Telemetry {
 public:
  Telemetry(const Options& options, const std::vector<Replica>& replicas, Random& random,
            RowFile& file)
      : options_(options), replicas_(replicas), random_(random), file_(file) {}

  void Write(const std::vector<Request>& requests) {
    for (const Request& request : requests) {
      ++number_;
      // The first thing that a new replica does may be a message; it is no request of a user.
      if (request.order == 1 && number_ % 3 == 0) Consumer(request.at_s - 0.4, request.instance);
      Http(request);
      if (number_ % 4 == 0) Consumer(request.at_s + 0.2, request.instance);
    }
    Probes("/health", 5);
    Probes("/alive", 3);
    Probes("/", 8.9);
  }

 private:
  void Http(const Request& request) {
    const std::string route = request.report ? "Reports/Monthly" : kRoutes[random_.Bits() % 4];
    const std::string operation = Hex(random_.Bits(), 16) + Hex(number_, 16);
    const std::string id = Hex(number_ * 2 + 1, 16);
    const char* rate = request.kept_for_sure ? kRateWhole : kRateSampled;
    file_.Add({TimeText(request.at_s), "request", id, operation, operation, "GET " + route,
               "https://api.example.com/" + route, "", "True", "200",
               Milliseconds(request.duration_ms), "", "", "omni-api",
               InstanceName(request.instance), "1", rate, "2026.9.1"});
    if (request.order == 1) Outbound(request, operation, id);
  }

  void Outbound(const Request& request, const std::string& operation, const std::string& parent) {
    double at_s = request.at_s + std::min(request.duration_ms * kFirstCallShare,
                                          request.duration_ms - kOutboundMs - 10) /
                                     1e3;
    for (uint64_t i = 0; i < std::size(kTargets); ++i) {
      const double ms = kOutboundMs / static_cast<double>(std::size(kTargets));
      file_.Add({TimeText(at_s), "dependency", Hex(number_ * 8 + i, 15) + "d", operation, parent,
                 kTargets[i], "", "", "True", "0", Milliseconds(ms), kTargets[i],
                 i == 0 ? "SQL" : "HTTP", "omni-api", InstanceName(request.instance), "1",
                 kRateWhole, "2026.9.1"});
      at_s += ms / 1e3;
    }
  }

  void Consumer(double at_s, int instance) {
    Other(at_s, instance, "ServiceBus.process", "", "sb-omni/chat", 30 + 200 * random_.Uniform());
  }

  // Mostly the old replica answers them, sometimes a young one that is warm by then.
  void Probes(const std::string& path, double per_day) {
    const int64_t count = std::llround(per_day * options_.days);
    for (int64_t i = 0; i < count; ++i) {
      const Replica& young = replicas_[random_.Bits() % replicas_.size()];
      const bool to_young = path != "/" && i % 4 == 0 && young.life_s > 60;
      const double at_s = to_young ? young.birth_s + 0.6 * young.life_s
                                   : (static_cast<double>(i) + random_.Uniform()) * kDayS *
                                         options_.days / static_cast<double>(count);
      const int instance = to_young ? static_cast<int>(&young - replicas_.data()) + 1 : 0;
      Other(at_s, instance, "GET " + path, "https://api.example.com" + path, "",
            1 + 3 * random_.Uniform());
    }
  }

  void Other(double at_s, int instance, const std::string& name, const std::string& url,
             const std::string& source, double ms) {
    const std::string id = "f" + Hex(++others_, 15);
    file_.Add({TimeText(at_s), "request", id, "f" + Hex(others_, 31), "", name, url, source, "True",
               "200", Milliseconds(ms), "", "", "omni-api", InstanceName(instance), "1",
               kRateSampled, "2026.9.1"});
  }

  const Options& options_;
  const std::vector<Replica>& replicas_;
  Random& random_;
  RowFile& file_;
  uint64_t number_ = 0;
  uint64_t others_ = 0;
};

std::optional<Shape> ShapeOf(std::string_view format) {
  if (format == "csv") return Shape::kCsv;
  if (format == "rest") return Shape::kRest;
  if (format == "az") return Shape::kAz;
  return std::nullopt;
}

bool SetOption(std::string_view name, const char* value, Options& options) {
  if (name == "--format") {
    options.format = value;
  } else if (name == "-o") {
    options.out = value;
  } else if (name == "--instances") {
    options.instances = std::atoi(value);
  } else if (name == "--requests") {
    options.requests = std::atoi(value);
  } else if (name == "--days") {
    options.days = std::atoi(value);
  } else if (name == "--seed") {
    options.seed = std::strtoull(value, nullptr, 10);
  } else {
    return false;
  }
  return true;
}

bool Parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--after") {
      options.after = true;
    } else if (name == "--report") {
      options.report = true;
    } else if (i + 1 == argc || !SetOption(name, argv[++i], options)) {
      return false;
    }
  }
  return ShapeOf(options.format) && options.instances >= 10 && options.days >= 1;
}

bool Generate(const Options& options, std::FILE* file) {
  Random random(options.seed);
  const FirstTwo two = FirstTwoOf(options.after);
  const std::vector<Replica> replicas = MakeReplicas(options, two, random);
  std::vector<Request> requests = MakeArrivals(options, replicas, two, random);
  Durations(options, two, replicas, random, requests).Draw();
  if (options.report) AchievedReport(options, two, replicas, requests).Print(stderr);
  RowFile rows(file, *ShapeOf(options.format));
  Telemetry(options, replicas, random, rows).Write(requests);
  return rows.Finish();
}

}  // namespace
}  // namespace slowtell::cold_start

int main(int argc, char** argv) {
  slowtell::cold_start::Options options;
  if (!slowtell::cold_start::Parse(argc, argv, options)) {
    std::fputs(slowtell::cold_start::kUsage, stderr);
    return 2;
  }
  std::FILE* file = options.out == "-" ? stdout : std::fopen(options.out.c_str(), "wb");
  if (file == nullptr) {
    std::perror(options.out.c_str());
    return 2;
  }
  const bool written = slowtell::cold_start::Generate(options, file);
  if (std::fclose(file) == 0 && written) return 0;
  std::perror(options.out.c_str());
  return 2;
}
