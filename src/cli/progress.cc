// SPDX-License-Identifier: Apache-2.0
// See progress.h.
#include "cli/progress.h"

#include "base/text.h"
#include "cli/output.h"

namespace slowtell::cli {
namespace {

constexpr std::chrono::milliseconds kQuietAtFirst{500};
constexpr std::chrono::milliseconds kBetween{150};
constexpr size_t kLongestName = 40;

// The end of a path says more than its beginning.
std::string ShortName(std::string_view path) {
  const size_t slash = path.find_last_of('/');
  if (slash != std::string_view::npos && slash + 1 < path.size()) path.remove_prefix(slash + 1);
  return Printable(path, kLongestName);
}

}  // namespace

ProgressLine::ProgressLine(ProgressMode mode) : mode_(mode), next_(Clock::now() + kQuietAtFirst) {}

void ProgressLine::Show(const ingest::Progress& at) {
  if (mode_ == ProgressMode::kOff || Clock::now() < next_) return;
  next_ = Clock::now() + kBetween;
  const double megabytes = static_cast<double>(at.bytes) / 1e6;
  PrintError("\r\x1b[Kreading " + ShortName(at.path) + ": " + Fixed(megabytes, 1) + " MB, " +
             WithThousands(at.rows) + " rows");
  shown_ = true;
}

void ProgressLine::Clear() {
  if (shown_) PrintError("\r\x1b[K");
  shown_ = false;
}

}  // namespace slowtell::cli
