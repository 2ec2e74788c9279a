// SPDX-License-Identifier: Apache-2.0
#include "answer/sentence.h"

#include "base/text.h"

namespace slowtell {
namespace {

std::string Target(const Question& question) {
  return HumanDuration(static_cast<double>(question.target_ns));
}

std::string NothingFound(const Report& report) {
  const Question& question = report.question;
  if (question.requests == 0) return "There is no request to explain: see the doubts.";
  if (question.slow_requests == 0)
    return "Nothing is slow: none of " + WithThousands(question.requests) + " requests exceeds " +
           Target(question) + ".";
  std::string text = "No cause was found for " + WithThousands(question.slow_requests) + " of " +
                     WithThousands(question.requests) + " requests over " + Target(question) + ".";
  for (const CauseReport& cause : report.causes)
    if (cause.verdict.state == State::kNotEnoughData && !cause.verdict.next.empty())
      return text + " The data is too thin for some causes; each says what would settle it.";
  return text;
}

}  // namespace

std::string Sentence(const Report& report) {
  if (report.top.empty()) return NothingFound(report);
  const CauseReport& top = report.causes.front();
  const Question& question = report.question;
  std::string text = WithThousands(question.slow_requests) + " of " +
                     WithThousands(question.requests) + " requests take longer than " +
                     Target(question) + "; " + top.id + " (" + Id(top.layer) + ") explains " +
                     Percent(top.share) + " of the excess: " + top.verdict.summary + ".";
  return text;
}

}  // namespace slowtell
