// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "ingest/importer.h"

namespace slowtell::ingest {

Result<bool> Input::NextLine(std::string_view& line) {
  constexpr size_t kStep = size_t{1} << 20;
  Consume(pending_);
  pending_ = 0;
  size_t want = 1;
  size_t searched = 0;
  while (true) {
    ASSIGN_OR_RETURN(const std::string_view view, Peek(want));
    if (view.empty()) return false;
    const void* end = std::memchr(view.data() + searched, '\n', view.size() - searched);
    if (end == nullptr && view.size() >= want) {
      searched = view.size();
      want = searched + std::max(kStep, searched / 2);
      continue;
    }
    const size_t size = end == nullptr
                            ? view.size()
                            : static_cast<size_t>(static_cast<const char*>(end) - view.data());
    pending_ = end == nullptr ? size : size + 1;
    line = view.substr(0, size);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++line_;
    return true;
  }
}

}  // namespace slowtell::ingest
