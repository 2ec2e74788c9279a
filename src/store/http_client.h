// SPDX-License-Identifier: Apache-2.0
// ClickHouse's HTTP interface: one request per operation, errors as Results. The only code that
// knows the HTTP library; clickhouse_store builds a Store from it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace slowtell {

// "http://user:password@host:8123"
struct ServerAddress {
  std::string origin;  // "http://host:8123"
  std::string user;
  std::string password;
};
Result<ServerAddress> ParseServerUrl(std::string_view url);

// Arguments of the URL; values are plain, the client encodes them.
using UrlArguments = std::vector<std::pair<std::string, std::string>>;
using BytesSink = std::function<Result<void>(std::string_view)>;
// Hands out the next part of a request body; empty at the end; an error breaks the request off, so
// that the server does not take the part for the whole.
using BytesSource = std::function<Result<std::string>()>;

class HttpClient {
 public:
  explicit HttpClient(ServerAddress address) : address_(std::move(address)) {}

  // Sends `body` and passes the answer on as it arrives.
  Result<void> Post(const UrlArguments& arguments, std::string_view body, int64_t timeout_s,
                    const BytesSink& sink) const;
  // Sends a body whose length is not known yet; the answer is only checked for an error.
  Result<void> Upload(const UrlArguments& arguments, const BytesSource& source) const;
  // The name the server gives itself (X-ClickHouse-Server-Display-Name); empty when it gives none.
  Result<std::string> ServerName() const;

  const ServerAddress& address() const { return address_; }

 private:
  ServerAddress address_;
};

}  // namespace slowtell
