// SPDX-License-Identifier: Apache-2.0
// Blocks of bytes between two threads: one side pushes (our Inserter, the engine's result), the
// other is asked for the next part (an HTTP body). Bounded, so that a slow reader slows the writer
// down.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

#include "base/result.h"

namespace slowtell {

class ByteQueue {
 public:
  // Blocks while the queue is full. False when the reader has left.
  bool Push(std::string block) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return blocks_.size() < kMaxBlocks || left_; });
    if (left_) return false;
    blocks_.push_back(std::move(block));
    changed_.notify_all();
    return true;
  }
  // No more blocks. An error overtakes the blocks still queued.
  void Close(Result<void> outcome) {
    const std::lock_guard lock(mutex_);
    outcome_ = std::move(outcome);
    closed_ = true;
    changed_.notify_all();
  }
  // The next block; empty at the end.
  Result<std::string> Pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !blocks_.empty() || closed_; });
    if (!outcome_) return Fail(outcome_.error());
    if (blocks_.empty()) return std::string();
    std::string block = std::move(blocks_.front());
    blocks_.pop_front();
    changed_.notify_all();
    return block;
  }
  // The reader takes no more.
  void Leave() {
    const std::lock_guard lock(mutex_);
    left_ = true;
    changed_.notify_all();
  }

 private:
  static constexpr size_t kMaxBlocks = 4;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> blocks_;
  Result<void> outcome_;
  bool closed_ = false;
  bool left_ = false;
};

}  // namespace slowtell
