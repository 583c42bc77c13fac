#ifndef STRETTO_VERIFY_HAPPENS_BEFORE_H_
#define STRETTO_VERIFY_HAPPENS_BEFORE_H_

// Does one event precede another in every run? Over the guaranteed order plus, for each wait, the
// bumps that it cannot do without.
//
// Representation. Most questions are between ops of one rank: each node carries one clock per
// stream of its own rank (the last op of that stream known to have ended), so these are answered by
// a comparison. What the clocks leave open is answered by a search backwards over the predecessor
// graph, cut off where nodes were reached before the earlier event; full vector clocks over ranks x
// streams would be quadratic. Where some wait has bumps on several chains and needs not all of
// them, no single edge says what it needs: then a question that the search denies is put to the
// theorem of run.h itself (withhold the earlier event and rerun).

#include <cstdint>
#include <vector>

#include "verify/run.h"

namespace stretto {

/// An edge from a bump to a gate that needs it.
std::vector<Edge> counter_edges(const Program& program, const Order& order, const RunResult& run,
                                bool* is_exact);

class HappensBefore {
 public:
  /// `run` is a run of the least ordering (or a complete one of the most blocking) implementation.
  HappensBefore(const Program& program, const Runner& runner, const RunResult& run);

  /// Does `from` precede `to` in every run? Nodes that were never reached precede nothing.
  bool precedes(Node from, Node to) const;
  /// By the clock of `to`'s rank alone: has the op's end happened?
  bool has_ended_by_clock(int32_t op, Node at) const;
  const RunResult& run() const { return run_; }

 private:
  bool search(Node from, Node to) const;
  void make_clocks();

  const Program& program_;
  const Runner& runner_;
  const RunResult& run_;
  bool is_exact_ = true;
  Graph before_;  // predecessors
  size_t num_streams_ = 0;
  std::vector<int32_t> clocks_;         // node x stream
  mutable std::vector<uint32_t> seen_;  // by node: the search that saw it last
  mutable uint32_t num_searches_ = 0;
};

}  // namespace stretto

#endif  // STRETTO_VERIFY_HAPPENS_BEFORE_H_
