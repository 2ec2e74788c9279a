// SPDX-License-Identifier: Apache-2.0
// Both back ends parse the value of a query parameter as a field of a TSV line: a real tab, newline
// or backslash in it would be an error or another text.
#include "store/store.h"

namespace slowtell {

std::string EscapeParam(std::string_view value) {
  std::string out;
  out.reserve(value.size());
  for (const char c : value) {
    switch (c) {
      case '\\': out += "\\\\"; break;
      case '\t': out += "\\t"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\0': out += "\\0"; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace slowtell
