#include "verify/contract.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/told.h"
#include "verify/checks.h"

namespace stretto {
namespace {

/// What check_contract says of the ensures of a text, whose body does nothing.
std::string contract(const std::string& computes, const std::string& declarations,
                     const std::string& ensures, int tp = 3) {
  Program program = program_from(
      "schedule s computes " + computes + "\n" + declarations + "rank r:\n" + ensures, tp);
  std::vector<Violation> violations;
  check_contract(program, violations);
  std::string text;
  for (const Violation& violation : violations) {
    text += (text.empty() ? "" : "\n") + violation.message;
  }
  return text;
}

const std::string kGather =
    "shard A[tp] : [M/tp, N]\nweight W[2] : [N, N]\nbuffer x[tp] : [M/tp, N]\n"
    "buffer d[tp, 2] : [M/tp, N]\n";
const std::string kReduce =
    "local X[tp] : [M/tp, N]\nweight W[2] : [N, N]\nbuffer y[tp] : [M/tp, N]\n"
    "buffer d[tp, 2] : [M/tp, N]\n";

TEST(Contract, each_contract_is_covered_by_its_ensures) {
  const std::string sum = "sum(q in 0..tp-1: X@q";
  EXPECT_EQ(contract("all_gather", kGather, "  ensure x[*] = A(*)\n"), "");
  EXPECT_EQ(contract("all_gather_gemm", kGather, "  ensure d[*, *] = A(*) * W(*)\n"), "");
  EXPECT_EQ(contract("reduce_scatter", kReduce, "  ensure y[0] = " + sum + "(r))\n"), "");
  EXPECT_EQ(
      contract("gemm_reduce_scatter", kReduce, "  ensure d[0, *] = " + sum + "(r) * W@q(*))\n"),
      "");
  EXPECT_EQ(contract("all_reduce", kReduce, "  ensure y[*] = " + sum + "(*))\n"), "");
  EXPECT_EQ(contract("gemm_all_reduce", kReduce, "  ensure d[*, *] = " + sum + "(*) * W@q(*))\n"),
            "");
}

TEST(Contract, a_sum_of_a_named_order_covers_as_well) {
  EXPECT_EQ(contract("reduce_scatter", kReduce, "  ensure y[0] = fold(q in 0..tp-1: X@q(r))\n"),
            "");
  EXPECT_EQ(contract("reduce_scatter", kReduce, "  ensure y[0] = chain(X@2(r), X@0(r), X@1(r))\n"),
            "");
}

TEST(Contract, blocks_left_out_are_named) {
  EXPECT_EQ(contract("all_gather", kGather, "  ensure x[0] = A(0)\n"),
            "the ensures of rank 0 leave out blocks of the result: A(1), A(2)\n"
            "  and 2 more like it, on ranks 0..2");
  EXPECT_EQ(contract("all_gather_gemm", kGather, "  ensure d[*, 0] = A(*) * W(0)\n", 1),
            "the ensures of rank 0 leave out blocks of the result: A(0) * W@0(1)");
  EXPECT_EQ(contract("all_reduce", kReduce, "  ensure y[0..1] = sum(q in 0..tp-1: X@q(0..1))\n", 3)
                .substr(0, 62),
            "the ensures of rank 0 leave out blocks of the result: sum(X@0(");
}

TEST(Contract, blocks_named_twice_are_told) {
  EXPECT_EQ(contract("all_gather", kGather, "  ensure x[*] = A(*)\n  ensure d[0, 0] = A(1)\n"),
            "the ensures of rank 0 name blocks of the result more than once: A(1)\n"
            "  and 2 more like it, on ranks 0..2");
}

TEST(Contract, another_ranks_blocks_do_not_cover) {
  EXPECT_EQ(contract("reduce_scatter", kReduce, "  ensure y[0] = sum(q in 0..tp-1: X@q(r+1-1))\n"),
            "");
  const std::string told =
      contract("reduce_scatter", kReduce, "  ensure y[0] = sum(q in 0..tp-1: X@q((r+1) mod tp))\n");
  EXPECT_TRUE(
      told.starts_with("the ensures of rank 0 leave out blocks of the result: sum(X@0(0), "
                       "X@1(0), X@2(0))"))
      << told;
}

TEST(Contract, a_sum_over_too_few_or_too_many_ranks_does_not_cover) {
  for (const std::string ensure :
       {"sum(q in 0..tp-2: X@q(r))", "sum(X@0(r), sum(q in 0..tp-1: X@q(r)))"}) {
    EXPECT_NE(contract("reduce_scatter", kReduce, "  ensure y[0] = " + ensure + "\n"), "")
        << ensure;
  }
}

TEST(Contract, a_bias_may_be_added_once) {
  const std::string sum = "sum(q in 0..tp-1: X@q(r)";
  EXPECT_EQ(contract("reduce_scatter", kReduce, "  ensure y[0] = sum(bias, " + sum + "))\n"), "");
  EXPECT_NE(contract("reduce_scatter", kReduce, "  ensure y[0] = sum(bias, bias, " + sum + "))\n"),
            "");
  EXPECT_EQ(contract("all_gather_gemm", kGather,
                     "  for c in 0..tp-1, j in 0..1: ensure d[c, j] = A(c) * W(j) + bias\n"),
            "");
}

TEST(Contract, values_of_no_block_are_no_business_of_it) {
  EXPECT_EQ(
      contract("all_gather", kGather, "  ensure x[*] = A(*)\n  ensure d[*, 0] = A(*) * W(1)\n"),
      "");
}

TEST(Contract, several_contracts_must_each_be_covered) {
  const std::string declarations = kGather + "local X[tp] : [M/tp, N]\nbuffer y : [M/tp, N]\n";
  const std::string gather = "  ensure x[*] = A(*)\n";
  const std::string scatter = "  ensure y = sum(q in 0..tp-1: X@q(r))\n";
  EXPECT_EQ(contract("all_gather, reduce_scatter", declarations, gather + scatter), "");
  EXPECT_NE(contract("all_gather, reduce_scatter", declarations, gather), "");
  EXPECT_NE(contract("all_gather, reduce_scatter", declarations, scatter), "");
}

// X@q stands for A * W@q, and the second weight multiplies it.
TEST(Contract, a_reduction_may_be_fed_by_the_gather_before_it) {
  const std::string declarations = R"(shard A[tp] : [M/tp, K]
weight W : [K, N/tp]
weight V : [N/tp, K]
buffer y : [M/tp, K]
)";
  EXPECT_EQ(contract("all_gather_gemm, gemm_reduce_scatter", declarations,
                     "  ensure y = sum(q in 0..tp-1: A(r) * W@q * V@q)\n"),
            "");
  EXPECT_NE(contract("all_gather_gemm, gemm_reduce_scatter", declarations,
                     "  ensure y = sum(q in 0..tp-1: A(r) * W@q * V)\n"),
            "");
}

TEST(Contract, the_own_blocks_are_those_of_the_dimension_declared_tp) {
  const std::string declarations = "local X[2, tp] : [M/tp/2, N]\nbuffer y[2] : [M/tp/2, N]\n";
  EXPECT_EQ(
      contract("reduce_scatter", declarations, "  ensure y[*] = sum(q in 0..tp-1: X@q(*, r))\n"),
      "");
  EXPECT_NE(
      contract("reduce_scatter", declarations, "  ensure y[0] = sum(q in 0..tp-1: X@q(0, r))\n"),
      "");
}

TEST(Contract, declarations_that_do_not_say_what_is_computed_are_bad_input) {
  const auto refused = [](const std::string& computes, const std::string& declarations) {
    try {
      contract(computes, declarations, "  barrier\n");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused("all_gather", "local X[tp] : [M/tp, N]\n"),
            "test.sched: s computes what needs a shard");
  EXPECT_EQ(refused("reduce_scatter", "shard A[tp] : [M/tp, N]\n"),
            "test.sched: s computes what needs a local");
  EXPECT_EQ(refused("all_gather_gemm", "shard A[tp] : [M/tp, N]\n"),
            "test.sched: s computes what needs a weight");
  EXPECT_EQ(refused("reduce_scatter", "local X[2] : [M/2, N]\n"),
            "test.sched: s computes what needs a dimension of 'X' declared exactly `tp`, to say "
            "whose block is whose");
}

TEST(Contract, blocks_are_numbered_alike_on_every_rank_of_a_replicated_result) {
  Program program =
      program_from("schedule s computes all_gather\n" + kGather + "rank r:\n  barrier\n", 2);
  ResultBlocks blocks(program, program.contracts.at(0));
  for (const int rank : {0, 1}) {
    blocks.select(Rank{rank}, 0);
    EXPECT_EQ(blocks.keys(), (std::vector<int32_t>{0, 1}));
    EXPECT_EQ(blocks.key_of(program.values.shard(0, Chunk{1}, 0)), 1);
    EXPECT_EQ(blocks.key_of(program.values.shard(0, Chunk{1}, 1)), -1);
  }
}

}  // namespace
}  // namespace stretto
