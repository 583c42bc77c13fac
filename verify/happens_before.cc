#include "verify/happens_before.h"

#include <algorithm>
#include <map>

namespace stretto {

namespace {

/// Bumps of one signal in one epoch that are ordered among each other, in the order of the run. A
/// step is one bump, or all the shares of a copy that bumps `each`: these have no order of their
/// own.
struct Chain {
  struct Step {
    std::vector<Node> nodes;
    int32_t op = -1;
  };
  std::vector<Step> steps;
  std::vector<int64_t> sums;  // by step: running total, own bumps only

  void add(const SignalAction& action) {
    if (steps.empty() || steps.back().op != action.op) {
      steps.push_back({{}, action.op});
      sums.push_back(sums.empty() ? 0 : sums.back());
    }
    steps.back().nodes.push_back(action.node);
    sums.back() += action.amount;
  }
};

}  // namespace

// Launches of one stream, and the lines of its kernels, are ordered; parts and landings stand
// alone.
static int64_t chain_key(const Program& program, const Order& order, const SignalAction& action) {
  const Op& op = program.ops[static_cast<size_t>(action.op)];
  bool is_landing = action.node >= 2 * order.num_ops && op.non_blocking;
  bool is_alone = op.kind == OpKind::kPart || is_landing;
  if (is_alone) return -1 - static_cast<int64_t>(action.node);
  return static_cast<int64_t>(op.rank.value) * static_cast<int64_t>(program.streams.size()) +
         op.stream;
}

std::vector<Edge> counter_edges(const Program& program, const Order& order, const RunResult& run,
                                bool* is_exact) {
  std::vector<Edge> edges;
  *is_exact = true;
  if (order.gates.empty()) return edges;
  // (signal, epoch) -> chain key -> chain
  std::map<std::pair<int32_t, int32_t>, std::map<int64_t, Chain>> all;
  for (const RunResult::Happening& happening : run.happenings) {
    if (happening.action.is_set) continue;
    all[{happening.action.signal.value, happening.epoch}]
       [chain_key(program, order, happening.action)]
           .add(happening.action);
  }
  for (size_t g = 0; g < order.gates.size(); ++g) {
    const Gate& gate = order.gates[g];
    int64_t needed = gate.wait.threshold - run.gate_base[g];
    if (run.gate_epoch[g] < 0 || needed <= 0) continue;
    auto& chains = all[{gate.wait.signal.value, run.gate_epoch[g]}];
    int64_t total = 0;
    for (const auto& [key, chain] : chains) total += chain.sums.back();
    if (chains.size() > 1 && needed < total) *is_exact = false;
    for (const auto& [key, chain] : chains) {
      // What the others cannot give must come from this chain: its shortest prefix that does.
      int64_t own = needed - (total - chain.sums.back());
      if (own <= 0) continue;
      size_t last =
          static_cast<size_t>(std::ranges::lower_bound(chain.sums, own) - chain.sums.begin());
      // Of several shares, all are needed or nothing says which.
      bool needs_all = chain.sums[last] == own || chain.steps[last].nodes.size() == 1;
      if (!needs_all) *is_exact = false;
      if (!needs_all && last == 0) continue;
      const Chain::Step& step = chain.steps[needs_all ? last : last - 1];
      for (Node node : step.nodes) edges.emplace_back(node, gate.node);
    }
  }
  return edges;
}

HappensBefore::HappensBefore(const Program& program, const Runner& runner, const RunResult& run)
    : program_(program), runner_(runner), run_(run), num_streams_(program.streams.size()) {
  const Order& order = runner.order();
  std::vector<Edge> counted = counter_edges(program, order, run, &is_exact_);
  if (counted.empty()) {
    before_ = Graph::backward(order.num_nodes, order.guaranteed);
  } else {
    counted.insert(counted.end(), order.guaranteed.begin(), order.guaranteed.end());
    before_ = Graph::backward(order.num_nodes, counted);
  }
  make_clocks();
  seen_.assign(order.num_nodes, 0);
}

void HappensBefore::make_clocks() {
  const Order& order = runner_.order();
  clocks_.assign(order.num_nodes * num_streams_, -1);
  for (Node node : run_.order) {
    int32_t index = order.op_of(node);
    if (index < 0) continue;
    const Op& op = program_.ops[static_cast<size_t>(index)];
    int32_t* clock = clocks_.data() + static_cast<size_t>(node) * num_streams_;
    for (Node previous : before_.next(node)) {
      int32_t from = order.op_of(previous);
      if (from < 0 || program_.ops[static_cast<size_t>(from)].rank != op.rank) continue;
      const int32_t* other = clocks_.data() + static_cast<size_t>(previous) * num_streams_;
      for (size_t s = 0; s < num_streams_; ++s) clock[s] = std::max(clock[s], other[s]);
    }
    // A part's end says nothing of the parts posted before it.
    if (node != end_of(index) || op.kind == OpKind::kPart || op.stream < 0) continue;
    int32_t last = index + op.num_children;
    clock[op.stream] = std::max(clock[op.stream], last);
    for (int32_t stream : program_.numbers_of(op.more_streams))
      clock[stream] = std::max(clock[stream], last);
  }
}

bool HappensBefore::has_ended_by_clock(int32_t op, Node at) const {
  int32_t stream = program_.ops[static_cast<size_t>(op)].stream;
  return stream >= 0 &&
         clocks_[static_cast<size_t>(at) * num_streams_ + static_cast<size_t>(stream)] >= op;
}

bool HappensBefore::search(Node from, Node to) const {
  uint32_t cut = run_.position[from];
  ++num_searches_;
  std::vector<Node> todo = {to};
  while (!todo.empty()) {
    Node node = todo.back();
    todo.pop_back();
    for (Node previous : before_.next(node)) {
      if (previous == from) return true;
      if (run_.position[previous] <= cut || seen_[previous] == num_searches_) continue;
      seen_[previous] = num_searches_;
      todo.push_back(previous);
    }
  }
  return false;
}

bool HappensBefore::precedes(Node from, Node to) const {
  if (run_.position[from] == kNever || run_.position[to] == kNever) return false;
  if (run_.position[from] >= run_.position[to]) return from == to;
  const Order& order = runner_.order();
  int32_t a = order.op_of(from);
  int32_t b = order.op_of(to);
  bool same_rank =
      a >= 0 && b >= 0 &&
      program_.ops[static_cast<size_t>(a)].rank == program_.ops[static_cast<size_t>(b)].rank;
  bool is_landing =
      a >= 0 && from >= 2 * order.num_ops && program_.ops[static_cast<size_t>(a)].non_blocking;
  if (same_rank && from != start_of(a) && !is_landing && has_ended_by_clock(a, to)) return true;
  if (search(from, to)) return true;
  return !is_exact_ && !runner_.reaches_without(Mode::kLeastOrdering, from, to);
}

}  // namespace stretto
