#include "kernels/cpu/state.h"

#include <algorithm>

namespace stretto::cpu {

State::State(const Program& program)
    : started_(program.ops.size()),
      offered_(program.ops.size()),
      ended_(program.ops.size()),
      signals_(static_cast<size_t>(program.signals_per_rank) *
               static_cast<size_t>(program.num_ranks())) {}

void State::start(int32_t op) {
  started_[static_cast<size_t>(op)].store(true, std::memory_order_release);
  tick();
}

void State::offer(int32_t op) {
  offered_[static_cast<size_t>(op)].store(true, std::memory_order_release);
}

void State::end(int32_t op) {
  ended_[static_cast<size_t>(op)].store(true, std::memory_order_release);
  num_ended_.fetch_add(1, std::memory_order_relaxed);
  tick();
}

void State::bump(Signal signal, int32_t amount) {
  signals_[static_cast<size_t>(signal.value)].fetch_add(amount, std::memory_order_release);
}

void State::set(Signal signal, int32_t amount) {
  signals_[static_cast<size_t>(signal.value)].store(amount, std::memory_order_release);
}

bool State::is_met(const Need& need) const {
  auto order = need.is_guaranteed ? std::memory_order_acquire : std::memory_order_relaxed;
  switch (need.kind) {
    case Need::Kind::kEnd:
      return at(ended_, need.op).load(order);
    case Need::Kind::kStart:
      return at(started_, need.op).load(order);
    case Need::Kind::kOffered:
      return at(offered_, need.op).load(order);
    case Need::Kind::kSignal:
      return is_satisfied(need.wait, at(signals_, need.wait.signal.value).load(order));
    case Need::Kind::kNever:
      return false;
  }
  return false;
}

bool is_satisfied(const SignalWait& wait, int64_t value) {
  if (wait.modulus == 0) return value >= wait.threshold;
  return value % wait.modulus == wait.threshold % wait.modulus;
}

void Backoff::pause() {
  ++round_;
  if (round_ <= 32) return;
  if (round_ <= 48) return std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::microseconds(std::min(100, 10 * (round_ - 48))));
}

}  // namespace stretto::cpu
