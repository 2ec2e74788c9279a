// SPDX-License-Identifier: Apache-2.0
// Writes synthetic OTLP traces for benchmarks: ten services, about 290 replicas that come and go
// within an hour, some 11 spans per trace, slow first requests on new replicas. The same arguments
// write the same bytes on every machine.
//
// usage: gen_otlp --spans N [--format json|proto] -o FILE
//   json:  one document per line, about 2,000 spans each
//   proto: the same as messages with 4-byte big-endian lengths
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "otlp_encoder.h"

namespace slowtell::gen_otlp {
namespace {

constexpr uint64_t kSecond = 1000000000;
constexpr uint64_t kHourStart = 1796000400 * kSecond;
constexpr double kSpansPerTrace = 10.9;
constexpr size_t kSpansPerRecord = 2000;
constexpr int kSlots = 4;
constexpr uint64_t kLifetime = 500 * kSecond;

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  uint64_t Below(uint64_t limit) { return Next() % limit; }
  // Between `low` and `low + spread`, leaning to the low end as latencies do.
  uint64_t Skewed(uint64_t low, uint64_t spread) {
    const double a = static_cast<double>(Next() >> 11) / 9007199254740992.0;
    return low + static_cast<uint64_t>(a * a * a * static_cast<double>(spread));
  }

 private:
  uint64_t state_;
};

class Shop {
 public:
  explicit Shop(uint64_t hour_traces) : step_(3600 * kSecond / hour_traces) {}

  // One more trace into `pending`.
  void Trace() {
    const uint64_t at = kHourStart + traces_++ * step_ + random_.Below(step_ + 1);
    trace_ = {random_.Next(), random_.Next()};
    constexpr std::array kEntries = {0, 0, 0, 0, 6, 6, 8, 8, 2, 9};
    Serve(kEntries[random_.Below(kEntries.size())], 0, at);
  }
  size_t Spans() const { return spans_; }
  std::map<Replica, std::vector<Span>>& Pending() { return pending_; }
  void Flushed() {
    pending_.clear();
    spans_ = 0;
  }

 private:
  Span Start(Kind kind, uint64_t parent, uint64_t at) {
    Span span;
    span.trace = trace_;
    span.id = random_.Next() | 1;
    span.parent = parent;
    span.kind = kind;
    span.start = at;
    return span;
  }

  void Keep(const Replica& replica, Span span) {
    pending_[replica].push_back(std::move(span));
    ++spans_;
  }

  Replica Route(int service, uint64_t at) {
    const int slot = static_cast<int>(random_.Below(kSlots));
    // Slots restart at different moments.
    const uint64_t offset = static_cast<uint64_t>(service * kSlots + slot) * 12 * kSecond;
    return {service, slot, (at - kHourStart + offset) / kLifetime};
  }

  // The server span and everything below it; returns its end.
  uint64_t Serve(int service, uint64_t parent, uint64_t at) {
    const Service& spec = Services()[static_cast<size_t>(service)];
    const Replica replica = Route(service, at);
    Span span = Start(kServer, parent, at);
    uint64_t now = at + random_.Skewed(kSecond / 5000, kSecond / 100);
    if (born_.insert(replica).second) now += random_.Skewed(2 * kSecond, 5 * kSecond);
    now = Work(replica, span.id, now);
    for (const int callee : spec.calls) now = Call(replica, span.id, callee, now);
    if (spec.database != nullptr) {
      now = Query(replica, span.id, spec.database, now);
      if (random_.Below(3) == 0) now = Query(replica, span.id, spec.database, now);
    }
    span.end = now + random_.Skewed(kSecond / 10000, kSecond / 500);
    span.failed = random_.Below(500) == 0;
    span.name = std::string("POST ") + spec.route;
    span.attrs = {{"http.request.method", "POST"},
                  {"http.route", spec.route},
                  {"url.path", spec.route + std::to_string(random_.Below(1000))},
                  {"url.scheme", "http"},
                  {"http.response.status_code", span.failed ? "500" : "200", Type::kInt},
                  {"network.protocol.version", "1.1"},
                  {"user_agent.original", "shop-client/2.1"}};
    const uint64_t end = span.end;
    Keep(replica, std::move(span));
    return end;
  }

  uint64_t Work(const Replica& replica, uint64_t parent, uint64_t at) {
    Span span = Start(kInternal, parent, at);
    span.end = at + random_.Skewed(kSecond / 2000, kSecond / 50);
    span.name = "handler";
    span.attrs = {{"code.function.name", "Handler.handle"},
                  {"thread.id", std::to_string(random_.Below(16)), Type::kInt},
                  {"feature.flag", random_.Below(10) == 0 ? "new_basket" : "off"}};
    const uint64_t end = span.end;
    Keep(replica, std::move(span));
    return end;
  }

  uint64_t Call(const Replica& replica, uint64_t parent, int callee, uint64_t at) {
    const Service& spec = Services()[static_cast<size_t>(callee)];
    Span span = Start(kClient, parent, at);
    span.end = Serve(callee, span.id, at + random_.Skewed(kSecond / 5000, kSecond / 500)) +
               random_.Skewed(kSecond / 5000, kSecond / 500);
    span.name = "POST";
    span.attrs = {{"http.request.method", "POST"},
                  {"url.full", std::string("http://") + spec.name + ":8080" + spec.route},
                  {"server.address", spec.name},
                  {"server.port", "8080", Type::kInt},
                  {"peer.service", spec.name},
                  {"http.response.status_code", "200", Type::kInt}};
    const uint64_t end = span.end;
    Keep(replica, std::move(span));
    return end;
  }

  uint64_t Query(const Replica& replica, uint64_t parent, const char* system, uint64_t at) {
    Span span = Start(kClient, parent, at);
    span.end = at + random_.Skewed(kSecond / 1000, kSecond / 20);
    span.name = std::string("SELECT ") + system;
    span.attrs = {
        {"db.system.name", system},
        {"db.namespace", "shop"},
        {"db.operation.name", "SELECT"},
        {"db.query.text", "SELECT id, name, price FROM items WHERE id = $1 AND shop = $2"},
        {"server.address", std::string(system) + ".internal"},
        {"server.port", "5432", Type::kInt}};
    const uint64_t end = span.end;
    Keep(replica, std::move(span));
    return end;
  }

  Random random_{42};
  uint64_t step_;
  uint64_t traces_ = 0;
  std::array<uint64_t, 2> trace_{};
  std::set<Replica> born_;
  std::map<Replica, std::vector<Span>> pending_;
  size_t spans_ = 0;
};

// Exactly `spans` spans: the last trace is cut short.
template <class Encoder>
bool Generate(uint64_t spans, std::FILE* out) {
  Shop shop(static_cast<uint64_t>(static_cast<double>(spans) / kSpansPerTrace) + 1);
  Encoder encoder;
  uint64_t written = 0;
  while (written < spans) {
    while (shop.Spans() < kSpansPerRecord && written + shop.Spans() < spans) shop.Trace();
    bool first = true;
    for (const auto& [replica, batch] : shop.Pending()) {
      if (written == spans) break;
      encoder.Resource(replica, first);
      first = false;
      for (size_t i = 0; i < batch.size() && written < spans; ++i, ++written) encoder.Add(batch[i]);
    }
    const std::string record = encoder.Finish();
    shop.Flushed();
    if (std::fwrite(record.data(), 1, record.size(), out) != record.size()) return false;
  }
  return true;
}

int Usage() {
  std::fputs("usage: gen_otlp --spans N [--format json|proto] -o FILE\n", stderr);
  return 2;
}

int Main(int argc, char** argv) {
  uint64_t spans = 0;
  std::string_view format = "json";
  const char* path = nullptr;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    if (name == "--spans") {
      spans = std::strtoull(argv[i + 1], nullptr, 10);
    } else if (name == "--format") {
      format = argv[i + 1];
    } else if (name == "-o") {
      path = argv[i + 1];
    } else {
      return Usage();
    }
  }
  if (spans == 0 || path == nullptr || (format != "json" && format != "proto")) return Usage();
  std::FILE* out = std::fopen(path, "wb");
  if (out == nullptr) {
    std::perror(path);
    return 2;
  }
  bool written = format == "json" ? Generate<Json>(spans, out) : Generate<Proto>(spans, out);
  written = std::fclose(out) == 0 && written;
  if (!written) std::perror(path);
  return written ? 0 : 3;
}

}  // namespace
}  // namespace slowtell::gen_otlp

int main(int argc, char** argv) { return slowtell::gen_otlp::Main(argc, argv); }
