#ifndef STRETTO_VERIFY_RUN_H_
#define STRETTO_VERIFY_RUN_H_

// One run of a Program's events, which stands for all.
//
// The monotone theorem. An expanded Program is a finite set of events, each happening at most once.
// Where every guard is monotone in the past (predecessors reached, counters that only grow),
// reachable sets are closed under union; hence
//   (a) the set of events that never happen is the same in every run;
//   (b) e precedes f in all runs exactly when f is not reached with e withheld;
//   (c) two ops unordered by (b) are in flight together in one and the same run;
//   (d) without races, contents are the same in all runs.
// So one greedy pass in O(nodes + edges) decides hangs, and one pass with an event withheld decides
// any single precedence. `set` is not monotone: a set that is unordered with a bump or wait of its
// signal is itself reported (race.h), and ordered ones cut the counter into epochs, within which
// the theorem holds. A phase wait is resolved to a threshold that must not be passed before it
// ends, which is checked the same way. tests/properties/monotone_test.cc holds this against the
// exhaustive explorer.

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/order.h"

namespace stretto {

enum class Mode : uint8_t { kLeastOrdering, kMostBlocking };

struct RunResult {
  std::vector<Node> order;         // nodes in the order in which they were reached
  std::vector<uint32_t> position;  // by node: index in `order`, kNever if not reached
  /// What happened to counters: bumps and sets in the order of the run, with the epoch (sets so
  /// far) of the signal.
  struct Happening {
    SignalAction action;
    int32_t epoch = 0;
  };
  std::vector<Happening> happenings;
  std::vector<int32_t> gate_epoch;  // by gate: the epoch in which it opened, -1: never
  std::vector<int32_t> gate_base;   // by gate: what the epoch's set left in the counter
  std::vector<int32_t> counters;    // by signal, at the end
  bool is_complete = true;          // every node was reached
};

inline constexpr uint32_t kNever = UINT32_MAX;

/// The order with its adjacency, built once and run as often as needed.
class Runner {
 public:
  Runner(const Program& program, const Order& order);
  /// With `withheld`, that node is held back until nothing else can happen, and then released.
  RunResult run(Mode mode, std::optional<Node> withheld = std::nullopt) const;
  /// Is `target` reached while `withheld` is not? (never releasing it)
  bool reaches_without(Mode mode, Node withheld, Node target) const;
  const Order& order() const { return order_; }

 private:
  friend class RunState;
  const Program& program_;
  const Order& order_;
  Graph guaranteed_;
  Graph blocking_;
  std::vector<uint32_t> in_guaranteed_;  // by node
  std::vector<uint32_t> in_blocking_;
  std::vector<Node> used_;  // nodes that exist: members of groups have none of their own
  std::vector<bool> has_gate_;
  std::vector<bool> has_action_;
};

}  // namespace stretto

#endif  // STRETTO_VERIFY_RUN_H_
