// SPDX-License-Identifier: Apache-2.0
// See interrupt.h. The handler only sets a flag: everything else is unsafe in a handler.
#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>

#include "cli/exit_code.h"

namespace slowtell::cli {
namespace {

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "the handler must not lock");

extern "C" void OnSignal(int) {
  if (stop_requested.exchange(true)) _exit(kExitInterrupted);
}

}  // namespace

void HandleSignals() {
  struct sigaction action {};
  action.sa_handler = OnSignal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0;  // a read that waits for a pipe ends with EINTR, so the first Ctrl-C counts
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

const std::atomic<bool>& StopRequested() { return stop_requested; }

}  // namespace slowtell::cli
