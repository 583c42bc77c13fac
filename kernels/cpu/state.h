#ifndef STRETTO_KERNELS_CPU_STATE_H_
#define STRETTO_KERNELS_CPU_STATE_H_

// How far a run has come: one atomic a flag of an op, one a signal. Publishing is a release,
// waiting for what is guaranteed an acquire, and nothing else orders the threads: no lock, no
// shared counter but relaxed ones. So a thread sanitizer sees the order that the Program promises
// and no other.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "kernels/cpu/needs.h"
#include "models/program.h"

namespace stretto::cpu {

class State {
 public:
  explicit State(const Program& program);

  void start(int32_t op);
  void offer(int32_t op);
  void end(int32_t op);
  void bump(Signal signal, int32_t amount);
  void set(Signal signal, int32_t amount);

  bool is_met(const Need& need) const;
  bool has_started(int32_t op) const { return at(started_, op).load(std::memory_order_relaxed); }
  bool is_offered(int32_t op) const { return at(offered_, op).load(std::memory_order_relaxed); }
  bool has_ended(int32_t op) const { return at(ended_, op).load(std::memory_order_relaxed); }
  int64_t value(Signal signal) const {
    return at(signals_, signal.value).load(std::memory_order_relaxed);
  }
  bool all_ended() const { return num_ended_.load(std::memory_order_relaxed) == ended_.size(); }

  /// Something is still going on, as far as the watchdog is concerned.
  void tick() { progress_.fetch_add(1, std::memory_order_relaxed); }
  uint64_t progress() const { return progress_.load(std::memory_order_relaxed); }
  /// Ends every wait.
  void abort() { is_aborted_.store(true, std::memory_order_relaxed); }
  bool is_aborted() const { return is_aborted_.load(std::memory_order_relaxed); }

 private:
  template <class Value>
  static const Value& at(const std::vector<Value>& values, int32_t index) {
    return values[static_cast<size_t>(index)];
  }

  std::vector<std::atomic<bool>> started_;
  std::vector<std::atomic<bool>> offered_;
  std::vector<std::atomic<bool>> ended_;
  std::vector<std::atomic<int64_t>> signals_;
  std::atomic<size_t> num_ended_ = 0;
  std::atomic<uint64_t> progress_ = 0;
  std::atomic<bool> is_aborted_ = false;
};

/// Does the counter satisfy the wait?
bool is_satisfied(const SignalWait& wait, int64_t value);

/// Spins, then yields, then sleeps for up to 100 us a time.
class Backoff {
 public:
  void pause();
  void reset() { round_ = 0; }

 private:
  int round_ = 0;
};

/// Waits until condition() holds; false when the run was aborted instead.
template <class Condition>
bool await(const State& state, Condition condition) {
  for (Backoff backoff; !condition(); backoff.pause()) {
    if (state.is_aborted()) return false;
  }
  return true;
}

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_STATE_H_
