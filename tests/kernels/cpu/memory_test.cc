#include "kernels/cpu/memory.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/kernels/cpu/program_builder.h"

namespace stretto::cpu {
namespace {

TEST(memory, bf16_rounds_to_nearest_and_ties_to_even) {
  EXPECT_EQ(round_to_bf16(256.0f), 256.0f);
  EXPECT_EQ(round_to_bf16(257.0f), 256.0f);  // a tie
  EXPECT_EQ(round_to_bf16(259.0f), 260.0f);  // a tie
  EXPECT_EQ(round_to_bf16(-257.5f), -258.0f);
  EXPECT_EQ(round_to_bf16(16777217.0f), 16777216.0f);
  EXPECT_EQ(round_to_bf16(0.1f), 0.10009765625f);
  EXPECT_TRUE(std::isnan(round_to_bf16(std::nanf(""))));
}

TEST(memory, slots_are_poisoned_and_round_unless_f32) {
  ProgramBuilder b(2);
  int x = b.tensor(TensorKind::kBuffer, "x", 1, 2, 2);
  int sum = b.tensor(TensorKind::kBuffer, "sum", 1, 2, 2, /*is_f32=*/true);
  b.begin_rank(0);
  b.begin_rank(1);
  Slot wire = b.slot(x, 0);
  Slot exact = b.slot(sum, 0);
  Program program = b.finish();
  Memory memory(program, Dtype::kBf16);
  EXPECT_TRUE(std::isnan(memory.read(wire)[3]));
  std::vector<float> values = {257, 259};
  memory.store(wire, 1, values);
  memory.store(exact, 1, values);
  EXPECT_EQ(memory.read(wire)[1], 256);
  EXPECT_EQ(memory.read(wire)[2], 260);
  EXPECT_EQ(memory.read(exact)[1], 257);
  EXPECT_TRUE(std::isnan(memory.read(wire)[0]));
  EXPECT_EQ(Memory(program, Dtype::kF32).rounded(wire, 257), 257);
  memory.fill_with_junk(exact);
  EXPECT_TRUE(std::isnan(memory.read(exact)[1]));
}

}  // namespace
}  // namespace stretto::cpu
