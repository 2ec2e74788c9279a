// SPDX-License-Identifier: Apache-2.0
// Writes two weeks of Application Insights telemetry with the shape of a published cold-start
// investigation: 847 replicas born by an autoscaler during workdays, durations by arrival order
// with the published medians, sampling whose rate hides in a custom dimension, message consumers
// and probes in the same table. Deterministic: the same options give the same bytes.
//
// Durations are drawn by stratified quantiles within each band of arrival order, so that a band's
// median is its published value and not a random one.
//
// usage: gen_cold_start [--format csv|az] [-o FILE] [--instances 847] [--requests 250000] [--days
// 14]
//                       [--seed 1] [--after]
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr double kDayS = 86400;
constexpr double kStartUnixS = 1788825600;  // 2026-09-08T00:00:00Z, a Tuesday
constexpr double kKeepRate = 0.825;
constexpr int kAlwaysKept = 20;

struct Options {
  std::string format = "csv";
  std::string out = "-";
  int instances = 847;
  int requests = 250000;
  int days = 14;
  uint64_t seed = 1;
  bool after = false;
};

// xorshift64*: small, and the same everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2685821657736338717u + 88172645463325252u) {}
  uint64_t Bits() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 2685821657736338717u;
  }
  double Uniform() { return (static_cast<double>(Bits() >> 11) + 0.5) / 9007199254740992.0; }
  double Exponential(double mean) { return -mean * std::log(Uniform()); }

 private:
  uint64_t state_;
};

// Inverse of the standard normal distribution by bisection on erfc; exact enough and short.
double Normal(double p) {
  double low = -8, high = 8;
  for (int i = 0; i < 60; ++i) {
    const double mid = (low + high) / 2;
    (0.5 * std::erfc(-mid / std::sqrt(2.0)) < p ? low : high) = mid;
  }
  return (low + high) / 2;
}

// A band of durations: log-normal around a median, in ms.
struct Band {
  double median_ms;
  double sigma;
  double At(double p) const { return median_ms * std::exp(sigma * Normal(p)); }
};

enum Group {
  kFirst,
  kAfterFinish,
  kOverlapping,
  kThird,
  kFourth,
  kSixth,
  kEleventh,
  kTwentyFirst,
  kWarm,
  kGroups
};

// Medians and shares over 2 s as published (sigma follows from both).
std::vector<Band> Bands(bool after) {
  std::vector<Band> bands = {{7316, 0.3},  {760, 0.716}, {7856, 0.647}, {1601, 1.403}, {600, 1.3},
                             {202, 1.538}, {95, 1.42},   {40, 1.2},     {23, 1.0}};
  if (after) {
    bands[kFirst] = {1285, 1.1};
    bands[kAfterFinish] = {277, 0.9};
    bands[kOverlapping] = {2490, 0.6};
    bands[kThird] = {300, 1.2};
  }
  return bands;
}

struct Request {
  double at_s = 0;
  int instance = 0;  // 0: the one that lives all the time
  bool kept_for_sure = false;
  bool overlapping = false;
  Group group = kWarm;
  double duration_ms = 0;
};

std::string Instance(int number) {
  return number == 0 ? "omni-api--r1-old"
                     : "omni-api--r1-" + std::to_string(100000 + number * 7919 % 900000);
}

// Working hours 08:00 to 18:00 on weekdays; births spread evenly over them.
double BirthTime(double share, int days) {
  std::vector<int> workdays;
  for (int day = 0; day < days; ++day)
    if ((day + 1) % 7 != 5 && (day + 1) % 7 != 6) workdays.push_back(day);  // day 0 is a Tuesday
  const double position = share * static_cast<double>(workdays.size());
  const size_t day = std::min(workdays.size() - 1, static_cast<size_t>(position));
  return workdays[day] * kDayS + 8 * 3600 + (position - static_cast<double>(day)) * 10 * 3600;
}

void Born(int number, double birth_s, double first_ms, Random& random, std::vector<Request>& out) {
  const double life_s = 7.6 * 60 * std::exp(1.206 * Normal(random.Uniform()));
  const double first_s = first_ms / 1e3;
  double at = 0;
  for (int order = 1; at <= life_s || order == 1; ++order) {
    Request request;
    request.at_s = birth_s + at;
    request.instance = number;
    request.kept_for_sure = order <= kAlwaysKept;
    if (order == 1) request.duration_ms = first_ms;
    if (order == 2) request.overlapping = at < first_s;
    out.push_back(request);
    if (order == 1) {
      at = random.Uniform() < 0.627 ? random.Uniform() * first_s
                                    : first_s + 0.2 + random.Exponential(10);
    } else {
      at += random.Exponential(at < 10 ? 1 / 0.266 : 1 / 0.135);
    }
  }
}

// First requests: 5.8 % stay below 2 s although the rest is narrow around 7.3 s.
double FirstMs(double p, const Options& options) {
  if (!options.after && p < 0.058) return 800 + 1200 * p / 0.058;
  return Bands(options.after)[kFirst].At(p);
}

std::vector<Request> Arrivals(const Options& options, Random& random) {
  std::vector<Request> requests;
  std::vector<int> stratum(static_cast<size_t>(options.instances));
  std::iota(stratum.begin(), stratum.end(), 0);
  for (size_t i = stratum.size(); i > 1; --i) std::swap(stratum[i - 1], stratum[random.Bits() % i]);
  for (int i = 1; i <= options.instances; ++i)
    Born(i, BirthTime((i - 0.5) / options.instances, options.days) + random.Uniform() * 300,
         FirstMs((stratum[static_cast<size_t>(i - 1)] + 0.5) / options.instances, options), random,
         requests);
  const double rest = std::max(1000.0, options.requests - static_cast<double>(requests.size()));
  const double mean_gap_s = options.days * kDayS / rest;
  for (double at = 1; at < options.days * kDayS; at += random.Exponential(mean_gap_s)) {
    Request request;
    request.at_s = at;
    requests.push_back(request);
  }
  std::erase_if(requests, [&](const Request& request) {
    return !request.kept_for_sure && random.Uniform() >= kKeepRate;
  });
  std::stable_sort(requests.begin(), requests.end(),
                   [](const Request& a, const Request& b) { return a.at_s < b.at_s; });
  return requests;
}

Group GroupOf(int order, bool overlapping) {
  if (order == 1) return kFirst;
  if (order == 2) return overlapping ? kOverlapping : kAfterFinish;
  if (order == 3) return kThird;
  if (order <= 5) return kFourth;
  if (order <= 10) return kSixth;
  if (order <= 20) return kEleventh;
  return order <= 100 ? kTwentyFirst : kWarm;
}

void DrawDurations(const Options& options, Random& random, std::vector<Request>& requests) {
  const std::vector<Band> bands = Bands(options.after);
  std::map<int, int> order;
  std::vector<std::vector<size_t>> members(kGroups);
  for (size_t i = 0; i < requests.size(); ++i) {
    Request& request = requests[i];
    request.group =
        request.instance == 0 ? kWarm : GroupOf(++order[request.instance], request.overlapping);
    members[request.group].push_back(i);
  }
  for (int group = 0; group < kGroups; ++group) {
    std::vector<size_t>& list = members[group];
    for (size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.Bits() % i]);
    for (size_t i = 0; i < list.size(); ++i) {
      const double p = (static_cast<double>(i) + 0.5) / static_cast<double>(list.size());
      Request& request = requests[list[i]];
      if (group != kFirst) request.duration_ms = bands[group].At(p);
      // 1.3 % of warm requests are reports: slow by nature.
      if (group == kWarm && p >= 0.987) request.duration_ms = 2000 + 1000 * (p - 0.987) / 0.013;
    }
  }
}

std::string Time(double at_s) {
  const int64_t us = static_cast<int64_t>(std::llround((kStartUnixS + at_s) * 1e6));
  const time_t seconds = static_cast<time_t>(us / 1000000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char buffer[80];
  std::snprintf(buffer, sizeof buffer, "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", parts.tm_year + 1900,
                parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                static_cast<int>(us % 1000000));
  return buffer;
}

std::string Hex(uint64_t value, int digits) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%0*llx", digits, static_cast<unsigned long long>(value));
  return buffer;
}

constexpr const char* kColumns[] = {"timestamp [UTC]",
                                    "itemType",
                                    "id",
                                    "operation_Id",
                                    "operation_ParentId",
                                    "name",
                                    "url",
                                    "source",
                                    "success",
                                    "resultCode",
                                    "duration",
                                    "target",
                                    "type",
                                    "cloud_RoleName",
                                    "cloud_RoleInstance",
                                    "itemCount",
                                    "customDimensions",
                                    "application_Version"};

class Writer {
 public:
  Writer(std::FILE* file, bool csv) : file_(file), csv_(csv) {
    if (!csv_) {
      std::fputs("[\n", file_);
      return;
    }
    std::string line = "\xEF\xBB\xBF";
    for (const char* column : kColumns)
      line += (column == kColumns[0] ? "\"" : ",\"") + std::string(column) + "\"";
    std::fputs((line + "\n").c_str(), file_);
  }
  void Row(const std::vector<std::string>& cells) {
    std::string line;
    for (size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) line += ",";
      if (csv_) {
        line += Quoted(cells[i], "\"\"");
      } else {
        const std::string_view column = kColumns[i];
        line += Quoted(column.substr(0, column.find(' ')), "\\\"") + ":" + Quoted(cells[i], "\\\"");
      }
    }
    std::fputs(csv_ ? (line + "\n").c_str() : ((rows_ > 0 ? ",\n{" : "{") + line + "}").c_str(),
               file_);
    ++rows_;
  }
  void Finish() {
    if (!csv_) std::fputs("\n]\n", file_);
  }
  int64_t rows() const { return rows_; }

 private:
  static std::string Quoted(std::string_view text, std::string_view quote) {
    std::string out = "\"";
    for (char c : text) {
      if (c == '"')
        out += quote;
      else
        out.push_back(c);
    }
    return out + "\"";
  }
  std::FILE* file_;
  bool csv_;
  int64_t rows_ = 0;
};

constexpr const char* kRoutes[] = {"Sessions/List", "Messages/List", "Messages/Post", "Files/Get"};

void WriteRequest(const Request& request, uint64_t number, Random& random, Writer& writer) {
  const bool report = request.group == kWarm && request.duration_ms >= 2000;
  const std::string route = report ? "Reports/Monthly" : kRoutes[random.Bits() % 4];
  const std::string operation = Hex(random.Bits(), 16) + Hex(number, 16),
                    id = Hex(number * 2 + 1, 16);
  const std::string rate = request.kept_for_sure ? "100" : "82.5";
  char duration[40];
  std::snprintf(duration, sizeof duration, "%.4f", request.duration_ms);
  writer.Row({Time(request.at_s), "request", id, operation, operation, "GET " + route,
              "https://api.example.com/" + route, "", "True", "200", duration, "", "", "omni-api",
              Instance(request.instance), "1", "{\"microsoft.sample_rate\":\"" + rate + "\"}",
              "2026.9.1"});
  if (request.group != kFirst) return;
  // All outbound calls of a first request together take 0.18 s, and the first starts late in it.
  double at_s = request.at_s + request.duration_ms * 0.79 / 1e3;
  const char* targets[] = {"sql-omni", "redis-omni", "login.example.com"};
  for (int i = 0; i < 3; ++i) {
    writer.Row({Time(at_s), "dependency", Hex(number * 8 + static_cast<uint64_t>(i), 16) + "d",
                operation, id, targets[i], "", "", "True", "0", "60", targets[i],
                i == 0 ? "SQL" : "HTTP", "omni-api", Instance(request.instance), "1",
                "{\"microsoft.sample_rate\":\"" + rate + "\"}", "2026.9.1"});
    at_s += 0.06;
  }
}

void WriteOther(double at_s, const char* name, const char* url, const char* source, double ms,
                uint64_t number, Writer& writer) {
  const std::string operation = "f" + Hex(number, 31);
  writer.Row({Time(at_s), "request", "f" + Hex(number, 15), operation, "", name, url, source,
              "True", "200", std::to_string(ms), "", "", "omni-api", Instance(0), "1", "{}",
              "2026.9.1"});
}

void WriteAll(const Options& options, const std::vector<Request>& requests, Random& random,
              Writer& writer) {
  uint64_t number = 0;
  for (const Request& request : requests) {
    WriteRequest(request, ++number, random, writer);
    if (number % 4 == 0)
      WriteOther(request.at_s + 0.2, "ServiceBus.process", "", "sb-omni/chat",
                 30 + 200 * random.Uniform(), number, writer);
  }
  for (int i = 0; i < options.days * 8; ++i) {
    const bool health = i % 8 < 5;
    WriteOther((i + 0.5) * kDayS / 8, health ? "GET /health" : "GET /alive",
               health ? "https://api.example.com/health" : "https://api.example.com/alive", "", 2,
               900000000 + static_cast<uint64_t>(i), writer);
  }
}

bool Parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--after") {
      options.after = true;
      continue;
    }
    if (i + 1 >= argc) return false;
    const char* value = argv[++i];
    if (name == "--format")
      options.format = value;
    else if (name == "-o")
      options.out = value;
    else if (name == "--instances")
      options.instances = std::atoi(value);
    else if (name == "--requests")
      options.requests = std::atoi(value);
    else if (name == "--days")
      options.days = std::atoi(value);
    else if (name == "--seed")
      options.seed = std::strtoull(value, nullptr, 10);
    else
      return false;
  }
  return (options.format == "csv" || options.format == "az") && options.instances > 0 &&
         options.days > 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!Parse(argc, argv, options)) {
    std::fputs(
        "usage: gen_cold_start [--format csv|az] [-o FILE] [--instances N] [--requests N] [--days "
        "N] [--seed N] [--after]\n",
        stderr);
    return 2;
  }
  std::FILE* file = options.out == "-" ? stdout : std::fopen(options.out.c_str(), "wb");
  if (file == nullptr) {
    std::perror(options.out.c_str());
    return 2;
  }
  Random random(options.seed);
  std::vector<Request> requests = Arrivals(options, random);
  DrawDurations(options, random, requests);
  Writer writer(file, options.format == "csv");
  WriteAll(options, requests, random, writer);
  writer.Finish();
  return std::fclose(file) == 0 ? 0 : 2;
}
