// SPDX-License-Identifier: Apache-2.0
// One line on stderr while files are read, only when that takes longer than half a second.
#pragma once

#include <chrono>

#include "ingest/import.h"

namespace slowtell::cli {

enum class ProgressMode { kOff, kOn };

class ProgressLine {
 public:
  explicit ProgressLine(ProgressMode mode);
  ~ProgressLine() { Clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void Show(const ingest::Progress& at);
  // Removes the line; nothing of it stays in the terminal.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;
  ProgressMode mode_;
  Clock::time_point next_;
  bool shown_ = false;
};

}  // namespace slowtell::cli
