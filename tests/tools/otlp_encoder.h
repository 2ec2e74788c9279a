// SPDX-License-Identifier: Apache-2.0
// The spans of the generator and their two encodings, OTLP JSON and OTLP protobuf.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <utility>
#include <vector>

namespace slowtell::gen_otlp {

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

inline const std::vector<Service>& Services() {
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
    out_ +=
        attr.type == Type::kInt ? R"(","value":{"intValue":")" : R"(","value":{"stringValue":")";
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
    Attribute({"service.name", Services()[static_cast<size_t>(replica.service)].name}, 1,
              attributes);
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

}  // namespace slowtell::gen_otlp
