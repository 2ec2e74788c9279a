// SPDX-License-Identifier: Apache-2.0
#include "store/http_client.h"

#include <httplib.h>
#include <pthread.h>

#include <cctype>
#include <csignal>
#include <exception>
#include <optional>

#include "base/text.h"
#include "store/engine_error.h"

namespace slowtell {
namespace {

constexpr int kConnectTimeoutS = 5;
constexpr int64_t kDefaultTimeoutS = 3600;
constexpr size_t kMaxErrorBytes = 16384;
constexpr const char* kWhat = "the server refused a query";
constexpr const char* kCodeHeader = "X-ClickHouse-Exception-Code";

std::string Encode(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char raw : text) {
    const auto c = static_cast<unsigned char>(raw);
    if (std::isalnum(c) || c == '-' || c == '_' || c == '.' || c == '~') {
      out += raw;
    } else {
      out += {'%', kHex[c >> 4], kHex[c & 15]};
    }
  }
  return out;
}

std::string Decode(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto digit = [&text](size_t at) {
      const int c = std::tolower(static_cast<unsigned char>(text[at]));
      return std::isdigit(c) ? c - '0' : c - 'a' + 10;
    };
    const bool is_code = text[i] == '%' && i + 2 < text.size() &&
                         std::isxdigit(static_cast<unsigned char>(text[i + 1])) &&
                         std::isxdigit(static_cast<unsigned char>(text[i + 2]));
    out += is_code ? static_cast<char>(digit(i + 1) * 16 + digit(i + 2)) : text[i];
    if (is_code) i += 2;
  }
  return out;
}

std::string Target(const UrlArguments& arguments) {
  std::string target = "/";
  for (const auto& [name, value] : arguments)
    target += (target.size() == 1 ? "?" : "&") + Encode(name) + "=" + Encode(value);
  return target;
}

httplib::Headers HeadersFor(const ServerAddress& address) {
  httplib::Headers headers;
  if (!address.user.empty()) headers.emplace("X-ClickHouse-User", address.user);
  if (!address.password.empty()) headers.emplace("X-ClickHouse-Key", address.password);
  return headers;
}

Failure Unreachable(const ServerAddress& address, httplib::Error error) {
  return Fail(ErrorKind::kStore, "no answer from the server " + address.origin,
              httplib::to_string(error), "", "check that it runs and that the address is right");
}

// The error in an answer, if it is one.
std::optional<Error> ErrorIn(int status, const std::string& code, std::string_view body) {
  if (status == 200 && code.empty()) return std::nullopt;
  if (body.find("DB::Exception") != body.npos) return EngineError(kWhat, body);
  std::string why = code.empty() ? "HTTP status " + std::to_string(status) : "engine code " + code;
  if (!body.empty()) why += ": " + Printable(Trim(body), 300);
  return Error{ErrorKind::kStore, kWhat, std::move(why), "", ""};
}

void SetTimeouts(httplib::Client& client, int64_t timeout_s) {
  client.set_connection_timeout(kConnectTimeoutS);
  client.set_read_timeout(static_cast<time_t>(timeout_s ? timeout_s : kDefaultTimeoutS));
  client.set_write_timeout(static_cast<time_t>(kDefaultTimeoutS));
  client.set_tcp_nodelay(true);  // else every small request waits 40 ms for an acknowledgement
}

// A server that closes early must be an error of ours, not the end of the process: the library
// writes without MSG_NOSIGNAL, so SIGPIPE is held back in this thread and swallowed.
class BrokenPipeIgnored {
 public:
  BrokenPipeIgnored() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~BrokenPipeIgnored() {
    if (sigismember(&before_, SIGPIPE)) return;
    const timespec at_once{};
    while (sigtimedwait(&pipe_, nullptr, &at_once) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_;
  sigset_t before_;
};

// The library may throw on memory or on a URL it dislikes; that stops here.
template <class Call>
Result<void> Guarded(const Call& call) {
  const BrokenPipeIgnored no_signal;
  try {
    return call();
  } catch (const std::exception& e) {
    return Fail(ErrorKind::kStore, "the HTTP client failed", e.what());
  }
}

// Takes an answer apart while it arrives: the text of an error, or bytes for the sink.
struct Answer {
  const BytesSink* sink;
  int status = 0;
  std::string code;
  std::string error_text;
  Result<void> taken;

  bool Begin(const httplib::Response& response) {
    status = response.status;
    code = response.get_header_value(kCodeHeader);
    return true;
  }
  bool Take(std::string_view bytes) {
    if (status != 200 || !code.empty()) {
      if (error_text.size() < kMaxErrorBytes) error_text += bytes;
      return true;
    }
    taken = (*sink)(bytes);
    return taken.has_value();
  }
};

}  // namespace

Result<ServerAddress> ParseServerUrl(std::string_view url) {
  const size_t scheme = url.find("://");
  const std::string_view protocol = url.substr(0, scheme == url.npos ? 0 : scheme);
  if (protocol != "http" && protocol != "https")
    return Fail(ErrorKind::kUsage, "not a server address: " + Printable(url, 200),
                "it does not start with http:// or https://", "",
                "for example http://127.0.0.1:8123");
  std::string_view rest = url.substr(scheme + 3);
  while (rest.ends_with('/')) rest.remove_suffix(1);
  ServerAddress address;
  if (const size_t at = rest.rfind('@'); at != rest.npos) {
    const std::string_view login = rest.substr(0, at);
    const size_t colon = std::min(login.find(':'), login.size());
    address.user = Decode(login.substr(0, colon));
    if (colon < login.size()) address.password = Decode(login.substr(colon + 1));
    rest = rest.substr(at + 1);
  }
  if (rest.empty() || rest.find_first_of("/?#") != rest.npos)
    return Fail(ErrorKind::kUsage, "not a server address: " + Printable(rest, 200),
                "it must be a host and a port, without a path", "",
                "for example http://127.0.0.1:8123");
  address.origin = std::string(protocol) + "://" + std::string(rest);
  return address;
}

Result<void> HttpClient::Post(const UrlArguments& arguments, std::string_view body,
                              int64_t timeout_s, const BytesSink& sink) const {
  return Guarded([&]() -> Result<void> {
    httplib::Client client(address_.origin);
    SetTimeouts(client, timeout_s);
    Answer answer{&sink, 0, "", "", {}};
    httplib::Request request;
    request.method = "POST";
    request.path = Target(arguments);
    request.headers = HeadersFor(address_);
    request.body = body;
    request.response_handler = [&](const httplib::Response& r) { return answer.Begin(r); };
    request.content_receiver = [&](const char* data, size_t size, uint64_t, uint64_t) {
      return answer.Take({data, size});
    };
    const httplib::Result result = client.send(request);
    if (!answer.taken) return answer.taken;
    if (!result) return Unreachable(address_, result.error());
    if (auto error = ErrorIn(answer.status, answer.code, answer.error_text))
      return Fail(std::move(*error));
    return {};
  });
}

Result<void> HttpClient::Upload(const UrlArguments& arguments, const BytesSource& source) const {
  return Guarded([&]() -> Result<void> {
    httplib::Client client(address_.origin);
    SetTimeouts(client, 0);
    Result<void> produced;
    const auto provider = [&](size_t, httplib::DataSink& sink) {
      Result<std::string> part = source();
      if (!part) {
        produced = Fail(std::move(part).error());
        return false;
      }
      if (part->empty()) {
        sink.done();
        return true;
      }
      return sink.write(part->data(), part->size());
    };
    const httplib::Result result =
        client.Post(Target(arguments), HeadersFor(address_), provider, "application/octet-stream");
    if (!produced) return produced;
    if (!result) return Unreachable(address_, result.error());
    if (auto error = ErrorIn(result->status, result->get_header_value(kCodeHeader), result->body))
      return Fail(std::move(*error));
    return {};
  });
}

Result<std::string> HttpClient::ServerName() const {
  std::string name;
  RETURN_IF_ERROR(Guarded([&]() -> Result<void> {
    httplib::Client client(address_.origin);
    SetTimeouts(client, 30);
    const httplib::Result result = client.Get("/ping");
    if (!result) return Unreachable(address_, result.error());
    name = result->get_header_value("X-ClickHouse-Server-Display-Name");
    if (auto error = ErrorIn(result->status, "", result->body)) return Fail(std::move(*error));
    return {};
  }));
  return name;
}

}  // namespace slowtell
