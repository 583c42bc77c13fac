#include "kernels/cpu/executor.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/kernels/cpu/programs.h"

namespace stretto {
namespace {

CpuResult run(const Program& program, const CpuOptions& options = {}) {
  return execute_on_cpu(program, program.slot_values, options);
}

/// Rotated so that operand r + 1 comes first and r last.
std::vector<ValueId> from_next(const std::vector<ValueId>& operands, int r) {
  std::vector<ValueId> rotated = operands;
  std::rotate(rotated.begin(), rotated.begin() + (r + 1) % static_cast<int>(operands.size()),
              rotated.end());
  return rotated;
}

ValueId any_order(ValueTable& values, const std::vector<ValueId>& operands, int) {
  return values.sum(operands);
}
ValueId ring_chain(ValueTable& values, const std::vector<ValueId>& operands, int r) {
  return values.chain(from_next(operands, r), true);
}
ValueId rank_chain(ValueTable& values, const std::vector<ValueId>& operands, int) {
  return values.chain(operands, true);
}
ValueId rank_fold(ValueTable& values, const std::vector<ValueId>& operands, int) {
  return values.rounded(values.chain(operands, false));
}
ValueId ring(ValueTable& values, const std::vector<ValueId>& operands, int) {
  return values.ring_sum(operands);
}
ValueId tree(ValueTable& values, const std::vector<ValueId>& operands, int) {
  return values.tree_sum(operands);
}

TEST(executor, ring_all_gather_gemm_is_right_for_every_tp_and_seed) {
  for (int tp : {1, 2, 3, 4, 8}) {
    Program program = ring_all_gather_gemm({.tp = tp, .num_calls = 2});
    for (Dtype dtype : {Dtype::kF32, Dtype::kBf16}) {
      for (uint64_t seed = 0; seed < 3; ++seed) {
        CpuResult result = run(program, {.dtype = dtype, .seed = seed, .random_delays = true});
        EXPECT_TRUE(result.bitwise_equal()) << "tp " << tp << " seed " << seed;
        EXPECT_EQ(result.num_compared, 2 * tp * tp * 2 * 64);
      }
    }
  }
}

TEST(executor, equal_contents_have_equal_hashes) {
  Program program = ring_all_gather_gemm({.tp = 2});
  CpuResult result = run(program);
  const Op& first = program.ops[static_cast<size_t>(program.rank_begin[1]) - 1];
  const Op& second = program.ops.back();
  EXPECT_EQ(result.exit_hashes[first.values.begin],
            result.exit_hashes[second.values.begin]);  // x[0]
  EXPECT_NE(result.exit_hashes[first.values.begin],
            result.exit_hashes[first.values.begin + 2]);  // x[1]
  EXPECT_NE(result.exit_hashes[first.values.begin + 1],
            result.exit_hashes[second.values.begin + 1]);  // W differs
}

TEST(executor, a_wrong_expectation_is_a_mismatch) {
  Program program = ring_all_gather_gemm({.tp = 3});
  std::vector<ValueId> expected(program.slot_values);
  const Op& exit = program.ops.back();
  std::swap(expected[exit.values.begin], expected[exit.values.begin + 2]);
  CpuResult result = execute_on_cpu(program, expected, {});
  ASSERT_EQ(result.mismatches.size(), 2u);
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(slot_name_at(program, result.mismatches[0].slot), "x[0]@2");
  EXPECT_EQ(result.mismatches[0].col, 1);  // the chunk's number
  EXPECT_EQ(result.mismatches[0].found, 1);
  EXPECT_EQ(result.mismatches[0].expected, 2);
}

TEST(executor, sums_in_any_order_are_exact_for_kOrigin) {
  for (int tp : {2, 3, 5, 8, 16}) {
    for (SumBy by : {SumBy::kRingCollective, SumBy::kTreeCollective, SumBy::kAllReduceRing,
                     SumBy::kAllReduceTree, SumBy::kPulledFold, SumBy::kPulledChain}) {
      Program program = reduce_products(tp, by, any_order);
      for (Dtype dtype : {Dtype::kF32, Dtype::kBf16}) {
        EXPECT_TRUE(run(program, {.dtype = dtype, .random_delays = true}).bitwise_equal())
            << tp << " " << int(by);
      }
    }
  }
}

TEST(executor, each_way_to_sum_has_its_stated_order) {
  CpuOptions options{.dtype = Dtype::kBf16, .input = InputKind::kOrder};
  for (int tp : {3, 4, 5, 8}) {
    EXPECT_TRUE(
        run(reduce_products(tp, SumBy::kRingCollective, ring_chain), options).bitwise_equal());
    EXPECT_TRUE(run(reduce_products(tp, SumBy::kTreeCollective, tree), options).bitwise_equal());
    EXPECT_TRUE(run(reduce_products(tp, SumBy::kAllReduceRing, ring), options).bitwise_equal());
    EXPECT_TRUE(run(reduce_products(tp, SumBy::kAllReduceTree, tree), options).bitwise_equal());
    EXPECT_TRUE(run(reduce_products(tp, SumBy::kPulledFold, rank_fold), options).bitwise_equal());
    EXPECT_TRUE(run(reduce_products(tp, SumBy::kPulledChain, rank_chain), options).bitwise_equal());
  }
}

TEST(executor, another_order_gives_other_bits) {
  CpuOptions options{.dtype = Dtype::kBf16, .input = InputKind::kOrder};
  EXPECT_FALSE(
      run(reduce_products(4, SumBy::kRingCollective, rank_chain), options).bitwise_equal());
  EXPECT_FALSE(run(reduce_products(4, SumBy::kRingCollective, tree), options).bitwise_equal());
  EXPECT_FALSE(run(reduce_products(4, SumBy::kAllReduceRing, tree), options).bitwise_equal());
  EXPECT_FALSE(run(reduce_products(4, SumBy::kAllReduceTree, rank_chain), options).bitwise_equal());
  EXPECT_FALSE(run(reduce_products(4, SumBy::kPulledFold, rank_chain), options).bitwise_equal());
  options.dtype = Dtype::kF32;
  EXPECT_FALSE(
      run(reduce_products(4, SumBy::kRingCollective, rank_chain), options).bitwise_equal());
  EXPECT_TRUE(run(reduce_products(4, SumBy::kPulledFold, rank_chain), options).bitwise_equal());
}

TEST(executor, a_sum_in_any_order_needs_kOrigin) {
  Program program = reduce_products(4, SumBy::kPulledFold, any_order);
  EXPECT_THROW(run(program, {.input = InputKind::kOrder}), std::invalid_argument);
}

TEST(executor, sends_before_recvs_hang_and_say_why) {
  Program program = ring_all_gather_gemm({.tp = 3, .in_groups = false});
  CpuResult result = run(program, {.watchdog_ms = 50});
  EXPECT_FALSE(result.finished);
  ASSERT_EQ(result.blocked.size(), 6u);  // of each rank: the GEMM that waits, and the send
  EXPECT_EQ(op_name(program, result.blocked[0].op), "rank 0: by_hand:4: send");
  EXPECT_EQ(result.blocked[0].waits_for, "start of rank 1: by_hand:16: recv");
  EXPECT_EQ(op_name(program, result.blocked[1].op), "rank 0: by_hand:6: gemm");
  EXPECT_EQ(result.blocked[1].waits_for, "end of rank 0: by_hand:5: recv");
}

TEST(executor, a_wait_without_a_bump_hangs) {
  ProgramBuilder b(1);
  int ready = b.signal("ready");
  b.begin_rank(0);
  b.post({.kind = OpKind::kWait, .waits = {{.signal = b.signal_at(ready), .threshold = 2}}});
  CpuResult result = run(b.finish(), {.watchdog_ms = 20});
  ASSERT_EQ(result.blocked.size(), 1u);
  EXPECT_EQ(result.blocked[0].waits_for, "signal ready@0 >= 2, which is 0");
}

TEST(executor, unmatched_sends_and_barriers_hang) {
  ProgramBuilder b(2);
  int x = b.tensor(TensorKind::kBuffer, "x", 1, 2, 2);
  int side = b.stream("side");
  b.begin_rank(0);
  b.post({.kind = OpKind::kSend, .src = {b.slot(x, 0)}, .peer = 1});
  b.post({.kind = OpKind::kBarrier, .stream = side});
  b.begin_rank(1);
  CpuResult result = run(b.finish(), {.watchdog_ms = 20});
  ASSERT_EQ(result.blocked.size(), 2u);
  EXPECT_EQ(result.blocked[0].waits_for, "a partner that is never posted");
  EXPECT_EQ(result.blocked[1].waits_for, "a call that rank 1 never makes");
}

/// Two streams, each of which needs the other's second op first; only one queue of the two orders
/// is safe.
Program crossed_streams() {
  ProgramBuilder b(1);
  int go = b.signal("go");
  int side = b.stream("side");
  b.begin_rank(0);
  b.post({.kind = OpKind::kWait, .waits = {{.signal = b.signal_at(go), .threshold = 1}}});
  b.post({.kind = OpKind::kAfter});
  b.post({.kind = OpKind::kAfter, .stream = side});
  b.post({.kind = OpKind::kBump, .stream = side, .signals = {{b.signal_at(go), 1}}});
  return b.finish();
}

TEST(executor, one_hardware_queue_is_imposed_only_when_most_blocking) {
  Program program = crossed_streams();
  EXPECT_TRUE(run(program).finished);
  CpuResult result = run(program, {.most_blocking = true, .watchdog_ms = 20});
  EXPECT_FALSE(result.finished);
  ASSERT_EQ(result.blocked.size(), 2u);
  EXPECT_EQ(result.blocked[1].waits_for, "start of rank 0: by_hand:2: after");
}

/// d = [A(0); A(1)] * W by a gated GEMM whose first part is ready last.
Program gated(bool is_ready_in_order) {
  ProgramBuilder b(1);
  int a = b.tensor(TensorKind::kShard, "A", 2, 4, 8);
  int w = b.tensor(TensorKind::kWeight, "W", 1, 8, 8);
  int x = b.tensor(TensorKind::kBuffer, "x", 2, 4, 8);
  int d = b.tensor(TensorKind::kBuffer, "d", 2, 4, 8);
  int ready[2] = {b.signal("first"), b.signal("second")};
  int done = b.signal("done");
  int side = b.stream("side");
  b.begin_rank(0);
  ProgramBuilder::Contents given;
  ProgramBuilder::Contents wanted;
  std::vector<Post> parts;
  for (int c = 0; c < 2; ++c) {
    ValueId block = b.values().shard(a, Chunk{c}, 0);
    ValueId bias = b.values().bias();
    ValueId product = b.values().product(block, b.values().weight(w, Rank{0}, Chunk{0}));
    given.push_back({b.slot(x, c), block});
    wanted.push_back({b.slot(d, c), b.values().rounded(b.values().add(product, bias))});
    parts.push_back({.kind = OpKind::kPart,
                     .dst = {b.slot(d, c)},
                     .src = {b.slot(x, c)},
                     .rhs = {b.slot(w, 0)},
                     .signals = {{b.signal_at(done), 1}},
                     .waits = {{b.signal_at(ready[c]), 1}},
                     .add_bias = true});
  }
  b.entry(given);
  b.post({.kind = OpKind::kGatedGemm}, parts);
  int first = is_ready_in_order ? 0 : 1;
  b.post({.kind = OpKind::kBump, .stream = side, .signals = {{b.signal_at(ready[first]), 1}}});
  b.post({.kind = OpKind::kWait, .stream = side, .waits = {{b.signal_at(done), 1}}});
  b.post({.kind = OpKind::kBump, .stream = side, .signals = {{b.signal_at(ready[1 - first]), 1}}});
  b.exit(wanted);
  return b.finish();
}

TEST(executor, parts_run_as_soon_as_their_signals_allow) {
  EXPECT_TRUE(run(gated(true)).bitwise_equal());
  EXPECT_TRUE(run(gated(false)).bitwise_equal());
  EXPECT_TRUE(run(gated(true), {.most_blocking = true}).bitwise_equal());
  EXPECT_FALSE(run(gated(false), {.most_blocking = true, .watchdog_ms = 20}).finished);
}

/// Rank 1 pushes A into x of rank 0 without blocking and bumps there; rank 0 waits and reads.
Program pushed(bool has_flush) {
  ProgramBuilder b(2);
  int a = b.tensor(TensorKind::kShard, "A", 1, 6, 4);
  int x = b.tensor(TensorKind::kBuffer, "x", 1, 6, 4);
  int y = b.tensor(TensorKind::kBuffer, "y", 1, 6, 4);
  int here = b.signal("here");
  for (int r = 0; r < 2; ++r) {
    b.begin_rank(r);
    b.entry({{b.slot(y, 0), b.values().shard(a, Chunk{0}, 0)}});
    if (r == 1) {
      b.post({.kind = OpKind::kCopy,
              .dst = {b.slot(x, 0, 0)},
              .src = {b.slot(y, 0)},
              .signals = {{b.signal_at(here, 0), 1}},
              .non_blocking = true});
      if (has_flush) b.post({.kind = OpKind::kFlush});
    } else {
      b.post({.kind = OpKind::kWait, .waits = {{b.signal_at(here), 1}}});
      b.exit({{b.slot(x, 0), b.values().shard(a, Chunk{0}, 0)}});
    }
  }
  return b.finish();
}

TEST(executor, a_non_blocking_copy_lands_by_the_next_flush) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    EXPECT_TRUE(run(pushed(true), {.seed = seed, .random_delays = true}).bitwise_equal());
    EXPECT_TRUE(run(pushed(false), {.seed = seed, .random_delays = true}).bitwise_equal());
  }
  EXPECT_TRUE(run(pushed(true), {.most_blocking = true}).bitwise_equal());
  EXPECT_FALSE(run(pushed(false), {.most_blocking = true, .watchdog_ms = 20}).finished);
}

TEST(executor, each_cta_bumps_after_its_share) {
  ProgramBuilder b(2);
  int a = b.tensor(TensorKind::kShard, "A", 1, 7, 4);
  int x = b.tensor(TensorKind::kBuffer, "x", 1, 7, 4);
  int here = b.signal("here");
  b.begin_rank(0);
  b.post({.kind = OpKind::kKernel}, {{.kind = OpKind::kWait, .waits = {{b.signal_at(here), 3}}}});
  b.exit({{b.slot(x, 0), b.values().shard(a, Chunk{0}, 0)}});
  b.begin_rank(1);
  b.entry({{b.slot(x, 0), b.values().shard(a, Chunk{0}, 0)}});
  b.post({.kind = OpKind::kCopy,
          .dst = {b.slot(x, 0, 0)},
          .src = {b.slot(x, 0)},
          .signals = {{b.signal_at(here, 0), 1}},
          .bump_each = true,
          .ctas = 3});
  Program program = b.finish();
  for (uint64_t seed = 0; seed < 5; ++seed) {
    EXPECT_TRUE(run(program, {.seed = seed, .random_delays = true}).bitwise_equal());
  }
}

TEST(executor, a_sync_holds_back_what_its_host_thread_posts_later) {
  ProgramBuilder b(1);
  int go = b.signal("go");
  int side = b.stream("side");
  b.begin_rank(0);
  int wait = b.post({.kind = OpKind::kWait, .waits = {{b.signal_at(go), 1}}});
  b.post({.kind = OpKind::kSync, .after = {wait}});
  b.post({.kind = OpKind::kBump, .stream = side, .signals = {{b.signal_at(go), 1}}});
  CpuResult result = run(b.finish(), {.watchdog_ms = 20});
  EXPECT_FALSE(result.finished);
  ASSERT_EQ(result.blocked.size(), 3u);
  EXPECT_EQ(result.blocked[1].waits_for, "end of rank 0: by_hand:1: wait");
  EXPECT_EQ(result.blocked[2].waits_for, "end of rank 0: by_hand:2: sync");
}

TEST(executor, a_group_on_two_streams_holds_both) {
  ProgramBuilder b(2);
  int a = b.tensor(TensorKind::kShard, "A", 2, 4, 8);
  int x = b.tensor(TensorKind::kBuffer, "x", 2, 4, 8);
  int side = b.stream("side");
  for (int r = 0; r < 2; ++r) {
    b.begin_rank(r);
    b.entry({{b.slot(x, r), b.values().shard(a, Chunk{r}, 0)}});
    b.post({.kind = OpKind::kGroup, .more_streams = {side}},
           {{.kind = OpKind::kRecv, .dst = {b.slot(x, 1 - r)}, .peer = 1 - r},
            {.kind = OpKind::kSend, .src = {b.slot(x, r)}, .peer = 1 - r}});
    int seen = b.post(
        {.kind = OpKind::kCopy, .stream = side, .dst = {b.slot(x, r)}, .src = {b.slot(x, 1 - r)}});
    b.post({.after = {seen}});
    b.exit({{b.slot(x, r), b.values().shard(a, Chunk{1 - r}, 0)}});
  }
  Program program = b.finish();
  for (uint64_t seed = 0; seed < 5; ++seed)
    EXPECT_TRUE(run(program, {.seed = seed, .random_delays = true}).bitwise_equal());
}

TEST(executor, bad_programs_are_refused) {
  ProgramBuilder b(1);
  int x = b.tensor(TensorKind::kBuffer, "x", 2, 4, 8);
  int y = b.tensor(TensorKind::kBuffer, "y", 1, 4, 4);
  b.begin_rank(0);
  b.post({.kind = OpKind::kCopy, .dst = {b.slot(x, 0)}, .src = {b.slot(y, 0)}});
  Program program = b.finish();
  EXPECT_THROW(run(program), std::invalid_argument);
  EXPECT_THROW(execute_on_cpu(program, std::vector<ValueId>{1}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace stretto
