#include "kernels/cpu/replay.h"

#include <gtest/gtest.h>

#include "tests/kernels/cpu/programs.h"

namespace stretto {
namespace {

/// Rank 1 copies A from rank 0 and bumps; rank 0 then overwrites its copy without waiting (a race)
/// or waiting.
///   0 entry, 1 wait (or nothing), 2 copy y into x, 3 exit | 4 entry, 5 copy x@0 bump, 6 exit
Program overwritten(bool waits) {
  ProgramBuilder b(2);
  int a = b.tensor(TensorKind::kShard, "A", 2, 2, 8);
  int x = b.tensor(TensorKind::kBuffer, "x", 1, 2, 8);
  int y = b.tensor(TensorKind::kBuffer, "y", 1, 2, 8);
  int taken = b.signal("taken");
  b.begin_rank(0);
  ValueId first = b.values().shard(a, Chunk{0}, 0);
  ValueId second = b.values().shard(a, Chunk{1}, 0);
  b.entry({{b.slot(x, 0), first}, {b.slot(y, 0), second}});
  b.post({.kind = OpKind::kWait, .waits = {{b.signal_at(taken), waits ? 1 : 0}}});
  b.post({.kind = OpKind::kCopy, .dst = {b.slot(x, 0)}, .src = {b.slot(y, 0)}});
  b.exit({{b.slot(x, 0), second}});
  b.begin_rank(1);
  b.entry({});
  b.post({.kind = OpKind::kCopy,
          .dst = {b.slot(x, 0)},
          .src = {b.slot(x, 0, 0)},
          .signals = {{b.signal_at(taken, 0), 1}}});
  b.exit({{b.slot(x, 0), first}});
  return b.finish();
}

CpuResult replay(const Program& program, const std::vector<int32_t>& order) {
  return execute_on_cpu(program, program.slot_values, {.replay = order});
}

TEST(replay, the_order_decides_a_race) {
  Program program = overwritten(/*waits=*/false);
  EXPECT_TRUE(replay(program, {4, 0, 5, 1, 2, 3, 6}).bitwise_equal());
  CpuResult late = replay(program, {0, 1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(late.finished);
  ASSERT_EQ(late.mismatches.size(), 1u);
  EXPECT_EQ(slot_name_at(program, late.mismatches[0].slot), "x[0]@1");
}

TEST(replay, an_impossible_order_is_refused) {
  Program program = overwritten(/*waits=*/true);
  EXPECT_TRUE(replay(program, {0, 4, 5, 1, 2, 3, 6}).bitwise_equal());
  EXPECT_THROW(replay(program, {0, 4, 1, 5, 2, 3, 6}),
               std::invalid_argument);  // nothing bumped yet
  EXPECT_THROW(replay(program, {0, 4, 5, 2, 1, 3, 6}), std::invalid_argument);  // stream order
  EXPECT_THROW(replay(program, {0, 0}), std::invalid_argument);
  EXPECT_THROW(replay(program, {7}), std::invalid_argument);
}

TEST(replay, what_is_not_listed_never_ends) {
  Program program = overwritten(/*waits=*/true);
  CpuResult result = replay(program, {0, 4});
  EXPECT_FALSE(result.finished);
  ASSERT_EQ(result.blocked.size(), 2u);
  EXPECT_EQ(result.blocked[0].op, 1);
  EXPECT_EQ(result.blocked[0].waits_for, "signal taken@0 >= 1, which is 0");
  EXPECT_EQ(result.blocked[1].op, 5);
  EXPECT_EQ(result.blocked[1].waits_for,
            "nothing");  // it could go on, the order just does not say so
}

TEST(replay, sends_and_collectives_offer_as_late_as_the_order_allows) {
  for (int tp : {2, 4}) {
    Program program = ring_all_gather_gemm({.tp = tp});
    std::vector<int32_t> order;
    // Step by step on all ranks: each lane's next op whose turn it is, children before their
    // parent.
    std::vector<bool> done(program.ops.size());
    for (bool moved = true; moved;) {
      moved = false;
      for (int32_t i = 0; i < static_cast<int32_t>(program.ops.size()); ++i) {
        if (done[static_cast<size_t>(i)]) continue;
        std::vector<int32_t> longer = order;
        longer.push_back(i);
        try {
          replay(program, longer);
        } catch (const std::invalid_argument&) {
          continue;
        }
        order = longer;
        done[static_cast<size_t>(i)] = true;
        moved = true;
      }
    }
    EXPECT_TRUE(replay(program, order).bitwise_equal());
  }
}

TEST(replay, a_non_blocking_copy_is_listed_where_it_lands) {
  ProgramBuilder b(1);
  int a = b.tensor(TensorKind::kShard, "A", 2, 2, 8);
  int x = b.tensor(TensorKind::kBuffer, "x", 2, 2, 8);
  b.begin_rank(0);
  ValueId old = b.values().shard(a, Chunk{0}, 0);
  ValueId late = b.values().shard(a, Chunk{1}, 0);
  b.entry({{b.slot(x, 0), old}, {b.slot(x, 1), late}});
  b.post(
      {.kind = OpKind::kCopy, .dst = {b.slot(x, 0)}, .src = {b.slot(x, 1)}, .non_blocking = true});
  b.exit({{b.slot(x, 0), old}});
  b.post({.kind = OpKind::kFlush});
  Program program = b.finish();
  EXPECT_TRUE(replay(program, {0, 2, 1, 3}).bitwise_equal());
  EXPECT_FALSE(replay(program, {0, 1, 2, 3}).bitwise_equal());
  EXPECT_THROW(replay(program, {0, 2, 3, 1}), std::invalid_argument);
  EXPECT_FALSE(replay(program, {0, 2}).finished);
}

}  // namespace
}  // namespace stretto
