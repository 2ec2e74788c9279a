// SPDX-License-Identifier: Apache-2.0
// Writes synthetic OTLP traces for benchmarks: ten services, about 290 replicas that come and go within
// an hour, some 11 spans per trace, slow first requests on new replicas. The same arguments write the
// same bytes on every machine.
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
#include <protozero/pbf_writer.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

enum Kind : uint32_t { kInternal = 1, kServer = 2, kClient = 3 };
enum class Type { kText, kInt };

struct Attr {
  const char* key;
  std::string value;
  Type type = Type::kText;
};

struct Span {
  std::array<uint64_t, 2> trace;
  uint64_t id = 0;
  uint64_t parent = 0;
  Kind kind = kInternal;
  bool failed = false;
  std::string name;
  uint64_t start = 0;
  uint64_t end = 0;
  std::vector<Attr> attrs;
};

struct Service {
  const char* name;
  const char* route;
  std::vector<int> calls;
  const char* database;  // nullptr: none
};

const std::vector<Service>& Services() {
  static const std::vector<Service> services = {
      {"frontend", "/shop/{page}", {1, 2}, nullptr},
      {"catalog", "/products/{id}", {5}, "postgresql"},
      {"cart", "/cart/{user}", {3}, "redis"},
      {"checkout", "/checkout", {}, "postgresql"},
      {"payment", "/charge", {}, nullptr},
      {"recommend", "/recommend/{user}", {}, nullptr},
      {"search", "/search", {7}, nullptr},
      {"index", "/index/query", {}, "elasticsearch"},
      {"account", "/account/{user}", {4}, "postgresql"},
      {"mail", "/send", {}, nullptr},
  };
  return services;
}

struct Replica {
  int service = 0;
  int slot = 0;
  uint64_t generation = 0;
  auto operator<=>(const Replica&) const = default;
  std::string Name() const {
    char text[80];
    std::snprintf(text, sizeof(text), "%s-6d4b9c7f5-%02d%03llu",
                  Services()[static_cast<size_t>(service)].name, slot,
                  static_cast<unsigned long long>(generation));
    return text;
  }
};

// --- encoders ---

class Json {
 public:
  void Resource(const Replica& replica, bool first) {
    out_ += first ? "" : "]}]},";
    out_ += R"({"resource":{"attributes":[)";
    Attribute({"service.name", Services()[static_cast<size_t>(replica.service)].name}, true);
    Attribute({"service.instance.id", replica.Name()}, false);
    Attribute({"service.version", replica.generation % 2 ? "1.4.1" : "1.4.0"}, false);
    out_ += R"(]},"scopeSpans":[{"scope":{"name":"shop"},"spans":[)";
    first_span_ = true;
  }
  void Add(const Span& span) {
    char text[400];
    std::snprintf(text, sizeof(text),
                  R"(%s{"traceId":"%016llx%016llx","spanId":"%016llx","parentSpanId":"%s",)",
                  first_span_ ? "" : ",", Long(span.trace[0]), Long(span.trace[1]), Long(span.id),
                  span.parent ? Hex(span.parent).c_str() : "");
    out_ += text;
    std::snprintf(text, sizeof(text),
                  R"("flags":257,"name":"%s","kind":%u,"startTimeUnixNano":"%llu",)"
                  R"("endTimeUnixNano":"%llu","attributes":[)",
                  span.name.c_str(), span.kind, Long(span.start), Long(span.end));
    out_ += text;
    for (size_t i = 0; i < span.attrs.size(); ++i) Attribute(span.attrs[i], i == 0);
    out_ += span.failed ? R"(],"status":{"code":2}})" : R"(],"status":{}})";
    first_span_ = false;
  }
  std::string Finish() {
    std::string record = R"({"resourceSpans":[)" + std::exchange(out_, {}) + "]}]}]}\n";
    return record;
  }

 private:
  static unsigned long long Long(uint64_t value) { return value; }
  static std::string Hex(uint64_t value) {
    char text[20];
    std::snprintf(text, sizeof(text), "%016llx", Long(value));
    return text;
  }
  void Attribute(const Attr& attr, bool first) {
    if (!first) out_ += ',';
    out_ += R"({"key":")";
    out_ += attr.key;
    out_ += attr.type == Type::kInt ? R"(","value":{"intValue":")" : R"(","value":{"stringValue":")";
    out_ += attr.value;
    out_ += "\"}}";
  }

  std::string out_;
  bool first_span_ = true;
};

class Proto {
 public:
  void Resource(const Replica& replica, bool first) {
    if (!first) CloseResource();
    std::string attributes;
    Attribute({"service.name", Services()[static_cast<size_t>(replica.service)].name}, 1, attributes);
    Attribute({"service.instance.id", replica.Name()}, 1, attributes);
    Attribute({"service.version", replica.generation % 2 ? "1.4.1" : "1.4.0"}, 1, attributes);
    protozero::pbf_writer(resource_).add_message(1, attributes);
    std::string scope;
    protozero::pbf_writer(scope).add_string(1, "shop");
    protozero::pbf_writer(scope_).add_message(1, scope);
  }
  void Add(const Span& span) {
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    const std::string trace = Big(span.trace[0]) + Big(span.trace[1]);
    writer.add_bytes(1, trace);
    writer.add_bytes(2, Big(span.id));
    if (span.parent) writer.add_bytes(4, Big(span.parent));
    writer.add_string(5, span.name);
    writer.add_enum(6, static_cast<int32_t>(span.kind));
    writer.add_fixed64(7, span.start);
    writer.add_fixed64(8, span.end);
    for (const Attr& attr : span.attrs) Attribute(attr, 9, bytes);
    std::string status;
    if (span.failed) protozero::pbf_writer(status).add_enum(3, 2);
    writer.add_message(15, status);
    writer.add_fixed32(16, 257);
    protozero::pbf_writer(scope_).add_message(2, bytes);
  }
  std::string Finish() {
    CloseResource();
    std::string record;
    for (int shift = 24; shift >= 0; shift -= 8) {
      record += static_cast<char>(message_.size() >> shift);
    }
    record += std::exchange(message_, {});
    return record;
  }

 private:
  static std::string Big(uint64_t value) {
    std::string bytes;
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
    return bytes;
  }
  static void Attribute(const Attr& attr, uint32_t field, std::string& out) {
    std::string value;
    if (attr.type == Type::kInt) {
      protozero::pbf_writer(value).add_int64(3, std::atoll(attr.value.c_str()));
    } else {
      protozero::pbf_writer(value).add_string(1, attr.value);
    }
    std::string pair;
    protozero::pbf_writer writer(pair);
    writer.add_string(1, attr.key);
    writer.add_message(2, value);
    protozero::pbf_writer(out).add_message(field, pair);
  }
  void CloseResource() {
    protozero::pbf_writer(resource_).add_message(2, std::exchange(scope_, {}));
    protozero::pbf_writer(message_).add_message(1, std::exchange(resource_, {}));
  }

  std::string message_;
  std::string resource_;
  std::string scope_;
};

// --- the simulated shop ---

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
    span.attrs = {{"db.system.name", system},
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

}  // namespace

int main(int argc, char** argv) {
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
