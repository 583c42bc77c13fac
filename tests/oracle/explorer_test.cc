// The explorer against what can be seen by eye.

#include "tests/oracle/explorer.h"

#include <gtest/gtest.h>

#include <set>

#include "models/expand.h"
#include "models/parser.h"

namespace stretto::oracle {
namespace {

constexpr std::string_view kHead = R"(schedule s computes all_gather
shard A[ring tp] : [M/tp, K]
weight W : [K, K]
buffer x[ring tp] : [M/tp, K]; y[ring tp] : [M/tp, K]
signal f[2]; pad
stream c; d
rank r:
  given x[r] = A(r)
)";

Program program_of(const std::string& body, int tp = 2, int calls = 1) {
  ExpandOptions options;
  options.tp = TpSize{tp};
  options.num_calls = calls;
  return expand(parse(std::string(kHead) + body, "s"), options);
}

// Line numbers (from 1 in the body) of ops that never end.
std::multiset<int> hang_lines(const Program& program, const std::vector<int32_t>& ops) {
  std::multiset<int> lines;
  for (const int32_t op : ops) {
    const int32_t statement = program.ops[static_cast<size_t>(op)].statement;
    if (statement >= 0)
      lines.insert(program.statements[static_cast<size_t>(statement)].at.line - 8);
  }
  return lines;
}

std::multiset<int> hangs(const std::string& body, int calls = 1) {
  const Program program = program_of(body, 2, calls);
  const Exploration found = explore(program);
  EXPECT_FALSE(found.is_too_large);
  EXPECT_TRUE(found.hangs_alike);
  return hang_lines(program, found.never_end);
}

std::set<std::string> races(const std::string& body, int calls = 1) {
  const Exploration found = explore(program_of(body, 2, calls));
  EXPECT_FALSE(found.is_too_large);
  std::set<std::string> places;
  for (const Race& race : found.races) places.insert(race.what);
  return places;
}

std::vector<std::string> contents(const std::string& body, int calls = 1) {
  const Exploration found = explore(program_of(body, 2, calls));
  EXPECT_TRUE(found.never_end.empty());
  EXPECT_TRUE(found.races.empty());
  EXPECT_TRUE(found.contents_alike);
  std::vector<std::string> filled;
  for (const std::string& text : found.exit_contents) {
    if (!text.empty()) filled.push_back(text);
  }
  return filled;
}

using Lines = std::multiset<int>;
using Places = std::set<std::string>;

TEST(explorer, grouped_exchange_ends) {
  EXPECT_EQ(hangs("  group:\n    send x[r] -> r+1\n    recv x[r-1] <- r-1\n"), Lines{});
}

TEST(explorer, both_sending_first_hang) {
  EXPECT_EQ(hangs("  send x[r] -> r+1\n  recv x[r-1] <- r-1\n"), (Lines{1, 1, 2, 2}));
}

TEST(explorer, buffered_sends_end_in_the_least_ordering) {
  const Exploration found = explore(program_of("  send x[r] -> r+1\n  recv x[r-1] <- r-1\n"));
  EXPECT_TRUE(found.least_never_end.empty());
}

TEST(explorer, a_wait_without_enough_bumps_hangs_alone) {
  EXPECT_EQ(hangs("  bump f[0]\n  wait f[0] >= 2 on c\n"), (Lines{2, 2}));
}

TEST(explorer, a_barrier_short_of_a_member_hangs) {
  EXPECT_EQ(hangs("  if r == 0: barrier\n"), Lines{1});
}

TEST(explorer, messages_of_a_communicator_run_one_after_another) {
  // On two streams, and still every rank sends before it receives.
  const std::string body = "  fork c, d\n  send x[r] -> r+1 on c\n  recv x[r-1] <- r-1 on d\n";
  EXPECT_EQ(hangs(body), (Lines{2, 2, 3, 3}));
  EXPECT_EQ(hangs("  fork c, d\n  send x[r] -> r+1 on c\n  recv x[r-1] <- r-1 over pair on d\n"),
            (Lines{2, 2, 3, 3}));  // never met
}

TEST(explorer, the_kth_call_meets_the_kth_whatever_it_is) {
  const std::string body =
      "  fork c, d\n"
      "  if r == 0: barrier on c; all_reduce y[0] = x[r] on d\n"
      "  else: all_reduce y[0] = x[r] on d; barrier on c\n";
  EXPECT_EQ(hangs(body), Lines{});
}

TEST(explorer, one_hardware_queue_holds_back_later_posts) {
  const std::string body =
      "  fork c, d\n"
      "  wait f[0] >= 1 on c\n"
      "  copy y[0] = x[r] via ce on c\n"
      "  bump f[0] on d\n";
  const Program program = program_of(body);
  const Exploration found = explore(program);
  EXPECT_EQ(hang_lines(program, found.never_end), (Lines{2, 2, 3, 3, 4, 4}));
  EXPECT_TRUE(found.least_never_end.empty());
}

TEST(explorer, a_push_without_barrier_races_with_the_reader) {
  EXPECT_EQ(races("  copy y[r]@(r+1) = x[r] via ce\n  copy x[r+1] = y[r+1] via ce\n"),
            (Places{"y[1]@0", "y[0]@1"}));
}

TEST(explorer, a_barrier_orders_a_push_and_its_reader) {
  EXPECT_EQ(races("  barrier\n  copy y[r]@(r+1) = x[r] via ce\n  barrier\n"
                  "  copy x[r+1] = y[r+1] via ce\n"),
            Places{});
}

TEST(explorer, the_second_call_races_where_the_first_does_not) {
  const std::string body =
      "  barrier\n  copy y[r]@(r+1) = x[r] via ce\n  bump f[0]@(r+1)\n  wait f[0] += 1\n"
      "  copy x[r+1] = y[r+1] via ce\n";
  EXPECT_EQ(races(body), Places{});
  const std::string without =
      "  copy y[r]@(r+1) = x[r] via ce\n  bump f[0]@(r+1)\n  wait f[0] += 1\n"
      "  copy x[r+1] = y[r+1] via ce\n";
  EXPECT_EQ(races(without), Places{});
  EXPECT_EQ(races(without, 2), (Places{"y[1]@0", "y[0]@1"}));
}

TEST(explorer, members_of_a_group_are_unordered) {
  EXPECT_EQ(races("  group:\n    send x[r] -> r+1\n    recv x[r] <- r-1\n"),
            (Places{"x[0]@0", "x[1]@1"}));
}

TEST(explorer, a_set_beside_a_bump_is_a_race) {
  EXPECT_EQ(races("  fork c\n  set f[0] = 0 on c\n  bump f[0]\n"), (Places{"f[0]@0", "f[0]@1"}));
  EXPECT_EQ(races("  set f[0] = 0\n  bump f[0]\n"), Places{});
}

TEST(explorer, two_barriers_on_one_pad_race_where_unordered) {
  EXPECT_EQ(races("  fork c, d\n  barrier pad on c\n  barrier pad on d\n"),
            (Places{"pad@0", "pad@1"}));
  EXPECT_EQ(races("  barrier pad\n  barrier pad\n"), Places{});
}

TEST(explorer, each_share_counts_alone) {
  // Two of three shares do not make the data whole.
  const std::string body = "  fork c, d\n  copy y[0] = x[r] via sm(3) bump f[0] each on c\n";
  EXPECT_EQ(races(body + "  wait f[0] >= 2 on d\n  copy x[r+1] = y[0] via ce on d\n"),
            (Places{"y[0]@0", "y[0]@1"}));
  EXPECT_EQ(races(body + "  wait f[0] >= 3 on d\n  copy x[r+1] = y[0] via ce on d\n"), Places{});
}

TEST(explorer, a_non_blocking_copy_lands_by_the_end_of_the_flush) {
  const std::string put = "  copy y[r] = x[r] via ce nb\n";
  EXPECT_EQ(races(put + "  copy x[r+1] = y[r] via ce\n"), (Places{"y[0]@0", "y[1]@1"}));
  EXPECT_EQ(races(put + "  flush\n  copy x[r+1] = y[r] via ce\n"), Places{});
}

TEST(explorer, contents_are_what_was_computed) {
  EXPECT_EQ(
      contents("  gemm y[r] = x[r] * W\n  all_reduce y[r+1] = y[r]\n  ensure y[r+1] = A(r)\n"),
      (std::vector<std::string>{"~(~<A(0)#0 * W@0(0)> + ~<A(1)#0 * W@1(0)>)",
                                "~(~<A(0)#0 * W@0(0)> + ~<A(1)#0 * W@1(0)>)"}));
}

TEST(explorer, too_large_is_an_answer) {
  std::string body = "  fork c, d\n";
  for (int i = 0; i < 6; ++i) {
    for (const char* stream : {"c", "d", "main"}) {
      body += std::string("  copy y[0] = x[0] via ce on ") + stream + "\n";
    }
  }
  EXPECT_TRUE(
      explore(program_of(body), {.max_states = 1000, .seed = 1, .num_runs = 1}).is_too_large);
}

}  // namespace
}  // namespace stretto::oracle
