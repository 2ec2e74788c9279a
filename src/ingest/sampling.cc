// SPDX-License-Identifier: Apache-2.0
#include "ingest/sampling.h"

#include <cmath>
#include <cstdint>
#include <optional>

#include "base/text.h"

namespace slowtell::ingest {
namespace {

// One kept span in a million already says nothing about latency; beyond that it is a mistake.
constexpr double kMaxWeight = 1e6;
constexpr int kThresholdDigits = 14;  // 56 bits

Sampling Checked(double weight) {
  if (std::isfinite(weight) && weight >= 1 && weight <= kMaxWeight) {
    return {SamplingState::kKnown, weight};
  }
  return {SamplingState::kUnusable, 1};
}

// The value of `key` in a list like "a=1,b=2" or "th:8;rv:1"; nullopt when it is not there.
std::optional<std::string_view> Member(std::string_view list, std::string_view key, char equals,
                                       char separator) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(separator), list.size());
    const std::string_view item = Trim(list.substr(0, end));
    if (item.size() > key.size() && item.starts_with(key) && item[key.size()] == equals) {
      return Trim(item.substr(key.size() + 1));
    }
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return std::nullopt;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// T of 2^56 are rejected, so each kept span stands for 2^56 / (2^56 - T).
Sampling FromThreshold(std::string_view hex) {
  if (hex.empty() || hex.size() > kThresholdDigits) return {SamplingState::kUnusable, 1};
  uint64_t threshold = 0;
  for (int i = 0; i < kThresholdDigits; ++i) {
    const size_t at = static_cast<size_t>(i);
    const int digit = at < hex.size() ? HexDigit(hex[at]) : 0;
    if (digit < 0) return {SamplingState::kUnusable, 1};
    threshold = threshold << 4 | static_cast<uint64_t>(digit);
  }
  constexpr uint64_t kAll = uint64_t{1} << 56;
  return Checked(static_cast<double>(kAll) / static_cast<double>(kAll - threshold));
}

// The older form: kept with probability 2^-p; 63 means that the span must not be counted.
Sampling FromPower(std::string_view text) {
  const auto power = ParseInt(text);
  if (!power || *power < 0 || *power > 62) return {SamplingState::kUnusable, 1};
  return Checked(std::ldexp(1.0, static_cast<int>(*power)));
}

Sampling FromPercent(std::string_view text) {
  const auto percent = ParseDouble(Trim(text));
  if (!percent || !(*percent > 0) || *percent > 100) return {SamplingState::kUnusable, 1};
  return Checked(100 / *percent);
}

Sampling FromOneIn(std::string_view text) {
  const auto one_in = ParseDouble(Trim(text));
  return one_in ? Checked(*one_in) : Sampling{SamplingState::kUnusable, 1};
}

Sampling FromProbability(std::string_view text) {
  const auto probability = ParseDouble(Trim(text));
  if (!probability || !(*probability > 0) || *probability > 1) {
    return {SamplingState::kUnusable, 1};
  }
  return Checked(1 / *probability);
}

std::optional<Sampling> FromTraceState(std::string_view trace_state) {
  if (const auto ot = Member(trace_state, "ot", '=', ',')) {
    if (const auto th = Member(*ot, "th", ':', ';')) return FromThreshold(*th);
    if (const auto p = Member(*ot, "p", ':', ';')) return FromPower(*p);
  }
  if (const auto rate = Member(trace_state, "microsoft.sample_rate", '=', ',')) {
    return FromPercent(*rate);
  }
  return std::nullopt;
}

}  // namespace

Sampling ReadSampling(const SamplingFields& fields) {
  if (!fields.trace_state.empty()) {
    if (const auto found = FromTraceState(fields.trace_state)) return *found;
  }
  if (!fields.threshold.empty()) return FromThreshold(fields.threshold);
  if (!fields.percent.empty()) return FromPercent(fields.percent);
  if (!fields.one_in.empty()) return FromOneIn(fields.one_in);
  if (fields.sampler_type == "probabilistic") return FromProbability(fields.sampler_param);
  return {};
}

}  // namespace slowtell::ingest
