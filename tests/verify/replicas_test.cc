#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/support/told.h"
#include "verify/checks.h"

namespace stretto {
namespace {

/// An all-gather whose rank r keeps chunk c in slot `place`.
std::string gather(const std::string& place, const std::string& contract = "all_gather") {
  return "schedule s computes " + contract + R"(
shard A[ring tp] : [M/tp, N]
buffer x[ring tp] : [M/tp, N]
rank r:
  for c in 0..tp-1:
    given x[)" +
         place + R"(] = A(c)
    ensure x[)" +
         place + "] = A(c)\n";
}

/// An all-reduce in which every rank adds the inputs itself, in the order of z[`from`], ..
std::string sums(const std::string& operands, const std::string& in) {
  return R"(schedule s computes all_reduce
local X : [M, N]
buffer z[ring tp] : [M, N]
buffer y : [M, N] fresh
signal pad
rank r:
  barrier pad
  for q in 0..tp-1: copy z[q] = X@(q)  via ce
  barrier pad
  reduce y = )" +
         operands + " in " + in + "\n  ensure y = sum(q in 0..tp-1: X@q)\n";
}

std::optional<bool> identical(const std::string& text, int tp = 3) {
  return verdict_of(text, {.tp = TpSize{tp}}).replicas_identical;
}

TEST(Replicas, one_map_from_slot_to_chunk_is_good) {
  EXPECT_EQ(told(gather("c"), 3), Told{});
  EXPECT_EQ(identical(gather("c")), true);
}

TEST(Replicas, another_map_on_another_rank_is_told_with_both) {
  const Verdict verdict = verdict_of(gather("c+r"), {.tp = TpSize{2}});
  EXPECT_EQ(told(verdict), Told{"replicas on ranks 0, 1"});
  EXPECT_EQ(message_of(verdict, Check::kReplicas),
            "the result is not the same on every rank\n  rank 0 holds A(0) in x[0]\n"
            "  rank 1 holds A(1) in x[0]");
  EXPECT_EQ(verdict.replicas_identical, false);
}

TEST(Replicas, permuted_allows_it_and_the_fact_is_still_told) {
  EXPECT_EQ(told(gather("c+r", "all_gather permuted"), 3), Told{});
  EXPECT_EQ(identical(gather("c+r", "all_gather permuted")), false);
  EXPECT_EQ(identical(gather("c", "all_gather permuted")), true);
}

TEST(Replicas, sums_in_the_same_order_are_equal_bit_for_bit) {
  EXPECT_EQ(told(sums("z[*]", "wire"), 3), Told{});
  EXPECT_EQ(told(sums("z[*]", "f32"), 3), Told{});
}

TEST(Replicas, sums_in_another_order_differ_in_their_last_bits) {
  const Verdict verdict = verdict_of(sums("z[r..r+tp-1]", "wire"), {.tp = TpSize{3}});
  EXPECT_EQ(told(verdict), Told{"replicas on ranks 0..2"});
  EXPECT_TRUE(message_of(verdict, Check::kReplicas)
                  .find("(sums in another order differ in their last bits)") != std::string::npos);
}

TEST(Replicas, two_operands_commute) { EXPECT_EQ(told(sums("z[r..r+tp-1]", "wire"), 2), Told{}); }

TEST(Replicas, the_library_gives_every_rank_the_same_sum) {
  const std::string text = R"(schedule s computes all_reduce
local X[2] : [M, N]
buffer y[2] : [M, N] fresh
rank r:
  all_reduce y[*] = X[*]
  ensure y[*] = sum(q in 0..tp-1: X@q(*))
)";
  EXPECT_EQ(told(text, 4), Told{});
  EXPECT_EQ(identical(text, 4), true);
}

TEST(Replicas, a_scattered_result_is_not_replicated) {
  const std::string text = R"(schedule s computes reduce_scatter
local X[tp] : [M/tp, N]
buffer y : [M/tp, N] fresh
rank r:
  reduce_scatter y = X[*]
  ensure y = sum(q in 0..tp-1: X@q(r))
)";
  EXPECT_EQ(told(text, 3), Told{});
  EXPECT_EQ(identical(text), std::nullopt);
}

TEST(Replicas, groups_of_a_world_are_compared_each_for_itself) {
  EXPECT_EQ(told(gather("c+w div tp"), {.tp = TpSize{2}, .dp = 2}), Told{});
}

}  // namespace
}  // namespace stretto
