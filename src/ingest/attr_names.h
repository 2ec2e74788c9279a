// SPDX-License-Identifier: Apache-2.0
// The attribute names that become columns, found by a perfect-enough hash: this lookup runs for
// every attribute of every span.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace slowtell::ingest {

// X(name in code, name in the data)
#define SLOWTELL_ATTRS(X)                                   \
  X(ServiceName, "service.name")                            \
  X(ServiceInstanceId, "service.instance.id")               \
  X(ServiceVersion, "service.version")                      \
  X(K8sPodName, "k8s.pod.name")                             \
  X(K8sReplicasetName, "k8s.replicaset.name")               \
  X(ContainerId, "container.id")                            \
  X(HostName, "host.name")                                  \
  X(FaasInstance, "faas.instance")                          \
  X(FaasVersion, "faas.version")                            \
  X(CloudResourceId, "cloud.resource_id")                   \
  X(ProcessPid, "process.pid")                              \
  X(SdkLanguage, "telemetry.sdk.language")                  \
  X(HttpRoute, "http.route")                                \
  X(UrlTemplate, "url.template")                            \
  X(UrlPath, "url.path")                                    \
  X(HttpTarget, "http.target")                              \
  X(UrlFull, "url.full")                                    \
  X(HttpUrl, "http.url")                                    \
  X(HttpHost, "http.host")                                  \
  X(HttpRequestMethod, "http.request.method")               \
  X(HttpMethodOriginal, "http.request.method_original")     \
  X(HttpMethod, "http.method")                              \
  X(HttpResponseStatus, "http.response.status_code")        \
  X(HttpStatus, "http.status_code")                         \
  X(RpcSystem, "rpc.system")                                \
  X(RpcSystemName, "rpc.system.name")                       \
  X(RpcService, "rpc.service")                              \
  X(RpcMethod, "rpc.method")                                \
  X(RpcGrpcStatus, "rpc.grpc.status_code")                  \
  X(RpcResponseStatus, "rpc.response.status_code")          \
  X(ErrorType, "error.type")                                \
  X(Error, "error")                                         \
  X(OtelStatusCode, "otel.status_code")                     \
  X(SpanKind, "span.kind")                                  \
  X(PeerService, "peer.service")                            \
  X(ServicePeerName, "service.peer.name")                   \
  X(ServerAddress, "server.address")                        \
  X(ServerPort, "server.port")                              \
  X(NetPeerName, "net.peer.name")                           \
  X(NetPeerPort, "net.peer.port")                           \
  X(NetPeerIp, "net.peer.ip")                               \
  X(NetSockPeerAddr, "net.sock.peer.addr")                  \
  X(NetworkPeerAddress, "network.peer.address")             \
  X(NetworkPeerPort, "network.peer.port")                   \
  X(DbSystem, "db.system")                                  \
  X(DbSystemName, "db.system.name")                         \
  X(DbNamespace, "db.namespace")                            \
  X(DbName, "db.name")                                      \
  X(MessagingDestinationName, "messaging.destination.name") \
  X(MessagingDestination, "messaging.destination")          \
  X(MicrosoftSampleRate, "microsoft.sample_rate")           \
  X(MsSampleRate, "_MS.sampleRate")                         \
  X(SampleRate, "SampleRate")                               \
  X(SamplerType, "sampler.type")                            \
  X(SamplerParam, "sampler.param")                          \
  X(SamplingThreshold, "sampling.threshold")                \
  X(Component, "component")                                 \
  X(UpstreamCluster, "upstream_cluster")

enum class AttrName : uint8_t {
#define SLOWTELL_ATTR_ENUM(name, text) k##name,
  SLOWTELL_ATTRS(SLOWTELL_ATTR_ENUM)
#undef SLOWTELL_ATTR_ENUM
      kOther,
};
inline constexpr size_t kAttrNames = static_cast<size_t>(AttrName::kOther);

inline constexpr std::array<std::string_view, kAttrNames> kAttrTexts = {
#define SLOWTELL_ATTR_TEXT(name, text) text,
    SLOWTELL_ATTRS(SLOWTELL_ATTR_TEXT)
#undef SLOWTELL_ATTR_TEXT
};

namespace attr_names_internal {

inline constexpr size_t kSlots = 512;

constexpr size_t Slot(std::string_view text) {
  const size_t size = text.size();
  const auto at = [&](size_t i) {
    return static_cast<size_t>(static_cast<unsigned char>(text[i]));
  };
  return (size * 31 + at(0) * 7 + at(size - 1) * 131 + at(size / 2) * 17 + at(size / 4) * 61) %
         kSlots;
}

constexpr std::array<AttrName, kSlots> MakeSlots() {
  std::array<AttrName, kSlots> slots{};
  for (AttrName& slot : slots) slot = AttrName::kOther;
  for (size_t i = 0; i < kAttrNames; ++i) {
    size_t slot = Slot(kAttrTexts[i]);
    while (slots[slot] != AttrName::kOther) slot = (slot + 1) % kSlots;
    slots[slot] = static_cast<AttrName>(i);
  }
  return slots;
}

inline constexpr std::array<AttrName, kSlots> kSlotTable = MakeSlots();

}  // namespace attr_names_internal

inline AttrName FindAttrName(std::string_view text) {
  using namespace attr_names_internal;
  if (text.empty()) return AttrName::kOther;
  for (size_t slot = Slot(text); kSlotTable[slot] != AttrName::kOther; slot = (slot + 1) % kSlots) {
    if (kAttrTexts[static_cast<size_t>(kSlotTable[slot])] == text) return kSlotTable[slot];
  }
  return AttrName::kOther;
}

// The known attributes of one span or resource. The first of a name counts.
class KnownAttrs {
 public:
  void Put(AttrName name, std::string_view value) {
    const auto bit = uint64_t{1} << static_cast<size_t>(name);
    if (present_ & bit) return;
    present_ |= bit;
    values_[static_cast<size_t>(name)] = value;
  }
  std::string_view operator[](AttrName name) const {
    return Has(name) ? values_[static_cast<size_t>(name)] : std::string_view();
  }
  bool Has(AttrName name) const { return present_ >> static_cast<size_t>(name) & 1; }
  // The first of the names that has a value that is not empty.
  template <class... Names>
  std::string_view First(Names... names) const {
    std::string_view found;
    ((found = found.empty() ? (*this)[names] : found), ...);
    return found;
  }

 private:
  static_assert(kAttrNames <= 64);
  uint64_t present_ = 0;
  std::array<std::string_view, kAttrNames> values_;
};

}  // namespace slowtell::ingest
