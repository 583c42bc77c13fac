#include "verify/run.h"

#include <algorithm>

namespace stretto {

/// The state of one run: a queue of reached nodes, counters, and who waits for them.
class RunState {
 public:
  RunState(const Runner& runner, Mode mode, std::optional<Node> withheld)
      : runner_(runner), mode_(mode), withheld_(withheld) {
    const Order& order = runner.order_;
    pending_ = runner.in_guaranteed_;
    if (mode == Mode::kMostBlocking) {
      for (size_t n = 0; n < pending_.size(); ++n) pending_[n] += runner.in_blocking_[n];
    }
    for (Node node : order.never) ++pending_[node];
    if (mode == Mode::kMostBlocking) {
      for (Node node : order.never_blocking) ++pending_[node];
    }
    size_t num_signals =
        static_cast<size_t>(runner.program_.num_ranks() * runner.program_.signals_per_rank);
    result_.position.assign(order.num_nodes, kNever);
    result_.counters.assign(num_signals, 0);
    result_.gate_epoch.assign(order.gates.size(), -1);
    result_.gate_base.assign(order.gates.size(), 0);
    epoch_.assign(num_signals, 0);
    base_.assign(num_signals, 0);
    if (!order.gates.empty()) waiting_.resize(num_signals);
    result_.order.reserve(runner.used_.size());
  }

  void start() {
    for (Node node : runner_.used_) {
      if (pending_[node] == 0) arrive(node);
    }
    drain();
  }

  void release() {
    if (!is_held_) return;
    Node node = *withheld_;
    withheld_.reset();
    arrive(node);
    drain();
  }

  RunResult take() {
    result_.is_complete = result_.order.size() == runner_.used_.size();
    return std::move(result_);
  }
  bool has_reached(Node node) const { return result_.position[node] != kNever; }

 private:
  // All predecessors of `node` are reached; its gates may still hold it.
  void arrive(Node node) {
    if (withheld_ && *withheld_ == node) {
      is_held_ = true;
      return;
    }
    if (runner_.has_gate_[node] && !open_gates(node)) return;
    reach(node);
  }

  void reach(Node node) {
    result_.position[node] = static_cast<uint32_t>(result_.order.size());
    result_.order.push_back(node);
  }

  bool open_gates(Node node) {
    const std::vector<Gate>& gates = runner_.order_.gates;
    auto gate = std::ranges::lower_bound(gates, node, {}, &Gate::node);
    uint32_t closed = 0;
    for (; gate != gates.end() && gate->node == node; ++gate) {
      size_t index = static_cast<size_t>(gate - gates.begin());
      size_t signal = static_cast<size_t>(gate->wait.signal.value);
      if (result_.counters[signal] >= gate->wait.threshold) {
        open(index);
      } else {
        waiting_[signal].push_back(static_cast<int32_t>(index));
        ++closed;
      }
    }
    pending_[node] = closed;  // from here on it counts closed gates
    return closed == 0;
  }

  void open(size_t gate) {
    size_t signal = static_cast<size_t>(runner_.order_.gates[gate].wait.signal.value);
    result_.gate_epoch[gate] = epoch_[signal];
    result_.gate_base[gate] = base_[signal];
  }

  void act(Node node) {
    const std::vector<SignalAction>& actions = runner_.order_.actions;
    auto action = std::ranges::lower_bound(actions, node, {}, &SignalAction::node);
    for (; action != actions.end() && action->node == node; ++action) {
      size_t signal = static_cast<size_t>(action->signal.value);
      if (action->is_set) {
        ++epoch_[signal];
        base_[signal] = result_.counters[signal] = action->amount;
      } else {
        result_.counters[signal] += action->amount;
      }
      result_.happenings.push_back({*action, epoch_[signal]});
      if (!waiting_.empty()) wake(signal);
    }
  }

  void wake(size_t signal) {
    auto& waiting = waiting_[signal];
    size_t kept = 0;
    for (int32_t index : waiting) {
      const Gate& gate = runner_.order_.gates[static_cast<size_t>(index)];
      if (result_.counters[signal] < gate.wait.threshold) {
        waiting[kept++] = index;
        continue;
      }
      open(static_cast<size_t>(index));
      if (--pending_[gate.node] == 0) reach(gate.node);
    }
    waiting.resize(kept);
  }

  void drain() {
    for (; next_ < result_.order.size(); ++next_) {
      Node node = result_.order[next_];
      if (runner_.has_action_[node]) act(node);
      for (Node after : runner_.guaranteed_.next(node)) {
        if (--pending_[after] == 0) arrive(after);
      }
      if (mode_ == Mode::kLeastOrdering) continue;
      for (Node after : runner_.blocking_.next(node)) {
        if (--pending_[after] == 0) arrive(after);
      }
    }
  }

  const Runner& runner_;
  Mode mode_;
  std::optional<Node> withheld_;
  bool is_held_ = false;
  size_t next_ = 0;
  std::vector<uint32_t> pending_;
  std::vector<int32_t> epoch_;
  std::vector<int32_t> base_;
  std::vector<std::vector<int32_t>> waiting_;
  RunResult result_;
};

static std::vector<uint32_t> in_degrees(size_t num_nodes, const std::vector<Edge>& edges) {
  std::vector<uint32_t> degrees(num_nodes, 0);
  for (const Edge& edge : edges) ++degrees[edge.second];
  return degrees;
}

Runner::Runner(const Program& program, const Order& order)
    : program_(program),
      order_(order),
      guaranteed_(order.num_nodes, order.guaranteed),
      blocking_(order.num_nodes, order.blocking),
      in_guaranteed_(in_degrees(order.num_nodes, order.guaranteed)),
      in_blocking_(in_degrees(order.num_nodes, order.blocking)),
      has_gate_(order.num_nodes, false),
      has_action_(order.num_nodes, false) {
  for (const Gate& gate : order.gates) has_gate_[gate.node] = true;
  for (const SignalAction& action : order.actions) has_action_[action.node] = true;
  used_.reserve(order.num_nodes);
  for (int32_t i = 0; i < static_cast<int32_t>(order.num_ops); ++i) {
    if (owner_of(program, i) != i) continue;
    used_.push_back(start_of(i));
    used_.push_back(end_of(i));
  }
  for (size_t n = 2 * order.num_ops; n < order.num_nodes; ++n)
    used_.push_back(static_cast<Node>(n));
}

RunResult Runner::run(Mode mode, std::optional<Node> withheld) const {
  RunState state(*this, mode, withheld);
  state.start();
  state.release();
  return state.take();
}

bool Runner::reaches_without(Mode mode, Node withheld, Node target) const {
  RunState state(*this, mode, withheld);
  state.start();
  return state.has_reached(target);
}

}  // namespace stretto
