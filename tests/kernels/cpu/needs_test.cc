#include "kernels/cpu/needs.h"

#include <gtest/gtest.h>

#include "kernels/cpu/state.h"
#include "tests/kernels/cpu/programs.h"

namespace stretto::cpu {
namespace {

/// What an op needs, as text, before anything has happened.
std::vector<std::string> texts(const Program& program, std::span<const Need> needs) {
  State state(program);
  std::vector<std::string> result;
  for (const Need& need : needs) {
    result.push_back((need.is_guaranteed ? "" : "blocking: ") + describe(program, state, need));
  }
  return result;
}

using Texts = std::vector<std::string>;

/// On main and side: copy, a sync that waits for it, then a group and a barrier on side.
Program sample() {
  ProgramBuilder b(2);
  int x = b.tensor(TensorKind::kBuffer, "x", 2, 2, 2);
  int go = b.signal("go");
  int side = b.stream("side");
  for (int r = 0; r < 2; ++r) {
    b.begin_rank(r);
    int copy = b.post({.kind = OpKind::kCopy, .dst = {b.slot(x, 0)}, .src = {b.slot(x, 1)}});
    b.post({.kind = OpKind::kSync, .after = {copy}});
    b.post({.kind = OpKind::kGroup, .stream = side},
           {{.kind = OpKind::kSend, .src = {b.slot(x, 0)}, .peer = 1 - r},
            {.kind = OpKind::kRecv, .dst = {b.slot(x, 1)}, .peer = 1 - r}});
    b.post({.kind = OpKind::kBarrier, .stream = side});
    b.post({.kind = OpKind::kGatedGemm},
           {{.kind = OpKind::kPart, .waits = {{b.signal_at(go), 1}}}, {.kind = OpKind::kPart}});
  }
  return b.finish();
}

TEST(needs, the_least_ordering) {
  Program program = sample();
  Plan plan = make_plan(program, /*most_blocking=*/false);
  auto start = [&](int op) { return texts(program, plan.needs_to_start(op)); };
  auto end = [&](int op) { return texts(program, plan.needs_to_end(op)); };
  EXPECT_EQ(start(0), Texts{});
  EXPECT_EQ(start(1), Texts{"end of rank 0: by_hand:1: copy"});
  EXPECT_EQ(start(2), Texts{"end of rank 0: by_hand:2: sync"});
  EXPECT_EQ(end(3), Texts{"blocking: start of rank 1: by_hand:14: recv"});
  EXPECT_EQ(end(4), Texts{"start of rank 1: by_hand:13: send"});
  EXPECT_EQ(start(5), (Texts{"end of rank 0: by_hand:2: sync", "end of rank 0: by_hand:3: group"}));
  EXPECT_EQ(end(5),
            (Texts{"start of rank 0: by_hand:6: barrier", "start of rank 1: by_hand:15: barrier"}));
  EXPECT_EQ(start(6), (Texts{"end of rank 0: by_hand:2: sync", "end of rank 0: by_hand:1: copy"}));
  EXPECT_EQ(start(7),
            (Texts{"start of rank 0: by_hand:7: gated_gemm", "signal go@0 >= 1, which is 0"}));
  EXPECT_EQ(start(8), Texts{"start of rank 0: by_hand:7: gated_gemm"});
}

TEST(needs, the_most_blocking_order_adds_queue_communicator_and_parts) {
  Program program = sample();
  Plan plan = make_plan(program, /*most_blocking=*/true);
  auto start = [&](int op) { return texts(program, plan.needs_to_start(op)); };
  EXPECT_EQ(start(2), (Texts{"end of rank 0: by_hand:2: sync",
                             "blocking: start of rank 0: by_hand:1: copy"}));
  EXPECT_EQ(
      start(5),
      (Texts{"end of rank 0: by_hand:2: sync", "blocking: start of rank 0: by_hand:3: group",
             "end of rank 0: by_hand:3: group", "blocking: end of rank 0: by_hand:3: group"}));
  EXPECT_EQ(start(8), (Texts{"start of rank 0: by_hand:7: gated_gemm",
                             "blocking: end of rank 0: by_hand:8: part"}));
}

TEST(needs, a_lane_for_each_stream_and_each_host_thread_that_syncs) {
  Plan plan = make_plan(sample(), false);
  ASSERT_EQ(plan.lanes.size(), 6u);
  EXPECT_EQ(plan.lanes[0].ops, (std::vector<int32_t>{0, 6}));
  EXPECT_EQ(plan.lanes[1].ops, (std::vector<int32_t>{2, 5}));
  EXPECT_EQ(plan.lanes[2].stream, -1);
  EXPECT_EQ(plan.lanes[2].ops, (std::vector<int32_t>{1}));
}

TEST(needs, a_quiet_call_waits_for_all_exits) {
  Program program = ring_all_gather_gemm({.tp = 2, .num_calls = 2});
  program.assumes_quiet = true;
  Plan plan = make_plan(program, false);
  for (size_t i = 0; i < program.ops.size(); ++i) {
    const Op& op = program.ops[i];
    if (op.kind != OpKind::kEntry) continue;
    size_t num_exits = 0;
    for (const Need& need : plan.needs_to_start(static_cast<int32_t>(i))) {
      num_exits += program.ops[static_cast<size_t>(need.op)].kind == OpKind::kExit;
    }
    EXPECT_EQ(num_exits,
              op.call == 0 ? 0u : 3u);  // two exits, and its own once more as its stream's last
  }
}

TEST(state, thresholds_and_phases) {
  SignalWait reached{.signal = Signal{0}, .threshold = 2};
  SignalWait phase{.signal = Signal{0}, .threshold = 3, .modulus = 2};
  EXPECT_FALSE(is_satisfied(reached, 1));
  EXPECT_TRUE(is_satisfied(reached, 3));
  EXPECT_FALSE(is_satisfied(phase, 2));
  EXPECT_TRUE(is_satisfied(phase, 1));
}

TEST(state, an_abort_ends_every_wait) {
  State state(sample());
  state.abort();
  EXPECT_FALSE(await(state, [] { return false; }));
  EXPECT_TRUE(await(state, [] { return true; }));
}

}  // namespace
}  // namespace stretto::cpu
