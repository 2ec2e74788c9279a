// SPDX-License-Identifier: Apache-2.0
// Finds where JSON values end without parsing them: brackets are counted, strings skipped. Used to
// cut a large document into elements, and to save the complete spans of a record that was cut off.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slowtell::ingest::otlp_json {

// One object or list, whose text arrives in growing views of the same bytes.
class ValueScan {
 public:
  // Goes on where the call before stopped. The position behind the value, once it is complete.
  std::optional<size_t> Advance(std::string_view text);

 private:
  size_t at_ = 0;
  int64_t depth_ = 0;
  bool in_string_ = false;
};

// Is the text one complete object or list, apart from what follows it?
bool IsComplete(std::string_view text);

// `cut` begins a record and ends in its middle. Returns it up to its last complete span (an object
// in a list that lies `span_depth` brackets deep) with the open brackets closed; nullopt when it
// has no complete span. Lists of spans lie 6 deep in a document and 4 deep in an element of
// resourceSpans.
std::optional<std::string> CloseAfterLastSpan(std::string_view cut, size_t span_depth);

}  // namespace slowtell::ingest::otlp_json
