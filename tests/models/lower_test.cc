#include "models/lower.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/op_text.h"
#include "tests/support/program_from.h"

namespace stretto {
namespace {

using Lines = std::vector<std::string>;
using Column = std::vector<std::pair<std::string, std::string>>;

constexpr Rank kZero{0};
constexpr Rank kOne{1};

/// Lines 1 to 13 of a text; `body` begins at line 14.
std::string text_of(const std::string& body) {
  return R"(schedule s computes all_gather
shard A[ring tp] : [M/tp, N]
local X[2] : [M, K]
weight W : [K, N]
weight V[2] : [N, N]
buffer x[ring tp] : [M/tp, N]
buffer p[3] : [M/tp, N]
buffer d[2, 2] : [M, N] fresh
buffer y : [M, N]
signal f[ring tp]
signal g
stream c[2]
rank r:
)" + body;
}

/// The ops of rank 1 of 4, without entry and exit.
Lines body_of(const std::string& body, const ExpandOptions& options = {.tp = TpSize{4}}) {
  Lines lines = ops_text(program_from(text_of(body), options), kOne);
  lines.erase(lines.begin());
  lines.pop_back();
  return lines;
}

/// What a body is refused for, by any rank.
std::string refusal(const std::string& body) { return input_error(text_of(body), 4); }

TEST(Lower, ring_indices_and_ranks_are_reduced) {
  EXPECT_EQ(body_of("  copy x[r+7]@(r-2) = x[-1]  via ce\n"), (Lines{"copy x[0]@3 = x[3] via ce"}));
  EXPECT_EQ(body_of("  bump f[r-6]@(r+3)\n"), (Lines{"bump f[3]@0"}));
  EXPECT_EQ(body_of("  send x[2..5] -> r-5\n  recv x[0..3] <- r+5\n"),
            (Lines{"send x[2], x[3], x[0], x[1] -> 0", "recv x[0], x[1], x[2], x[3] <- 2"}));
}

/// The misuses of a body, as "kind: message" of each op once.
Lines misuses_of(const std::string& body) {
  const Program program = program_from(text_of(body), 4);
  Lines lines;
  for (const Misuse& misuse : program.misuses) {
    if (program.ops[static_cast<size_t>(misuse.op)].rank != kZero) continue;
    lines.push_back((misuse.kind == Misuse::Kind::kBounds ? "bounds: " : "matching: ") +
                    misuse.message);
  }
  return lines;
}

TEST(Lower, an_index_that_leaves_a_plain_dimension_is_a_misuse) {
  EXPECT_EQ(misuses_of("  copy p[3] = x[0]  via ce\n"),
            (Lines{"bounds: index 3 of 'p' leaves dimension 0, which is 0..2"}));
  EXPECT_EQ(misuses_of("  copy p[0-1..0] = x[0..1]  via ce\n"),
            (Lines{"bounds: index -1 of 'p' leaves dimension 0, which is 0..2"}));
  EXPECT_EQ(misuses_of("  copy d[1, 2] = y  via ce\n"),
            (Lines{"bounds: index 2 of 'd' leaves dimension 1, which is 0..1"}));
  EXPECT_EQ(misuses_of("  barrier  on c[2]\n"),
            (Lines{"bounds: index 2 of 'c' leaves dimension 0, which is 0..1"}));
  EXPECT_EQ(misuses_of("  ensure y = A(0) * V(2)\n"),
            (Lines{"bounds: index 2 of value 'V' leaves dimension 0, which is 0..1"}));
}

TEST(Lower, an_event_must_be_recorded_before_it_is_awaited) {
  EXPECT_EQ(misuses_of("  barrier  after e[1]\n  barrier  as e[1]\n"),
            (Lines{"matching: waits for event e[1], which nothing posted before it records"}));
  EXPECT_EQ(misuses_of("  barrier  after e[1] if r > 0\n"), (Lines{}));
}

TEST(Lower, an_event_of_another_host_thread_is_not_determined) {
  EXPECT_EQ(misuses_of("  thread t: barrier  as e\n  barrier  after e\n"),
            (Lines{"matching: waits for event 'e' of another host thread: whether it has been "
                   "recorded when this is posted is not determined"}));
}

TEST(Lower, a_world_rank_is_not_reduced) {
  EXPECT_EQ(misuses_of("  send x[0] -> world(4)\n"),
            (Lines{"matching: world(4) is outside the world of 4 ranks"}));
  EXPECT_EQ(misuses_of("  bump f[0]@world(0-1)\n"),
            (Lines{"matching: world(-1) is outside the world of 4 ranks"}));
}

TEST(Lower, ranks_are_of_the_own_group_and_world_reaches_another) {
  const std::string body = "  bump g@(r+1)\n  bump g@world(w+2)\n  bump g@world((w+2) mod 4)\n";
  const Program program = program_from(text_of(body), {.tp = TpSize{2}, .dp = 2});
  EXPECT_EQ(ops_text(program, Rank{3}, {OpKind::kBump}), (Lines{"bump g@2", "bump ", "bump g@1"}));
  EXPECT_EQ(ops_text(program, Rank{0}, {OpKind::kBump}),
            (Lines{"bump g@1", "bump g@2", "bump g@2"}));
}

TEST(Lower, communicators_are_of_a_group_unless_their_colour_mentions_the_world) {
  const std::string text = R"(schedule s computes all_gather
shard A : [M, N]
communicator half by r mod 2
communicator cross by w mod 2
rank r:
  barrier
  barrier  over half
  barrier  over cross
)";
  const Program program = program_from(text, {.tp = TpSize{4}, .dp = 2});
  EXPECT_EQ(ops_text(program, Rank{5}, {OpKind::kBarrier}),
            (Lines{"barrier over all {4, 5, 6, 7}", "barrier over half {5, 7}",
                   "barrier over cross {1, 3, 5, 7}"}));
}

TEST(Lower, messages_over_pair_or_out_of_the_group_have_a_communicator_of_two) {
  const std::string body = "  send x[0] -> r+1 over pair\n  send x[0] -> world((w+2) mod 4)\n";
  const Program program = program_from(text_of(body), {.tp = TpSize{2}, .dp = 2});
  EXPECT_EQ(ops_text(program, Rank{1}, {OpKind::kSend}),
            (Lines{"send x[0] -> 0 over pair {0, 1}", "send x[0] -> 3 over pair {1, 3}"}));
}

TEST(Lower, a_view_is_its_place_seen_from_the_rank_that_owns_it) {
  const std::string text = R"(schedule s computes all_gather
shard A[tp] : [M/tp, N]
buffer x[tp, 2] : [M/tp, N]
view own = x[r, *]
view all_first = x[*, 0]
rank r:
  copy own[0] = own[1]@(r+1)  via ce
  copy all_first[r+1] = x[r, 1]  via ce
)";
  EXPECT_EQ(ops_text(program_from(text, 4), kOne, {OpKind::kCopy}),
            (Lines{"copy x[1, 0] = x[2, 1]@2 via ce", "copy x[2, 0] = x[1, 1] via ce"}));
}

TEST(Lower, one_slot_pairs_with_many_in_a_gemm_only) {
  EXPECT_EQ(body_of("  gemm d[0, *] = X[0] * W\n"), (Lines{"gemm d[0, 0], d[0, 1] = X[0] * W"}));
  const std::string gemm = "  gemm d[*, *] = X[*] * W\n";
  EXPECT_EQ(refusal(gemm),
            "test.sched:14:3: the places pair up slot by slot: 4 slots on the left, 2 on the right "
            "(rank 0)");
  EXPECT_EQ(refusal("  copy p[*] = x[0]  via ce\n"),
            "test.sched:14:3: the places pair up slot by slot: 3 slots on the left, 1 on the right "
            "(rank 0)");
}

TEST(Lower, a_reduction_into_one_slot_takes_all_slots_named_as_operands) {
  EXPECT_EQ(body_of("  reduce x[0] = x[1..2], p[*] in wire\n"),
            (Lines{"reduce x[0] = x[1], x[2], p[0], p[1], p[2] in wire"}));
  EXPECT_EQ(refusal("  reduce x[0..1] = x[2..3], p[*] in f32\n"),
            "test.sched:14:3: the places pair up slot by slot: 2 slots on the left, 3 on the right "
            "(rank 0)");
}

TEST(Lower, what_does_not_fit_is_told_with_its_sizes) {
  const Column column = {
      {"copy y = x[0]  via ce", "a slot of 'y' is [8, 8], one of 'x' is [2, 8]"},
      {"gemm y = x[0] * W", "gemm shapes do not fit: 'y' [8, 8] = 'x' [2, 8] * 'W' [8, 8]"},
      {"all_gather p[*] = x[r]", "all_gather of 4 members: 3 slots on the left, 1 on the right"},
      {"reduce_scatter x[r] = p[*]",
       "reduce_scatter of 4 members: 1 slots on the left, 3 on the right"},
      {"all_reduce x[0..1] = x[2]", "all_reduce of 4 members: 2 slots on the left, 1 on the right"},
      {"bump g by 0", "a bump by 0; accepted: 1 or more"},
      {"copy x[0] = x[1]  via ce bump g each", "'each' is for a copy via sm(n)"},
      {"copy x[0] = x[1]  via sm(0)", "sm(n) needs one CTA or more"},
      {"copy x[0] = x[1]  via sm(32768)", "32768 is out of range; accepted: 0..32767"},
      {"barrier f", "a barrier takes one pad"},
      {"wait g mod 0 == 0", "a phase must be in 0..m-1 of a positive m"},
      {"wait g mod 2 == 2", "a phase must be in 0..m-1 of a positive m"},
      {"barrier  sms(2..1)", "sms(..) must be 1 or more, and not an empty range"},
      {"barrier  on c", "'c' names 2 streams; accepted: one"},
      {"barrier  on c[0], c[1]", "only a group is posted on several streams"},
      {"given x[0]@1 = A(0)", "the caller reads and writes this rank's memory; found '@'"},
      {"part y = x[0] * W", "a part outside a gemm launch"},
      {"group: barrier", "a group holds send and recv only"},
      {"kernel: send x[0] -> 1", "a kernel holds copy, reduce, bump, wait and barrier only"},
  };
  for (const auto& [line, message] : column) {
    const std::string told = refusal("  " + line + "\n");
    const std::string wanted = message + " (rank 0)";
    EXPECT_TRUE(told.starts_with("test.sched:14:") && told.ends_with(wanted))
        << line << "\n  told:   " << told << "\n  wanted: " << wanted;
  }
}

TEST(Lower, a_def_may_call_itself) {
  EXPECT_EQ(body_of(R"(  def count(n):
    if n > 0:
      bump g by n
      count(n-1)
  count(3)
)"),
            (Lines{"bump g by 3", "bump g by 2", "bump g"}));
  EXPECT_EQ(refusal("  def forever(n): forever(n+1)\n  forever(0)\n"),
            "test.sched:14:19: 'forever' calls itself more than 1000 deep (rank 0)");
}

TEST(Lower, loops_may_be_empty_and_later_binders_see_earlier_ones) {
  EXPECT_EQ(body_of("  for i in 0..1, j in i..1: bump g by 10*i+j+1\n  for i in 1..0: barrier\n"),
            (Lines{"bump g", "bump g by 2", "bump g by 12"}));
}

TEST(Lower, fork_and_join_are_events_with_main) {
  EXPECT_EQ(body_of("  bump g\n  fork c\n  bump g  on c[0]\n  join c\n"),
            (Lines{"bump g", "after on c[0] after 1", "after on c[1] after 1", "bump g on c[0]",
                   "after after 4, 3"}));
}

TEST(Lower, a_wait_binds_to_the_latest_record_posted_before_it) {
  EXPECT_EQ(body_of(R"(  bump g  as e
  record e on c[0]
  bump g  after e
  bump g  on c[0]  as e
  bump g  after e
)"),
            (Lines{"bump g", "bump g", "bump g on c[0]", "bump g after 3"}));
}

TEST(Lower, set_restarts_the_account_of_waits) {
  EXPECT_EQ(body_of("  wait g += 2\n  wait g += 1\n  set g = 0\n  wait g += 1\n"),
            (Lines{"wait g >= 2", "wait g >= 3", "set g = 0", "wait g >= 1"}));
}

TEST(Lower, a_phase_is_the_next_value_of_that_rest) {
  EXPECT_EQ(body_of("  wait g mod 3 == 2\n  wait g mod 3 == 1\n  wait g mod 3 == 1\n"),
            (Lines{"wait g >= 2 mod 3", "wait g >= 4 mod 3", "wait g >= 4 mod 3"}));
}

TEST(Lower, division_by_zero_is_told_where_it_happens) {
  EXPECT_EQ(refusal("  for i in 0..1: bump g by 2 div (1-i)\n"),
            "test.sched:14:30: division by zero (rank 0)");
}

}  // namespace
}  // namespace stretto
