#include "kernels/cpu/blocked.h"

#include <algorithm>

namespace stretto::cpu {

namespace {

/// "end of .., start of .."; empty when all are met.
std::string unmet(const Execution& execution, std::span<const Need> needs) {
  std::string text;
  for (const Need& need : needs) {
    if (execution.state.is_met(need)) continue;
    text += (text.empty() ? "" : ", ") + describe(execution.program, execution.state, need);
  }
  return text;
}

void explain(const Execution& execution, int32_t index, std::vector<BlockedOp>& blocked) {
  if (execution.state.has_ended(index)) return;
  const Op& op = execution.op(index);
  if (!execution.state.has_started(index)) {
    blocked.push_back({index, unmet(execution, execution.plan.needs_to_start(index))});
  } else if (op.num_children == 0) {
    blocked.push_back({index, unmet(execution, execution.plan.needs_to_end(index))});
  } else {
    for (int32_t child = index + 1; child <= index + op.num_children; ++child) {
      size_t count = blocked.size();
      explain(execution, child, blocked);
      if (op.kind == OpKind::kKernel && blocked.size() > count)
        break;  // in sequence: the first is enough
    }
  }
  if (!blocked.empty() && blocked.back().op == index && blocked.back().waits_for.empty()) {
    blocked.back().waits_for = "nothing";
  }
}

}  // namespace

std::vector<BlockedOp> blocked_ops(const Execution& execution) {
  std::vector<BlockedOp> blocked;
  for (const Lane& lane : execution.plan.lanes) {
    auto is_open = [&](int32_t op) { return !execution.state.has_ended(op); };
    auto next = std::ranges::find_if(lane.ops, is_open);
    if (next != lane.ops.end()) explain(execution, *next, blocked);
  }
  std::ranges::sort(blocked, {}, &BlockedOp::op);
  return blocked;
}

}  // namespace stretto::cpu
