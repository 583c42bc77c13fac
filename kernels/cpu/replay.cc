#include "kernels/cpu/replay.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "kernels/cpu/effects.h"

namespace stretto::cpu {

namespace {

class Replay {
 public:
  explicit Replay(Execution& execution) : execution_(execution), worker_(execution, 0) {
    size_t num_signals = static_cast<size_t>(execution.program.signals_per_rank) *
                         static_cast<size_t>(execution.program.num_ranks());
    history_.resize(num_signals, {{0, 0}});
    ended_at_.resize(execution.program.ops.size(), 0);
    for (int32_t op = 0; op < static_cast<int32_t>(execution.program.ops.size()); ++op) {
      if (execution.op(op).bump_each) shared_copies_.push_back(op);
    }
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
    if (execution_.op(index).kind == OpKind::kFlush) check_flush(index);
    effect(index);
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
    bool is_met = execution_.state.is_met(need);
    if (need.kind == Need::Kind::kSignal) {
      is_met = was_satisfied(need.wait, since) || may_be_counted(need.wait);
    }
    if (need.kind == Need::Kind::kOffered) is_met = true;  // by whoever asks
    if (need.kind == Need::Kind::kEnd && !is_met && execution_.op(need.op).non_blocking) {
      start(need.op, op);  // it ended at once and is still in flight
      is_met = true;
    }
    if (is_met) return;
    refuse(op, "is listed too early, it needs: " +
                   describe(execution_.program, execution_.state, need));
  }

  /// The earliest moment at which the op can have started.
  int64_t since_start(int32_t index) const {
    int64_t since = 0;
    for (const Need& need : execution_.plan.needs_to_start(index)) {
      if (need.kind == Need::Kind::kEnd && need.is_guaranteed) {
        since = std::max(since, ended_at_[static_cast<size_t>(need.op)]);
      }
      if (need.kind == Need::Kind::kStart && need.is_guaranteed) {
        since = std::max(since, since_start(need.op));
      }
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
      history_[static_cast<size_t>(use.signal.value)].push_back(
          {now_, execution_.state.value(use.signal)});
    }
  }

  void offer_once(int32_t op) {
    if (execution_.state.is_offered(op)) return;
    offer(execution_, op);
    execution_.state.offer(op);
  }

  /// The copies of the stream so far have landed.
  void check_flush(int32_t index) const {
    const Op& flush = execution_.op(index);
    for (int32_t i = execution_.program.rank_begin[static_cast<size_t>(flush.rank.value)];
         i < index; ++i) {
      const Op& op = execution_.op(i);
      bool is_open = op.non_blocking && op.stream == flush.stream && !execution_.state.has_ended(i);
      if (is_open) refuse(index, "is listed before " + op_name(execution_.program, i));
    }
  }

  /// With the shares of copies that have begun and not ended.
  bool may_be_counted(const SignalWait& wait) {
    int64_t value = execution_.state.value(wait.signal);
    for (int32_t copy : shared_copies_) {
      if (execution_.state.has_ended(copy) || !can_start(copy)) continue;
      const Op& op = execution_.op(copy);
      for (const SignalUse& use : execution_.program.signals_of(op)) {
        value += use.signal == wait.signal ? op.ctas : 0;
      }
    }
    return wait.modulus == 0 && is_satisfied(wait, value);
  }

  bool can_start(int32_t op) const {
    return std::ranges::all_of(execution_.plan.needs_to_start(op), [&](const Need& need) {
      bool is_parent = need.kind == Need::Kind::kStart && need.is_guaranteed;
      return !need.is_guaranteed || execution_.state.is_met(need) ||
             (is_parent && can_start(need.op));
    });
  }

  /// What is not listed never ends, but may have begun: the explanation of a hang reads it.
  void start_what_can() {
    State& state = execution_.state;
    for (bool has_changed = true; std::exchange(has_changed, false);) {
      for (int32_t op = 0; op < static_cast<int32_t>(execution_.program.ops.size()); ++op) {
        auto is_met = [&](const Need& need) { return state.is_met(need); };
        bool can = std::ranges::all_of(execution_.plan.needs_to_start(op), is_met);
        if (state.has_started(op) || !can) continue;
        state.start(op);
        if (is_offered(execution_.op(op).kind)) state.offer(op);
        has_changed = true;
      }
    }
  }

  Execution& execution_;
  Worker worker_;
  int64_t now_ = 0;                                                // position in the order, from 1
  std::vector<int64_t> ended_at_;                                  // by op
  std::vector<std::vector<std::pair<int64_t, int64_t>>> history_;  // by signal: (when, value)
  std::vector<int32_t> shared_copies_;                             // those that bump CTA by CTA
};

}  // namespace

void replay(Execution& execution) { Replay(execution).run(); }

}  // namespace stretto::cpu
