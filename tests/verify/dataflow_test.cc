#include <gtest/gtest.h>

#include <string>

#include "tests/support/told.h"
#include "verify/checks.h"

namespace stretto {
namespace {

/// An all-gather by pushes; `chunk` of the own shard is pushed to the other rank.
std::string push(const std::string& chunk) {
  return R"(schedule s computes all_gather
shard A[tp] : [M/tp, N]
buffer x[tp] : [M/tp, N]
signal pad
rank r:
  given x[r] = A(r)
  barrier pad
  copy x[)" +
         chunk + R"(]@(1-r) = x[r]  via ce
  barrier pad
  ensure x[*] = A(*)
)";
}

TEST(Dataflow, what_arrives_in_its_place_is_right) { EXPECT_EQ(told(push("r"), 2), Told{}); }

TEST(Dataflow, a_table_of_ranks_and_slots_says_what_is_there_and_what_should_be) {
  std::string text = push("r");
  text.replace(text.find("barrier pad\n  copy"), 11, "barrier pad  ");
  const size_t copy = text.find("  copy");
  text.insert(copy + 2, "if r == 0: ");
  const Verdict verdict = verdict_of(text, {.tp = TpSize{2}});
  EXPECT_EQ(told(verdict).at(0), "dataflow on rank 0: caller");
  EXPECT_EQ(message_of(verdict, Check::kDataflow),
            "buffer x ends wrong on rank 0: 1 of 4 slots that are ensured\n"
            "    rank 0  x[0]: A(0)  x[1]: nothing [should be A(1)]\n"
            "    rank 1  x[0]: A(0)  x[1]: A(1)");
}

TEST(Dataflow, the_call_is_told_where_there_are_several) {
  std::string text = push("r");
  text.insert(text.find("  copy") + 2, "if r == 0 or call == 0: ");
  const std::string message =
      message_of(verdict_of(text, {.tp = TpSize{2}, .num_calls = 2}), Check::kDataflow);
  EXPECT_TRUE(
      message.starts_with("buffer x ends wrong after call 1 on rank 0: 1 of 4 slots that "
                          "are ensured\n"))
      << message;
}

TEST(Dataflow, buffers_are_told_one_by_one) {
  const std::string text = R"(schedule s computes all_gather
shard A : [M, N]
shard B : [M, N]
buffer x : [M, N]
buffer y : [M, N]
rank r:
  ensure x = A
  ensure y = B
)";
  EXPECT_EQ(told(text, 1), (Told{"dataflow on rank 0: caller", "dataflow on rank 0: caller"}));
}

TEST(Dataflow, large_tables_are_cut) {
  const std::string text = R"(schedule s computes all_gather
shard A[tp] : [M/tp, N]
buffer x[tp] : [M/tp, N]
rank r:
  ensure x[*] = A(*)
)";
  const std::string message = message_of(verdict_of(text, {.tp = TpSize{9}}), Check::kDataflow);
  EXPECT_TRUE(message.starts_with("buffer x ends wrong on ranks 0..8: 81 of 81 slots"));
  EXPECT_TRUE(message.ends_with("\n    .."));
  EXPECT_EQ(std::ranges::count(message, '\n'), 9);
  EXPECT_EQ(message.find("x[8]"), std::string::npos);
}

TEST(Dataflow, a_sum_may_be_made_in_any_order_and_a_fold_in_one) {
  const auto made = [](const std::string& wanted) {
    return told(R"(schedule s computes reduce_scatter
local X[tp] : [M/tp, N]
buffer z[tp] : [M/tp, N]
buffer y : [M/tp, N]
signal pad
rank r:
  barrier pad
  for q in 0..tp-1: copy z[q] = X[r]@(q)  via ce
  barrier pad
  reduce y = z[2], z[0], z[1] in f32
  ensure y = )" + wanted +
                    "\n",
                3);
  };
  EXPECT_EQ(made("sum(q in 0..tp-1: X@q(r))"), Told{});
  EXPECT_EQ(made("fold(X@2(r), X@0(r), X@1(r))"), Told{});
  EXPECT_EQ(made("fold(q in 0..tp-1: X@q(r))"), Told{"dataflow on ranks 0..2: caller"});
  EXPECT_EQ(made("chain(X@2(r), X@0(r), X@1(r))"), Told{"dataflow on ranks 0..2: caller"});
}

}  // namespace
}  // namespace stretto
