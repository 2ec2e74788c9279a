// SPDX-License-Identifier: Apache-2.0
// How many spans a sampled span stands for, from the several places where exporters write it.
#pragma once

#include <string_view>

namespace slowtell::ingest {

// Text as found; empty where the span does not say.
struct SamplingFields {
  std::string_view trace_state =
      {};  // W3C tracestate: ot=th:8;rv:..., ot=p:2, microsoft.sample_rate=12.5
  std::string_view threshold = {};      // attribute sampling.threshold, hexadecimal like th
  std::string_view percent = {};        // attribute microsoft.sample_rate or _MS.sampleRate
  std::string_view one_in = {};         // attribute SampleRate: 1 in N
  std::string_view sampler_type = {};   // Jaeger: const, probabilistic, ratelimiting, ...
  std::string_view sampler_param = {};  // Jaeger: the probability for probabilistic
};

enum class SamplingState { kSilent, kKnown, kUnusable };

struct Sampling {
  SamplingState state = SamplingState::kSilent;
  double weight = 1;  // 1 unless kKnown
};

// The first field that says something decides, in the order of SamplingFields.
Sampling ReadSampling(const SamplingFields& fields);

}  // namespace slowtell::ingest
