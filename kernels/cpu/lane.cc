// A member of a group, or a part of a gated GEMM, is tried again and again until what it needs is
// there; any other op waits for one need after the other. All functions return false when the run
// was aborted.

#include "kernels/cpu/lane.h"

#include <algorithm>
#include <numeric>

#include "kernels/cpu/effects.h"

namespace stretto::cpu {

namespace {

bool are_met(const Worker& worker, std::span<const Need> needs) {
  return std::ranges::all_of(needs,
                             [&](const Need& need) { return worker.execution.state.is_met(need); });
}

bool await_all(const Worker& worker, std::span<const Need> needs) {
  const State& state = worker.execution.state;
  return std::ranges::all_of(
      needs, [&](const Need& need) { return await(state, [&] { return state.is_met(need); }); });
}

/// Children in any order, each as soon as `attempt` succeeds.
template <class Attempt>
bool run_unordered(Worker& worker, int32_t parent, Attempt attempt) {
  std::vector<int32_t> pending(static_cast<size_t>(worker.execution.op(parent).num_children));
  std::iota(pending.begin(), pending.end(), parent + 1);
  for (Backoff backoff; !pending.empty(); backoff.pause()) {
    if (worker.execution.state.is_aborted()) return false;
    if (worker.execution.options.random_delays) worker.random.shuffle(pending);
    if (std::erase_if(pending, attempt) > 0) backoff.reset();
  }
  return true;
}

/// A send or recv in flight: offers what it has, ends when its partner is there.
bool try_member(Worker& worker, int32_t member) {
  State& state = worker.execution.state;
  if (is_offered(worker.execution.op(member).kind) && !state.is_offered(member)) {
    worker.pause();
    offer(worker.execution, member);
    state.offer(member);
  }
  if (!are_met(worker, worker.execution.plan.needs_to_end(member))) return false;
  apply(worker, member);
  state.end(member);
  return true;
}

bool run_group(Worker& worker, int32_t group) {
  int32_t num_members = worker.execution.op(group).num_children;
  for (int32_t member = group + 1; member <= group + num_members; ++member)
    worker.execution.state.start(member);
  return run_unordered(worker, group, [&](int32_t member) { return try_member(worker, member); });
}

bool run_parts(Worker& worker, int32_t gemm) {
  return run_unordered(worker, gemm, [&](int32_t part) {
    if (!are_met(worker, worker.execution.plan.needs_to_start(part))) return false;
    worker.execution.state.start(part);
    apply(worker, part);
    worker.execution.state.end(part);
    return true;
  });
}

/// Lands at once; with random delays late, in the most blocking case only when a flush wants it.
void land(Execution& execution, Landing& landing, uint64_t seed) {
  Worker worker(execution, seed);
  int64_t patience =
      execution.options.random_delays ? static_cast<int64_t>(worker.random.below(20)) : 0;
  bool is_live = await(execution.state, [&] {
    if (landing.must_land.load(std::memory_order_relaxed)) return true;
    return !execution.options.most_blocking && --patience < 0;
  });
  if (is_live && !execution.state.is_aborted()) apply(worker, landing.op);
}

void launch_landing(Worker& worker, int32_t op) {
  Landing& landing = worker.landings.emplace_back();
  landing.op = op;
  uint64_t seed = worker.random.next();
  landing.thread = std::thread(
      [&execution = worker.execution, &landing, seed] { land(execution, landing, seed); });
}

void land_all(Worker& worker) {
  for (Landing& landing : worker.landings) landing.must_land.store(true, std::memory_order_relaxed);
  for (Landing& landing : worker.landings) landing.thread.join();
  worker.landings.clear();
}

bool run_single(Worker& worker, int32_t index) {
  State& state = worker.execution.state;
  const Op& op = worker.execution.op(index);
  if (is_offered(op.kind)) {
    worker.pause();
    offer(worker.execution, index);
    state.offer(index);
  }
  if (!await_all(worker, worker.execution.plan.needs_to_end(index))) return false;
  if (op.kind == OpKind::kFlush) land_all(worker);
  if (op.non_blocking) {
    launch_landing(worker, index);
  } else {
    apply(worker, index);
  }
  return true;
}

bool run_op(Worker& worker, int32_t index);

bool run_sequence(Worker& worker, int32_t kernel) {
  int32_t num_children = worker.execution.op(kernel).num_children;
  for (int32_t child = kernel + 1; child <= kernel + num_children; ++child) {
    if (!run_op(worker, child)) return false;
  }
  return true;
}

bool run_op(Worker& worker, int32_t index) {
  State& state = worker.execution.state;
  worker.pause();
  if (!await_all(worker, worker.execution.plan.needs_to_start(index))) return false;
  state.start(index);
  OpKind kind = worker.execution.op(index).kind;
  bool has_run = kind == OpKind::kGroup       ? run_group(worker, index)
                 : kind == OpKind::kGatedGemm ? run_parts(worker, index)
                 : kind == OpKind::kKernel    ? run_sequence(worker, index)
                                              : run_single(worker, index);
  if (has_run) state.end(index);
  return has_run;
}

}  // namespace

void run_lane(Execution& execution, const Lane& lane) {
  uint64_t seed = hash_of(
      {static_cast<int64_t>(execution.options.seed), lane.rank.value, lane.stream, lane.ops[0]});
  Worker worker(execution, seed);
  bool has_run = std::ranges::all_of(lane.ops, [&](int32_t op) { return run_op(worker, op); });
  if (worker.landings.empty()) return;
  const State& state = execution.state;
  if (has_run && execution.options.most_blocking) await(state, [&] { return state.all_ended(); });
  land_all(worker);
}

}  // namespace stretto::cpu
