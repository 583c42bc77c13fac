#include "verify/happens_before.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/verify/order_of.h"
#include "tests/verify/with_body.h"

namespace stretto {
namespace {

/// What precedes what in a body.
struct BeforeOf : OrderOf {
  RunResult run;
  HappensBefore before;
  BeforeOf(const std::string& body, int tp)
      : OrderOf(with_body(body), tp),
        run(runner.run(Mode::kLeastOrdering)),
        before(program, runner, run) {}

  /// Has the op of one line ended when that of the other starts, in every run?
  bool precedes(int line, int other, int rank = 0, int other_rank = 0) const {
    return before.precedes(end(line, rank), start(other, other_rank));
  }
  bool ends_before(int line, int other) const { return before.precedes(end(line), end(other)); }
};

TEST(HappensBefore, ops_of_a_stream_are_ordered_and_those_of_two_are_not) {
  const BeforeOf of("  bump f  on c\n  bump f  on d\n  bump f  on c\n", 1);
  EXPECT_TRUE(of.precedes(21, 23));
  EXPECT_FALSE(of.precedes(23, 21));
  EXPECT_FALSE(of.precedes(21, 22));
  EXPECT_FALSE(of.precedes(22, 23));
}

TEST(HappensBefore, order_goes_on_through_events) {
  const BeforeOf of("  bump f  on c  as a\n  bump f  on d  after a  as b\n  bump f  after b\n", 1);
  EXPECT_TRUE(of.precedes(21, 23));
}

TEST(HappensBefore, posting_order_alone_orders_nothing) {
  const BeforeOf of("  wait f >= 1  on c\n  bump g[0]  on d\n  bump f\n", 1);
  EXPECT_FALSE(of.precedes(22, 23));
  EXPECT_FALSE(of.precedes(21, 23));
}

TEST(HappensBefore, a_message_orders_its_senders_past_before_its_receivers_future) {
  const BeforeOf of(R"(  bump g[0]
  if r == 0: send z[0] -> 1
  else: recv z[0] <- 0
  bump g[1]
)",
                    2);
  EXPECT_TRUE(of.precedes(21, 24, 0, 1));
  EXPECT_FALSE(of.precedes(21, 24, 1, 0));
}

TEST(HappensBefore, a_barrier_orders_all_before_all_behind) {
  const BeforeOf of("  bump g[0]\n  barrier\n  bump g[1]\n", 3);
  EXPECT_TRUE(of.precedes(21, 23, 2, 0));
  EXPECT_TRUE(of.precedes(21, 23, 0, 2));
  EXPECT_FALSE(of.precedes(22, 23, 2, 0));
}

TEST(HappensBefore, a_signal_goes_round_several_ranks) {
  const BeforeOf of(R"(  bump g[0]
  if r > 0: wait f >= 1
  if r < 2: bump f@(r+1)
  bump g[1]
)",
                    3);
  EXPECT_TRUE(of.precedes(21, 24, 0, 2));
  EXPECT_FALSE(of.precedes(21, 24, 2, 0));
}

TEST(HappensBefore, of_bumps_on_one_chain_a_wait_needs_the_shortest_prefix) {
  const BeforeOf of("  bump f  on c\n  bump f by 2  on c\n  bump f  on c\n  wait f >= 2  on d\n",
                    1);
  EXPECT_TRUE(of.ends_before(21, 24));
  EXPECT_TRUE(of.ends_before(22, 24));
  EXPECT_FALSE(of.ends_before(23, 24));
}

TEST(HappensBefore, a_wait_for_the_total_needs_every_bump) {
  const BeforeOf of("  bump f  on c\n  bump f  on d\n  wait f >= 2\n", 1);
  EXPECT_TRUE(of.ends_before(21, 23));
  EXPECT_TRUE(of.ends_before(22, 23));
}

TEST(HappensBefore, a_wait_that_either_of_two_bumps_opens_needs_neither) {
  const BeforeOf of("  bump f  on c\n  bump f  on d\n  wait f >= 1\n", 1);
  EXPECT_FALSE(of.ends_before(21, 23));
  EXPECT_FALSE(of.ends_before(22, 23));
}

// No single edge says it: whichever bump opens the wait, the first op was before it.
TEST(HappensBefore, what_all_ways_to_open_a_wait_share_is_found_by_withholding) {
  const BeforeOf of(R"(  bump g[0]  as e
  bump f  on c  after e
  bump f  on d  after e
  wait f >= 1  on main
  bump g[1]
)",
                    1);
  EXPECT_TRUE(of.precedes(21, 25));  // on main itself
  const BeforeOf apart(R"(  bump g[0]  on c  as e
  bump f  on c
  bump f  on d  after e
  wait f >= 1
  bump g[1]
)",
                       1);
  EXPECT_TRUE(apart.precedes(21, 25));
  EXPECT_FALSE(apart.precedes(22, 25));
  EXPECT_FALSE(apart.precedes(23, 25));
}

TEST(HappensBefore, edges_of_counters_are_exact_unless_a_wait_may_choose) {
  const auto edges = [](const std::string& body) {
    const OrderOf of(with_body(body), 1);
    const RunResult run = of.runner.run(Mode::kLeastOrdering);
    bool is_exact = false;
    std::vector<std::string> texts;
    for (const auto& [bump, gate] : counter_edges(of.program, of.order, run, &is_exact)) {
      texts.push_back(of.name(bump) + " -> " + of.name(gate));
    }
    return std::pair(texts, is_exact);
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(edges("  bump f  on c\n  bump f  on c\n  wait f >= 1\n"),
            std::pair(Texts{"end of 21@0 -> end of 23@0"}, true));
  EXPECT_EQ(edges("  bump f  on c\n  bump f  on d\n  wait f >= 2\n"),
            std::pair(Texts({"end of 21@0 -> end of 23@0", "end of 22@0 -> end of 23@0"}), true));
  EXPECT_EQ(edges("  bump f  on c\n  bump f  on d\n  wait f >= 1\n"), std::pair(Texts{}, false));
  // Two of three: the chain of two must give one.
  EXPECT_EQ(edges("  bump f  on c\n  bump f  on c\n  bump f  on d\n  wait f >= 2\n"),
            std::pair(Texts{"end of 21@0 -> end of 24@0"}, false));
}

TEST(HappensBefore, a_set_begins_a_new_account) {
  const BeforeOf of(R"(  bump f  on c  as a
  set f = 1  after a
  bump f  on main  as b
  wait f >= 2  on d
)",
                    1);
  EXPECT_TRUE(of.ends_before(23, 24));
  EXPECT_TRUE(of.ends_before(21, 24));  // through the set
}

TEST(HappensBefore, what_is_never_reached_precedes_nothing) {
  const BeforeOf of("  wait f >= 1\n  bump g[0]\n", 1);
  EXPECT_FALSE(of.precedes(21, 22));
  EXPECT_FALSE(of.ends_before(22, 21));
}

TEST(HappensBefore, parts_end_in_no_order) {
  const BeforeOf of(R"(  gemm on c  as e:
    part z[0] = x[0] * W  bump f
    part z[1] = x[0] * W
  wait f >= 1  on d
  bump g[0]  on d
  bump g[1]  after e
)",
                    1);
  EXPECT_TRUE(of.precedes(22, 25));
  EXPECT_FALSE(of.precedes(23, 25));
  EXPECT_TRUE(of.precedes(23, 26));
}

TEST(HappensBefore, data_of_a_non_blocking_copy_land_by_the_flush) {
  const BeforeOf of("  copy z[0] = z[1]  via ce nb  on c\n  bump g[0]  on c\n  flush on c\n", 1);
  const Node landing = of.order.data_ends.at(0).at(0);
  EXPECT_FALSE(of.before.precedes(landing, of.start(22)));
  EXPECT_TRUE(of.before.precedes(landing, of.end(23)));
}

}  // namespace
}  // namespace stretto
