// SPDX-License-Identifier: Apache-2.0
#include "ingest/semconv.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "ingest/attr_names.h"
#include "ingest/sampling.h"

namespace slowtell::ingest {
namespace {

constexpr uint32_t kRemoteParentFlags = 0x300;  // "is known" and "is remote"
constexpr size_t kMaxRestBytes = size_t{64} << 10;

std::string_view Concat(std::string_view a, char between, std::string_view b, TextArena& arena) {
  char* const out = arena.Allocate(a.size() + 1 + b.size());
  char* const middle = std::copy(a.begin(), a.end(), out);
  *middle = between;
  char* const end = std::copy(b.begin(), b.end(), middle + 1);
  return {out, static_cast<size_t>(end - out)};
}

// The attribute that names the replica, most specific first (formats differ in which they carry).
AttrName InstanceAttr(const KnownAttrs& known) {
  for (const AttrName name :
       {AttrName::kServiceInstanceId, AttrName::kK8sPodName, AttrName::kContainerId,
        AttrName::kHostName, AttrName::kFaasInstance}) {
    if (!known[name].empty()) return name;
  }
  return AttrName::kOther;
}

AttrName RevisionAttr(const KnownAttrs& known) {
  for (const AttrName name :
       {AttrName::kServiceVersion, AttrName::kFaasVersion, AttrName::kK8sReplicasetName}) {
    if (!known[name].empty()) return name;
  }
  return AttrName::kOther;
}

// --- URLs ---

std::string_view WithoutQuery(std::string_view path) {
  return path.substr(0, path.find_first_of("?#"));
}

// What follows "https://", or the whole text when there is no scheme.
std::string_view AfterScheme(std::string_view url) {
  const size_t at = url.find("://");
  return at == std::string_view::npos ? url : url.substr(at + 3);
}

std::string_view PathOfUrl(std::string_view url) {
  if (url.empty() || url.front() == '/') return WithoutQuery(url);
  const std::string_view rest = AfterScheme(url);
  const size_t slash = rest.find_first_of("/?#");
  if (slash == std::string_view::npos || rest[slash] != '/') return rest.empty() ? rest : "/";
  return WithoutQuery(rest.substr(slash));
}

std::string_view HostOfUrl(std::string_view url) {
  if (url.empty() || url.front() == '/') return {};
  std::string_view host = AfterScheme(url);
  host = host.substr(0, host.find_first_of("/?#"));
  const size_t user = host.rfind('@');
  return user == std::string_view::npos ? host : host.substr(user + 1);
}

// --- columns ---

std::string_view Route(const KnownAttrs& known, TextArena& arena) {
  const std::string_view route = known.First(AttrName::kHttpRoute, AttrName::kUrlTemplate);
  if (!route.empty()) return route;
  const std::string_view path = known.First(AttrName::kUrlPath, AttrName::kHttpTarget);
  if (!path.empty()) return PathOfUrl(path);
  const std::string_view url = known.First(AttrName::kUrlFull, AttrName::kHttpUrl);
  if (!url.empty()) return PathOfUrl(url);
  const std::string_view service = known[AttrName::kRpcService];
  const std::string_view method = known[AttrName::kRpcMethod];
  if (service.empty()) return method;
  return method.empty() ? service : Concat(service, '/', method, arena);
}

std::string_view Method(const KnownAttrs& known, TextArena& arena) {
  std::string_view method = known.First(AttrName::kHttpRequestMethod, AttrName::kHttpMethod);
  if (method == "_OTHER" && known.Has(AttrName::kHttpMethodOriginal)) {
    method = known[AttrName::kHttpMethodOriginal];
  }
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  if (std::none_of(method.begin(), method.end(), is_lower)) return method;
  char* out = arena.Allocate(method.size());
  std::transform(method.begin(), method.end(), out,
                 [&](char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; });
  return {out, method.size()};
}

std::string_view Address(const KnownAttrs& known, TextArena& arena) {
  const std::string_view address =
      known.First(AttrName::kServerAddress, AttrName::kNetPeerName, AttrName::kNetPeerIp);
  if (!address.empty()) {
    const std::string_view port = known.First(AttrName::kServerPort, AttrName::kNetPeerPort);
    return port.empty() ? address : Concat(address, ':', port, arena);
  }
  const std::string_view host = known[AttrName::kHttpHost];
  if (!host.empty()) return host;
  const std::string_view url_host = HostOfUrl(known.First(AttrName::kUrlFull, AttrName::kHttpUrl));
  if (!url_host.empty()) return url_host;
  const std::string_view peer =
      known.First(AttrName::kNetworkPeerAddress, AttrName::kNetSockPeerAddr);
  const std::string_view port = known[AttrName::kNetworkPeerPort];
  return peer.empty() || port.empty() ? peer : Concat(peer, ':', port, arena);
}

std::string_view Target(OtelKind kind, const KnownAttrs& known, TextArena& arena) {
  if (kind != OtelKind::kClient && kind != OtelKind::kProducer) return {};
  const std::string_view peer = known.First(AttrName::kPeerService, AttrName::kServicePeerName);
  if (!peer.empty()) return peer;
  const std::string_view address = Address(known, arena);
  if (!address.empty()) return address;
  return known.First(AttrName::kDbNamespace, AttrName::kDbName, AttrName::kDbSystemName,
                     AttrName::kDbSystem, AttrName::kMessagingDestinationName,
                     AttrName::kMessagingDestination, AttrName::kRpcService);
}

constexpr std::array<std::string_view, 17> kGrpcNames = {
    "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
    "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
    "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
    "DATA_LOSS", "UNAUTHENTICATED"};

constexpr int kGrpcCancelled = 1;
constexpr int kGrpcDeadline = 4;

struct StatusCode {
  enum class Protocol { kNone, kHttp, kGrpc };
  Protocol protocol = Protocol::kNone;
  int32_t code = 0;
};

int32_t CodeFromText(std::string_view text) {
  const auto number = ParseInt(Trim(text));
  if (number && *number >= 0 && *number <= 9999) return static_cast<int32_t>(*number);
  const auto* const name = std::find(kGrpcNames.begin(), kGrpcNames.end(), text);
  return name == kGrpcNames.end() ? 0 : static_cast<int32_t>(name - kGrpcNames.begin());
}

StatusCode Status(const KnownAttrs& known) {
  const std::string_view http = known.First(AttrName::kHttpResponseStatus, AttrName::kHttpStatus);
  if (!http.empty()) return {StatusCode::Protocol::kHttp, CodeFromText(http)};
  const std::string_view rpc = known.First(AttrName::kRpcGrpcStatus, AttrName::kRpcResponseStatus);
  if (!rpc.empty()) return {StatusCode::Protocol::kGrpc, CodeFromText(rpc)};
  return {};
}

bool ContainsIgnoreCase(std::string_view text, std::string_view word) {
  for (; text.size() >= word.size(); text.remove_prefix(1)) {
    if (StartsWithIgnoreCase(text, word)) return true;
  }
  return false;
}

bool IsTimeout(const StatusCode& status, std::string_view error_type) {
  if (status.protocol == StatusCode::Protocol::kHttp &&
      (status.code == 504 || status.code == 408)) {
    return true;
  }
  if (status.protocol == StatusCode::Protocol::kGrpc && status.code == kGrpcDeadline) return true;
  return !error_type.empty() &&
         (ContainsIgnoreCase(error_type, "timeout") || ContainsIgnoreCase(error_type, "timedout") ||
          ContainsIgnoreCase(error_type, "deadline"));
}

bool IsCancelled(const StatusCode& status, std::string_view error_type) {
  if (status.protocol == StatusCode::Protocol::kHttp && status.code == 499) return true;
  if (status.protocol == StatusCode::Protocol::kGrpc && status.code == kGrpcCancelled) return true;
  return !error_type.empty() && ContainsIgnoreCase(error_type, "cancel");
}

std::string_view Outcome(OtelStatus otel, const StatusCode& status, const KnownAttrs& known) {
  const std::string_view error_type = known[AttrName::kErrorType];
  if (IsTimeout(status, error_type)) return "timeout";
  if (IsCancelled(status, error_type)) return "cancelled";
  const bool server_error = status.protocol == StatusCode::Protocol::kHttp && status.code >= 500;
  const bool marked = otel == OtelStatus::kError || !error_type.empty() ||
                      EqualsIgnoreCase(known[AttrName::kError], "true") ||
                      EqualsIgnoreCase(known[AttrName::kOtelStatusCode], "error");
  return server_error || marked ? "error" : "ok";
}

// Spans that are the opening of a connection, as instrumentations of Node.js and .NET name them.
std::string_view Connection(std::string_view name) {
  constexpr std::array<std::string_view, 5> kOpening = {"tcp.connect", "tls.connect",
                                                        "socket connect", "TLS client handshake",
                                                        "HTTP connection_setup"};
  const bool opening = std::any_of(kOpening.begin(), kOpening.end(),
                                   [&](std::string_view start) { return name.starts_with(start); });
  return opening ? "new" : "unknown";
}

OtelKind Kind(const SpanFacts& facts, const KnownAttrs& known) {
  if (facts.kind != OtelKind::kUnspecified) return facts.kind;
  const OtelKind tagged = KindFromText(known[AttrName::kSpanKind]);
  if (tagged != OtelKind::kUnspecified) return tagged;
  // A parent in another process makes it the entry of this one, even when nothing says "server".
  if ((facts.flags & kRemoteParentFlags) == kRemoteParentFlags) return OtelKind::kServer;
  return OtelKind::kInternal;
}

SamplingFields Fields(const SpanFacts& facts, const KnownAttrs& known) {
  SamplingFields fields;
  fields.trace_state = facts.trace_state;
  fields.threshold = known[AttrName::kSamplingThreshold];
  fields.percent = known.First(AttrName::kMicrosoftSampleRate, AttrName::kMsSampleRate);
  fields.one_in = known[AttrName::kSampleRate];
  fields.sampler_type = known[AttrName::kSamplerType];
  fields.sampler_param = known[AttrName::kSamplerParam];
  return fields;
}

}  // namespace

OtelKind KindFromText(std::string_view text) {
  if (StartsWithIgnoreCase(text, "span_kind_")) text.remove_prefix(10);
  constexpr std::array kKinds = {OtelKind::kInternal, OtelKind::kServer, OtelKind::kClient,
                                 OtelKind::kProducer, OtelKind::kConsumer};
  for (const OtelKind kind : kKinds) {
    if (EqualsIgnoreCase(text, Name(kind))) return kind;
  }
  return OtelKind::kUnspecified;
}

OtelKind KindFromNumber(int64_t number) {
  return number >= 1 && number <= 5 ? static_cast<OtelKind>(number) : OtelKind::kUnspecified;
}

const char* Name(OtelKind kind) {
  switch (kind) {
    case OtelKind::kServer: return "server";
    case OtelKind::kClient: return "client";
    case OtelKind::kProducer: return "producer";
    case OtelKind::kConsumer: return "consumer";
    case OtelKind::kUnspecified:
    case OtelKind::kInternal: break;
  }
  return "internal";
}

void MapResource(schema::Attrs attributes, TextArena& arena, ResourceColumns& columns) {
  KnownAttrs known;
  for (const schema::Attr& attr : attributes) {
    const AttrName name = FindAttrName(attr.key);
    if (name != AttrName::kOther) known.Put(name, attr.value);
  }
  const AttrName instance = InstanceAttr(known);
  const AttrName revision = RevisionAttr(known);
  columns.service = known[AttrName::kServiceName];
  columns.instance = instance == AttrName::kOther ? std::string_view() : known[instance];
  columns.revision = revision == AttrName::kOther ? std::string_view() : known[revision];
  if (instance == AttrName::kOther && known.Has(AttrName::kProcessPid)) {
    columns.instance =
        Concat(known[AttrName::kCloudResourceId], '#', known[AttrName::kProcessPid], arena);
  }
  columns.vantage = known[AttrName::kSdkLanguage] == "webjs" ? "client" : "app";
  columns.rest.clear();
  columns.shortened = false;
  size_t bytes = 0;
  for (const schema::Attr& attr : attributes) {
    const AttrName name = FindAttrName(attr.key);
    if (name != AttrName::kOther &&
        (name == AttrName::kServiceName || name == instance || name == revision)) {
      continue;
    }
    const schema::Attr kept{Shortened(attr.key, kMaxAttrBytes),
                            Shortened(attr.value, kMaxAttrBytes)};
    bytes += kept.key.size() + kept.value.size();
    const bool too_many = columns.rest.size() >= kMaxAttrs || bytes > kMaxRestBytes;
    if (too_many || kept.value.size() != attr.value.size()) columns.shortened = true;
    if (too_many) break;
    columns.rest.push_back(kept);
  }
}

SpanColumns MapSpan(const SpanFacts& facts, schema::Attrs attributes, TextArena& arena) {
  KnownAttrs known;
  for (const schema::Attr& attr : attributes) {
    const AttrName name = FindAttrName(attr.key);
    if (name != AttrName::kOther) known.Put(name, attr.value);
  }
  const StatusCode status = Status(known);
  const Sampling sampling = ReadSampling(Fields(facts, known));
  SpanColumns columns;
  columns.kind = Kind(facts, known);
  if (known[AttrName::kComponent] == "proxy" || known.Has(AttrName::kUpstreamCluster)) {
    columns.vantage = "edge";
  }
  columns.route = Route(known, arena);
  columns.method = Method(known, arena);
  columns.target = Target(columns.kind, known, arena);
  columns.status_code = status.code;
  columns.outcome = Outcome(facts.status, status, known);
  columns.connection = Connection(facts.name);
  columns.weight = sampling.weight;
  columns.unusable_sampling = sampling.state == SamplingState::kUnusable;
  return columns;
}

std::string_view Shortened(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  size_t size = max_bytes;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

}  // namespace slowtell::ingest
