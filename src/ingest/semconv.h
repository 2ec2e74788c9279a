// SPDX-License-Identifier: Apache-2.0
// OpenTelemetry attributes, old and new names, to canonical columns. Pure: views in, views out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/text_arena.h"
#include "schema/native.h"

namespace slowtell::ingest {

// Numbers of the OpenTelemetry span kind.
enum class OtelKind : uint8_t { kUnspecified, kInternal, kServer, kClient, kProducer, kConsumer };

// "server", "SPAN_KIND_SERVER", "Server"; kUnspecified for anything else.
OtelKind KindFromText(std::string_view text);
OtelKind KindFromNumber(int64_t number);
const char* Name(OtelKind kind);  // as in spans.kind; kUnspecified is "internal"

// What a resource says about all of its spans and metrics. Views are borrowed from the attributes.
struct ResourceColumns {
  std::string_view service;
  std::string_view instance;  // service.instance.id, k8s.pod.name, container.id, host.name, ...
  std::string_view revision;
  std::string_view vantage;        // "app", or "client" for browsers
  std::vector<schema::Attr> rest;  // attributes that became no column
  bool shortened = false;          // some of `rest` was left out or cut
};
// `arena` holds text that had to be put together and must live as long as `columns`.
void MapResource(schema::Attrs attributes, TextArena& arena, ResourceColumns& columns);

enum class OtelStatus : uint8_t { kUnset, kOk, kError };

// What decides about a span's columns, apart from its attributes.
struct SpanFacts {
  std::string_view name;
  std::string_view trace_state;
  OtelKind kind = OtelKind::kUnspecified;
  OtelStatus status = OtelStatus::kUnset;
  uint32_t flags = 0;
};

struct SpanColumns {
  OtelKind kind = OtelKind::kInternal;
  std::string_view vantage;  // empty: the resource's
  std::string_view route;
  std::string_view method;
  std::string_view target;
  int32_t status_code = 0;
  std::string_view outcome;
  std::string_view connection;
  double weight = 1;
  bool unusable_sampling = false;
};
SpanColumns MapSpan(const SpanFacts& facts, schema::Attrs attributes, TextArena& arena);

// Longest attribute value that is kept, cut at a character.
inline constexpr size_t kMaxAttrBytes = 4096;
inline constexpr size_t kMaxAttrs = 256;
std::string_view Shortened(std::string_view text, size_t max_bytes);

}  // namespace slowtell::ingest
