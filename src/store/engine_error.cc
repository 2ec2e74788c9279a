// SPDX-License-Identifier: Apache-2.0
#include "store/engine_error.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace slowtell {
namespace {

// Numbers of the engine's errors that call for advice (stable since they are part of its protocol).
constexpr int kTimeoutExceeded = 159;
constexpr int kTooManyBytes = 241;
constexpr int kNotEnoughSpace = 243;
constexpr int kQueryWasCancelled = 394;
constexpr int kReadonly = 164;

bool IsErrorName(std::string_view text) {
  return text.size() > 2 && std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isupper(c) || std::isdigit(c) || c == '_';
         });
}

// "... text. (UNKNOWN_TABLE) (version 26.7.2.1)" -> cuts the version and takes the name.
void TakeName(std::string_view& text, std::string& name) {
  if (const size_t at = text.rfind(" (version "); at != text.npos) text = text.substr(0, at);
  text = Trim(text);
  while (text.ends_with(')')) {
    const size_t open = text.rfind('(');
    if (open == text.npos) return;
    const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    if (!IsErrorName(inside)) return;
    name = inside;
    text = Trim(text.substr(0, open));
  }
}

// What follows these words is the engine talking to its own developers.
void CutNoise(std::string_view& text) {
  constexpr std::array<std::string_view, 7> kTails = {
      ": While executing", ": while executing", ", Stack trace",     ": In scope ",
      "In scope SELECT",   "In scope WITH",     ". Expected one of:"};
  for (const std::string_view tail : kTails)
    if (const size_t at = text.find(tail); at != text.npos && at > 0) text = text.substr(0, at);
  text = Trim(text);
  while (text.ends_with(':')) text = Trim(text.substr(0, text.size() - 1));
}

const char* HintFor(int code) {
  switch (code) {
    case kTimeoutExceeded: return "the query took longer than it may; narrow the time range";
    case kTooManyBytes: return "the query needs more memory than it may use; narrow the time range";
    case kNotEnoughSpace: return "free space on that disk, or set TMPDIR or --store to another";
    case kReadonly: return "only a SELECT that reads the store's tables is allowed here";
    default: return "";
  }
}

}  // namespace

EngineMessage ParseEngineMessage(std::string_view raw) {
  EngineMessage message;
  std::string_view text = Trim(raw);
  if (const size_t at = text.find("Code: "); at != text.npos) {
    text = text.substr(at + 6);
    while (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0]))) {
      message.code = message.code * 10 + (text[0] - '0');
      text.remove_prefix(1);
      if (message.code > 1'000'000) break;
    }
    if (text.starts_with(". ")) text.remove_prefix(2);
  }
  constexpr std::string_view kException = "DB::Exception: ";
  while (text.starts_with(kException)) text.remove_prefix(kException.size());
  constexpr std::string_view kUser = "default: ";  // the only user there is
  if (text.starts_with(kUser)) text.remove_prefix(kUser.size());
  TakeName(text, message.name);
  CutNoise(text);
  TakeName(text, message.name);
  // One paragraph: it may quote a query of many lines.
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c));
    if (!space || !message.text.ends_with(' ')) message.text += space ? ' ' : c;
  }
  return message;
}

Error EngineError(std::string what, std::string_view raw) {
  const EngineMessage message = ParseEngineMessage(raw);
  Error error;
  error.kind = ErrorKind::kStore;
  if (message.code == kNotEnoughSpace || raw.find("No space left on device") != raw.npos) {
    error.kind = ErrorKind::kIo;
    error.hint = HintFor(kNotEnoughSpace);
  } else {
    if (message.code == kQueryWasCancelled) error.kind = ErrorKind::kInterrupted;
    error.hint = HintFor(message.code);
  }
  error.what = std::move(what);
  error.why = message.text;
  if (message.code != 0)
    error.why += " (engine code " + std::to_string(message.code) +
                 (message.name.empty() ? "" : ", " + message.name) + ")";
  return error;
}

}  // namespace slowtell
