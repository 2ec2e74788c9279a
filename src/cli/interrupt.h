// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM: the first asks the work to stop where it is safe, the second ends the
// process.
#pragma once

#include <atomic>

namespace slowtell::cli {

// Installs the handlers; also makes a closed pipe an error of write() instead of a signal.
void HandleSignals();

// True after the first signal. Work that can last polls it.
const std::atomic<bool>& StopRequested();

}  // namespace slowtell::cli
