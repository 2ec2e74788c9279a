// SPDX-License-Identifier: Apache-2.0
#include "base/result.h"

namespace slowtell {

std::string ToText(const Error& error) {
  std::string text = error.what;
  if (!error.why.empty()) text += ": " + error.why;
  if (!error.where.empty()) text += " (" + error.where + ")";
  if (!error.hint.empty()) text += "\n  hint: " + error.hint;
  return text;
}

}  // namespace slowtell
