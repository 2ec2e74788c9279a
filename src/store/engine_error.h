// SPDX-License-Identifier: Apache-2.0
// Turns what the engine says ("Code: 60. DB::Exception: ... (UNKNOWN_TABLE)") into our Error:
// without the noise around it, and with the advice that the number of the error calls for.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace slowtell {

struct EngineMessage {
  int code = 0;      // 60; 0 when the text carries none
  std::string name;  // "UNKNOWN_TABLE"
  std::string text;  // "Table default.x does not exist."
};
EngineMessage ParseEngineMessage(std::string_view raw);

// `what` says what we were doing ("cannot run the query").
Error EngineError(std::string what, std::string_view raw);

}  // namespace slowtell
