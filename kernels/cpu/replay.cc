#include "kernels/cpu/replay.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "kernels/cpu/effects.h"

namespace stretto::cpu {

namespace {

class Replay {
 public:
  explicit Replay(Execution& execution)
      : execution_(execution), worker_(execution, 0) {
    size_t num_signals = static_cast<size_t>(execution.program.signals_per_rank) *
                         static_cast<size_t>(execution.program.num_ranks());
    history_.resize(num_signals, {{0, 0}});
    ended_at_.resize(execution.program.ops.size(), 0);
  }

  void run() {
    for (int32_t op : execution_.options.replay) {
      if (op < 0 || op >= static_cast<int32_t>(execution_.program.ops.size())) {
        throw std::invalid_argument("replay: there is no op " + std::to_string(op));
      }
      if (execution_.state.has_ended(op)) refuse(op, "is listed twice");
      ++now_;
      end(op);
    }
    start_what_can();
  }

 private:
  [[noreturn]] void refuse(int32_t op, const std::string& why) const {
    throw std::invalid_argument("replay: " + op_name(execution_.program, op) + " " + why);
  }

  void end(int32_t index) {
    start(index, index);
    for (const Need& need : execution_.plan.needs_to_end(index)) {
      if (!need.is_guaranteed) continue;
      if (need.kind == Need::Kind::kOffered) start(need.op, index);
      require(index, need, since_start(index));
    }
    for (const Need& need : execution_.plan.needs_to_end(index)) {
      if (need.kind == Need::Kind::kOffered) offer_once(need.op);
    }
    if (is_offered(execution_.op(index).kind)) offer_once(index);
    if (execution_.op(index).kind == OpKind::kFlush) land_stream(execution_.op(index));
    if (execution_.op(index).non_blocking) {
      flying_.push_back(index);
    } else {
      effect(index);
    }
    ended_at_[static_cast<size_t>(index)] = now_;
    execution_.state.end(index);
  }

  /// `cause`: the op in the order that cannot end otherwise.
  void start(int32_t index, int32_t cause) {
    if (execution_.state.has_started(index)) return;
    for (const Need& need : execution_.plan.needs_to_start(index)) {
      if (!need.is_guaranteed) continue;
      if (need.kind == Need::Kind::kStart) start(need.op, cause);
      require(cause, need, since_start(index));
    }
    execution_.state.start(index);
  }

  void require(int32_t op, const Need& need, int64_t since) {
    if (need.kind == Need::Kind::kOffered) return;
    if (need.kind == Need::Kind::kSignal) {
      while (!was_satisfied(need.wait, since) && land_one_for(need.wait.signal)) {
      }
      if (was_satisfied(need.wait, since)) return;
    } else if (execution_.state.is_met(need)) {
      return;
    }
    refuse(op, "is listed too early, it needs: " + describe(execution_.program, execution_.state, need));
  }

  /// The earliest moment at which the op can have started.
  int64_t since_start(int32_t index) const {
    int64_t since = 0;
    for (const Need& need : execution_.plan.needs_to_start(index)) {
      if (need.kind == Need::Kind::kEnd && need.is_guaranteed) {
        since = std::max(since, ended_at_[static_cast<size_t>(need.op)]);
      }
      if (need.kind == Need::Kind::kStart && need.is_guaranteed) since = std::max(since, since_start(need.op));
    }
    return since;
  }

  /// At `since` or at any moment after.
  bool was_satisfied(const SignalWait& wait, int64_t since) const {
    const auto& history = history_[static_cast<size_t>(wait.signal.value)];
    for (size_t i = history.size(); i-- > 0;) {
      if (is_satisfied(wait, history[i].second)) return true;
      if (history[i].first <= since) return false;
    }
    return false;
  }

  void effect(int32_t index) {
    const Op& op = execution_.op(index);
    apply(worker_, index);
    if (op.kind == OpKind::kBarrier) return;
    for (const SignalUse& use : execution_.program.signals_of(op)) {
      history_[static_cast<size_t>(use.signal.value)].push_back({now_, execution_.state.value(use.signal)});
    }
  }

  void offer_once(int32_t op) {
    if (execution_.state.is_offered(op)) return;
    offer(execution_, op);
    execution_.state.offer(op);
  }

  void land_stream(const Op& flush) {
    std::vector<int32_t> others;
    for (int32_t index : std::exchange(flying_, {})) {
      const Op& op = execution_.op(index);
      bool is_flushed = op.rank == flush.rank && op.stream == flush.stream;
      is_flushed ? effect(index) : others.push_back(index);
    }
    flying_ = std::move(others);
  }

  bool land_one_for(Signal signal) {
    auto bumps_it = [&](int32_t op) {
      auto uses = execution_.program.signals_of(execution_.op(op));
      return std::ranges::any_of(uses, [&](const SignalUse& use) { return use.signal == signal; });
    };
    auto found = std::ranges::find_if(flying_, bumps_it);
    if (found == flying_.end()) return false;
    int32_t op = *found;
    flying_.erase(found);
    effect(op);
    return true;
  }

  /// What is not listed never ends, but may have begun: the explanation of a hang reads it.
  void start_what_can() {
    State& state = execution_.state;
    for (bool has_changed = true; std::exchange(has_changed, false);) {
      for (int32_t op = 0; op < static_cast<int32_t>(execution_.program.ops.size()); ++op) {
        auto needs = execution_.plan.needs_to_start(op);
        if (state.has_started(op) || !std::ranges::all_of(needs, [&](const Need& n) { return state.is_met(n); })) continue;
        state.start(op);
        if (is_offered(execution_.op(op).kind)) state.offer(op);
        has_changed = true;
      }
    }
  }

  Execution& execution_;
  Worker worker_;
  int64_t now_ = 0;                                              // position in the order, from 1
  std::vector<int64_t> ended_at_;                                // by op
  std::vector<std::vector<std::pair<int64_t, int64_t>>> history_;  // by signal: (when, value)
  std::vector<int32_t> flying_;                                  // non-blocking copies that have not landed
};

}  // namespace

void replay(Execution& execution) { Replay(execution).run(); }

}  // namespace stretto::cpu
