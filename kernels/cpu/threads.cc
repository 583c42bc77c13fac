#include "kernels/cpu/threads.h"

#include <exception>

#include "kernels/cpu/lane.h"

namespace stretto::cpu {

namespace {

/// Returns when all are done, or aborts them when they are stuck.
void watch(State& state, const std::atomic<size_t>& num_running, int64_t watchdog_ms) {
  using Clock = std::chrono::steady_clock;
  uint64_t progress = state.progress();
  Clock::time_point last = Clock::now();
  for (Backoff backoff; num_running.load(std::memory_order_relaxed) > 0; backoff.pause()) {
    if (state.progress() != progress) {
      progress = state.progress();
      last = Clock::now();
    } else if (Clock::now() - last > std::chrono::milliseconds(watchdog_ms)) {
      state.abort();
    }
  }
}

}  // namespace

void run_threads(Execution& execution) {
  const std::vector<Lane>& lanes = execution.plan.lanes;
  std::vector<std::exception_ptr> errors(lanes.size());
  std::atomic<size_t> num_running = lanes.size();
  auto run = [&](size_t i) {
    try {
      run_lane(execution, lanes[i]);
    } catch (...) {
      errors[i] = std::current_exception();
      execution.state.abort();
    }
    num_running.fetch_sub(1, std::memory_order_relaxed);
  };
  std::vector<std::jthread> threads;
  threads.reserve(lanes.size());
  try {
    for (size_t i = 0; i < lanes.size(); ++i) threads.emplace_back(run, i);
    watch(execution.state, num_running, execution.options.watchdog_ms);
  } catch (...) {
    execution.state.abort();
    throw;
  }
  threads.clear();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace stretto::cpu
