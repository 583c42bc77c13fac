#include <algorithm>
#include <queue>
#include <set>
#include <unordered_map>

#include "verify/checks.h"
#include "verify/story.h"

namespace stretto {

namespace {

/// Why `node` has not happened: it waits for `cause`.
struct Wait {
  Node cause = 0;
  EdgeKind kind = EdgeKind::kWithin;
  bool is_counter = false;
};

class DeadlockCheck {
 public:
  DeadlockCheck(const Program& program, const Order& order, const RunResult& run)
      : program_(program), order_(order), run_(run) {}
  Violation run();

 private:
  const Op& op(int32_t i) const { return program_.ops[static_cast<size_t>(i)]; }
  bool is_stuck(Node node) const { return run_.position[node] == kNever; }
  void collect();
  std::vector<Node> nodes_near_cycles() const;
  std::vector<Node> shortest_cycle() const;
  std::vector<Node> cycle_from(Node start, size_t shorter_than) const;
  const Wait& wait_between(Node node, Node cause) const;
  std::string node_name(Node node) const;
  std::string cycle_story(const std::vector<Node>& cycle) const;
  std::string why(const Wait& wait, Node node) const;
  std::vector<int32_t> stuck_ops() const;
  std::string roots() const;

  const Program& program_;
  const Order& order_;
  const RunResult& run_;
  std::unordered_map<Node, std::vector<Wait>> waits_;
  std::set<Node> never_;
};

}  // namespace

void DeadlockCheck::collect() {
  auto edges = [&](const std::vector<Edge>& list, const std::vector<EdgeKind>& kinds) {
    for (size_t i = 0; i < list.size(); ++i) {
      const auto& [from, to] = list[i];
      if (is_stuck(from) && is_stuck(to)) waits_[to].push_back({from, kinds[i], false});
    }
  };
  edges(order_.guaranteed, order_.guaranteed_kind);
  edges(order_.blocking, order_.blocking_kind);
  std::unordered_map<int32_t, std::vector<Node>> bumps;
  for (const SignalAction& action : order_.actions) {
    if (!action.is_set && is_stuck(action.node)) bumps[action.signal.value].push_back(action.node);
  }
  for (size_t g = 0; g < order_.gates.size(); ++g) {
    const Gate& gate = order_.gates[g];
    if (!is_stuck(gate.node) || run_.gate_epoch[g] >= 0) continue;
    for (Node bump : bumps[gate.wait.signal.value]) {
      waits_[gate.node].push_back({bump, EdgeKind::kWithin, true});
    }
  }
  never_.insert(order_.never.begin(), order_.never.end());
  never_.insert(order_.never_blocking.begin(), order_.never_blocking.end());
}

// Breadth first from `start` along "waits for" until it comes back.
std::vector<Node> DeadlockCheck::cycle_from(Node start, size_t shorter_than) const {
  std::unordered_map<Node, Node> came_from;
  std::unordered_map<Node, size_t> depth = {{start, 0}};
  std::queue<Node> todo({start});
  while (!todo.empty()) {
    Node node = todo.front();
    todo.pop();
    if (depth[node] + 1 >= shorter_than) break;
    auto it = waits_.find(node);
    if (it == waits_.end()) continue;
    for (const Wait& wait : it->second) {
      if (wait.cause == start) {
        std::vector<Node> cycle = {node};
        while (cycle.back() != start) cycle.push_back(came_from.at(cycle.back()));
        std::ranges::reverse(cycle);
        return cycle;
      }
      if (!depth.try_emplace(wait.cause, depth[node] + 1).second) continue;
      came_from[wait.cause] = node;
      todo.push(wait.cause);
    }
  }
  return {};
}

// Peels off what waits for nothing stuck, and so on: what is left lies on cycles or behind them.
std::vector<Node> DeadlockCheck::nodes_near_cycles() const {
  std::unordered_map<Node, size_t> causes;
  std::unordered_map<Node, std::vector<Node>> dependents;
  std::vector<Node> peeled;
  for (const auto& [node, waits] : waits_) {
    causes[node] += waits.size();
    for (const Wait& wait : waits) {
      dependents[wait.cause].push_back(node);
      if (!waits_.contains(wait.cause) && causes.try_emplace(wait.cause, 0).second)
        peeled.push_back(wait.cause);
    }
  }
  while (!peeled.empty()) {
    Node node = peeled.back();
    peeled.pop_back();
    for (Node dependent : dependents[node]) {
      if (--causes[dependent] == 0) peeled.push_back(dependent);
    }
  }
  std::vector<Node> left;
  for (const auto& [node, count] : causes) {
    if (count > 0) left.push_back(node);
  }
  std::ranges::sort(left);
  return left;
}

std::vector<Node> DeadlockCheck::shortest_cycle() const {
  // Every node of a shortest cycle would do as a start; trying the first few thousand bounds the
  // work.
  static constexpr size_t kStartsMax = 4000;
  std::vector<Node> nodes = nodes_near_cycles();
  std::vector<Node> best;
  for (size_t i = 0; i < nodes.size() && i < kStartsMax; ++i) {
    std::vector<Node> cycle = cycle_from(nodes[i], best.empty() ? SIZE_MAX : best.size());
    if (!cycle.empty() && (best.empty() || cycle.size() < best.size())) best = std::move(cycle);
  }
  return best;
}

std::string DeadlockCheck::node_name(Node node) const {
  int32_t i = order_.op_of(node);
  if (i < 0) return "a meeting of ranks";
  return (node == start_of(i) ? "start of " : "end of ") + op_name(program_, i);
}

std::string DeadlockCheck::why(const Wait& wait, Node node) const {
  if (wait.is_counter) {
    for (const Gate& gate : order_.gates) {
      if (gate.node == node)
        return "waits for signal " + signal_name_at(program_, gate.wait.signal) + ", bumped by the";
    }
  }
  switch (wait.kind) {
    case EdgeKind::kWithin:
      return "comes after the";
    case EdgeKind::kStream:
      return "is behind, on its stream, the";
    case EdgeKind::kEvent:
      return "waits for an event, the";
    case EdgeKind::kHost:
      return "is posted by a host that waits for the";
    case EdgeKind::kMessage:
      return "receives what is sent from the";
    case EdgeKind::kMeeting:
      return "needs every member:";
    case EdgeKind::kLanding:
      return "waits for the landing of the";
    case EdgeKind::kQuiet:
      return "waits, under `assume quiet`, for the";
    case EdgeKind::kRendezvous:
      return "is not buffered, so it waits for the";
    case EdgeKind::kCommunicator:
      return "is behind, on its communicator, the";
    case EdgeKind::kParts:
      return "may have to wait for SMs held up to the";
    case EdgeKind::kQueue:
      return "is behind, on one hardware queue, the";
  }
  return "waits for the";
}

const Wait& DeadlockCheck::wait_between(Node node, Node cause) const {
  const std::vector<Wait>& waits = waits_.at(node);
  return *std::ranges::find(waits, cause, &Wait::cause);
}

std::string DeadlockCheck::cycle_story(const std::vector<Node>& cycle) const {
  std::string text = "a cycle of ops that wait for each other:";
  int number = 0;
  for (size_t i = 0; i < cycle.size(); ++i) {
    Node node = cycle[i];
    Node cause = cycle[(i + 1) % cycle.size()];
    const Wait& wait = wait_between(node, cause);
    // Steps within one op say nothing new.
    if (wait.kind == EdgeKind::kWithin && !wait.is_counter &&
        order_.op_of(node) == order_.op_of(cause))
      continue;
    text += "\n  " + std::to_string(++number) + ". " + (order_.op_of(node) < 0 ? "" : "the ") +
            node_name(node) + "\n     " + why(wait, node) + " " + node_name(cause);
  }
  return text;
}

// Where there is no cycle, something is waited for in vain.
std::string DeadlockCheck::roots() const {
  std::string text = "ops that never end, since what they wait for never happens:";
  int shown = 0;
  auto show = [&](Node node, const std::string& reason) {
    if (++shown <= 4)
      text += "\n  " + std::to_string(shown) + ". " + reason + " the " + node_name(node);
  };
  for (Node node : never_) {
    int32_t i = order_.op_of(node);
    if (i >= 0) show(node, "no partner:");
  }
  for (const Meeting& meeting : program_.meetings) {
    if (meeting.is_complete()) continue;
    auto present = std::ranges::find_if(meeting.members, [](int32_t m) { return m >= 0; });
    std::vector<Rank> absent;
    const auto& ranks = program_.communicators[static_cast<size_t>(meeting.communicator)].members;
    for (size_t m = 0; m < ranks.size(); ++m) {
      if (meeting.members[m] < 0) absent.push_back(ranks[m]);
    }
    show(end_of(*present),
         ranks_text(absent) + " never enter" + (absent.size() == 1 ? "s" : "") + ":");
  }
  for (size_t g = 0; g < order_.gates.size(); ++g) {
    const Gate& gate = order_.gates[g];
    if (!is_stuck(gate.node) || run_.gate_epoch[g] >= 0 || waits_.contains(gate.node)) continue;
    show(gate.node, signal_name_at(program_, gate.wait.signal) + " stays " +
                        std::to_string(run_.counters[static_cast<size_t>(gate.wait.signal.value)]) +
                        " < " + std::to_string(gate.wait.threshold) + ":");
  }
  return text;
}

std::vector<int32_t> DeadlockCheck::stuck_ops() const {
  std::vector<int32_t> ops;
  for (int32_t i = 0; i < static_cast<int32_t>(program_.ops.size()); ++i) {
    int32_t owner = owner_of(program_, i);
    // The ones that have started are what the others wait for.
    if (owner == i && is_stuck(end_of(i)) && !is_stuck(start_of(i))) ops.push_back(i);
  }
  return ops;
}

// Hangs with `queues` hardware queues, streams dealt out to them in turn? 0: without any queue
// order.
static bool hangs_with_queues(const Program& program, const Order& order, size_t queues,
                              bool with_communicators) {
  Order relaxed = order;
  relaxed.blocking.clear();
  relaxed.blocking_kind.clear();
  for (size_t i = 0; i < order.blocking.size(); ++i) {
    if (order.blocking_kind[i] == EdgeKind::kQueue) continue;
    if (order.blocking_kind[i] == EdgeKind::kCommunicator && !with_communicators) continue;
    relaxed.blocking.push_back(order.blocking[i]);
    relaxed.blocking_kind.push_back(order.blocking_kind[i]);
  }
  if (queues > 0) {
    std::vector<int32_t> last;
    for (int32_t i = 0; i < static_cast<int32_t>(program.ops.size()); ++i) {
      const Op& op = program.ops[static_cast<size_t>(i)];
      if (op.kind == OpKind::kEntry && op.call == 0 && op.run == 0) last.assign(queues, -1);
      if (!is_launch(op)) continue;
      int32_t& previous = last[static_cast<size_t>(op.stream) % queues];
      if (previous >= 0) relaxed.blocking.emplace_back(start_of(previous), start_of(i));
      previous = i;
    }
  }
  return !Runner(program, relaxed).run(Mode::kMostBlocking).is_complete;
}

static std::string queue_story(const Program& program, const Order& order) {
  if (!hangs_with_queues(program, order, 1, false)) {
    return "\n  this hang exists only where ops of one communicator run one after another: nothing "
           "promises that they "
           "do not";
  }
  if (hangs_with_queues(program, order, 0, true)) return "";
  for (size_t queues = 2; queues <= program.streams.size(); ++queues) {
    if (hangs_with_queues(program, order, queues, true)) continue;
    return "\n  with one hardware queue; the fewest that do not hang: " + std::to_string(queues) +
           " (streams dealt out in turn)";
  }
  return "\n  with streams sharing hardware queues; with one queue a stream it does not hang";
}

Violation DeadlockCheck::run() {
  collect();
  Violation violation{.check = Check::kDeadlock};
  std::vector<Node> cycle = shortest_cycle();
  std::vector<int32_t> ops;
  for (Node node : cycle) {
    int32_t i = order_.op_of(node);
    if (i >= 0 && std::ranges::find(ops, i) == ops.end()) ops.push_back(i);
  }
  std::vector<int32_t> stuck = stuck_ops();
  if (cycle.empty())
    ops.assign(stuck.begin(), stuck.begin() + std::min<std::ptrdiff_t>(8, std::ssize(stuck)));
  for (int32_t i : ops) violation.ops.push_back(reference(program_, i));
  for (int32_t i : cycle.empty() ? stuck : ops) violation.ranks.push_back(op(i).rank);
  violation.ranks = unique_ranks(std::move(violation.ranks));
  violation.message = cycle.empty() ? roots() : cycle_story(cycle);
  if (!cycle.empty()) violation.message += queue_story(program_, order_);
  violation.message += "\n  " + std::to_string(stuck.size()) + " ops have started and never end";
  return violation;
}

void check_deadlock(const Program& program, const Order& order, const RunResult& blocking,
                    std::vector<Violation>& violations) {
  violations.push_back(DeadlockCheck(program, order, blocking).run());
}

}  // namespace stretto
