#include "models/program.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/program_from.h"

namespace stretto {
namespace {

const char* const kText = R"(schedule s computes all_gather_gemm
shard A[tp, 2] : [M/tp/2, K]
weight W : [K, N]
buffer y : [M/tp/2, K]
buffer x[tp, 2] : [M/tp/2, K]
buffer d[tp, 2] : [M/tp/2, N] fresh
signal f[2]
signal g
stream c
rank r:
  given x[r, *] = A(r, *)
  def multiply(i, s): gemm d[r, s] = x[r, s] * W  on c
  for i in 0..1: multiply(i, 1-i)
  barrier
)";

/// The first op of a kind on a rank.
int32_t find(const Program& program, Rank rank, OpKind kind) {
  int32_t i = program.rank_begin[static_cast<size_t>(rank.value)];
  while (program.ops[static_cast<size_t>(i)].kind != kind) ++i;
  return i;
}

TEST(Program, slots_are_named_by_their_indices_and_rank) {
  const Program program = program_from(kText, 3);
  // W, y, x[3, 2], d[3, 2] in order of declaration.
  EXPECT_EQ(program.slots_per_rank, 14);
  const std::vector<std::string> names = {"W", "y", "x[0, 0]", "x[0, 1]", "x[1, 0]"};
  for (int32_t local = 0; local < std::ssize(names); ++local) {
    const std::string& name = names[static_cast<size_t>(local)];
    EXPECT_EQ(slot_name(program, program.slot(Rank{2}, local)), name);
    EXPECT_EQ(slot_name_at(program, program.slot(Rank{2}, local)), name + "@2");
  }
  EXPECT_EQ(slot_name_at(program, program.slot(Rank{1}, 13)), "d[2, 1]@1");
}

TEST(Program, slots_and_signals_know_their_rank) {
  const Program program = program_from(kText, 3);
  EXPECT_EQ(program.rank_of(program.slot(Rank{2}, 5)), Rank{2});
  EXPECT_EQ(program.rank_of(program.signal(Rank{1}, 2)), Rank{1});
  EXPECT_EQ(program.tensor_of(program.slot(Rank{2}, 9)).name, "d");
}

TEST(Program, signals_are_named_by_their_index_and_rank) {
  const Program program = program_from(kText, 3);
  EXPECT_EQ(signal_name_at(program, program.signal(Rank{2}, 1)), "f[1]@2");
  EXPECT_EQ(signal_name_at(program, program.signal(Rank{0}, 2)), "g@0");
}

TEST(Program, an_op_is_named_by_its_line_its_text_and_its_variables) {
  const Program program = program_from(kText, 3);
  EXPECT_EQ(op_name(program, find(program, Rank{1}, OpKind::kGemm)),
            "rank 1: test.sched:12: gemm d[r, s] = x[r, s] * W on c (i=0, s=1)");
  EXPECT_EQ(op_name(program, find(program, Rank{1}, OpKind::kBarrier)),
            "rank 1: test.sched:14: barrier");
}

TEST(Program, the_caller_is_named_as_such_and_calls_are_counted) {
  const Program program = program_from(kText, {.tp = TpSize{2}, .num_calls = 2});
  EXPECT_EQ(op_name(program, 0), "rank 0: the caller at entry in call 0");
  const int32_t last = static_cast<int32_t>(program.ops.size()) - 1;
  EXPECT_EQ(op_name(program, last), "rank 1: the caller at exit in call 1");
}

TEST(Program, values_are_named_by_the_tensors_of_the_program) {
  Program program = program_from(kText, 2);
  const ValueId chunk = program.values.shard(0, Chunk{3}, 0);
  const ValueId weight = program.values.weight(1, Rank{1}, Chunk{0});
  EXPECT_EQ(value_name(program, program.values.product(chunk, weight)), "A(1, 1) * W@1");
}

TEST(Program, kinds_are_named_as_the_language_spells_them) {
  EXPECT_EQ(to_string(OpKind::kEntry), "entry");
  EXPECT_EQ(to_string(OpKind::kReduceScatter), "reduce_scatter");
  EXPECT_EQ(to_string(OpKind::kSync), "sync");
}

TEST(Program, collectives_and_launches) {
  EXPECT_TRUE(is_collective(OpKind::kBarrier));
  EXPECT_TRUE(is_collective(OpKind::kAllGather));
  EXPECT_FALSE(is_collective(OpKind::kGroup));
  EXPECT_FALSE(is_launch(Op{.kind = OpKind::kSync}));
  EXPECT_FALSE(is_launch(Op{.kind = OpKind::kPart, .parent = 3}));
  EXPECT_TRUE(is_launch(Op{.kind = OpKind::kGemm}));
}

}  // namespace
}  // namespace stretto
