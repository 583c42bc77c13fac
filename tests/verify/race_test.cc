#include "verify/race.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/told.h"
#include "tests/verify/with_body.h"

namespace stretto {
namespace {

Told told_of(const std::string& body, int tp = 1) { return told(with_body(body), tp); }

TEST(Races, two_unordered_writes_are_reported) {
  const Verdict verdict =
      verdict_of(with_body("  copy z[0] = x[0]  via ce  on c\n  copy z[0] = x[0]  via ce  on d\n"),
                 {.tp = TpSize{1}});
  EXPECT_EQ(told(verdict), Told{"race on rank 0: 21, 22"});
  EXPECT_EQ(message_of(verdict, Check::kRace),
            "slot z[0] on rank 0 is accessed by two ops that nothing orders\n"
            "  1. rank 0: test.sched:21: copy z[0] = x[0] via ce on c writes it\n"
            "  2. rank 0: test.sched:22: copy z[0] = x[0] via ce on d writes it\n"
            "  missing: an event recorded behind the first and awaited by the second (or the other "
            "way round)");
}

TEST(Races, a_read_before_the_wait_is_reported) {
  EXPECT_EQ(told_of("  copy z[0] = x[0]  via ce  on c\n  copy z[1] = z[0]  via ce  on d\n"),
            Told{"race on rank 0: 21, 22"});
}

TEST(Races, two_reads_are_none) {
  EXPECT_EQ(told_of("  copy z[0] = x[0]  via ce  on c\n  copy z[1] = x[0]  via ce  on d\n"),
            Told{});
}

TEST(Races, a_stream_an_event_or_a_counter_orders) {
  const std::string first = "  copy z[0] = x[0]  via ce  on c  as e\n";
  EXPECT_EQ(told_of(first + "  copy z[1] = z[0]  via ce  on c\n"), Told{});
  EXPECT_EQ(told_of(first + "  copy z[1] = z[0]  via ce  on d  after e\n"), Told{});
  EXPECT_EQ(told_of("  copy z[0] = x[0]  via ce bump f  on c\n  wait f >= 1  on d\n"
                    "  copy z[1] = z[0]  via ce  on d\n"),
            Told{});
  EXPECT_EQ(told_of(first + "  sync c\n  copy z[1] = z[0]  via ce  on d\n"), Told{});
}

TEST(Races, a_push_needs_a_signal_before_it_is_read) {
  const std::string push = "  copy z[0]@(1-r) = x[r]  via ce";
  EXPECT_EQ(told_of(push + "\n  copy z[1] = z[0]  via ce\n", 2),
            Told{"race on ranks 0, 1: 21, 22"});
  EXPECT_EQ(told_of(push + " bump f@(1-r)\n  wait f >= 1\n  copy z[1] = z[0]  via ce\n", 2),
            Told{});
}

TEST(Races, a_push_needs_a_barrier_behind_the_callers_write) {
  const std::string push = "  copy x[r]@(1-r) = x[r]  via ce\n  barrier pad\n";
  EXPECT_EQ(told_of(push, 2), Told{"race on ranks 0, 1: caller, 21"});
  EXPECT_EQ(told_of("  barrier pad\n" + push, 2), Told{});
}

TEST(Races, one_story_stands_for_all_slots_of_a_buffer) {
  const Verdict verdict = verdict_of(with_body(R"(  for i in 0..2: copy z[i] = x[0]  via ce  on c
  for i in 0..2: copy z[i] = x[0]  via ce  on d
)"),
                                     {.tp = TpSize{1}});
  EXPECT_EQ(told(verdict), Told{"race on rank 0: 21, 22"});
  EXPECT_TRUE(message_of(verdict, Check::kRace).ends_with("\n  and 2 more like it, on rank 0"));
}

TEST(RacesOfSignals, a_set_must_be_ordered_with_every_bump) {
  const Verdict verdict =
      verdict_of(with_body("  set f = 0  on c\n  bump f  on d\n"), {.tp = TpSize{1}});
  EXPECT_EQ(told(verdict), Told{"race on rank 0: 21, 22"});
  EXPECT_TRUE(message_of(verdict, Check::kRace)
                  .starts_with("signal f@0 is used by two ops that nothing orders\n"));
  EXPECT_EQ(told_of("  set f = 0  on c  as e\n  bump f  on d  after e\n"), Told{});
}

TEST(RacesOfSignals, a_set_must_be_ordered_with_every_wait) {
  EXPECT_EQ(told_of("  bump f  on d  as e\n  set f = 1  on c  after e\n  wait f >= 1  on d\n"),
            Told{"race on rank 0: 22, 23"});
}

TEST(RacesOfSignals, two_sets_must_be_ordered) {
  EXPECT_EQ(told_of("  set f = 0  on c\n  set f = 0  on d\n"), Told{"race on rank 0: 21, 22"});
}

TEST(RacesOfSignals, bumps_and_waits_need_no_order) {
  EXPECT_EQ(told_of("  bump f  on c\n  bump f  on d\n  wait f >= 1\n"), Told{});
}

TEST(RacesOfSignals, a_phase_must_not_be_passed_while_it_is_awaited) {
  EXPECT_EQ(told_of("  bump f  on c\n  bump f  on c\n  wait f mod 2 == 1  on d\n"),
            Told{"race on rank 0: 23, 22"});
  EXPECT_EQ(told_of("  bump f  on c\n  wait f mod 2 == 1  on d  as e\n  bump f  on c  after e\n"),
            Told{});
}

TEST(RacesOfPads, two_unordered_barriers_must_not_share_a_pad) {
  EXPECT_EQ(told_of("  barrier pad  on c\n  barrier pad  on d\n", 2),
            Told{"race on ranks 0, 1: 21, 22"});
  EXPECT_EQ(told_of("  barrier pad  on c\n  barrier other  on d\n", 2), Told{});
  EXPECT_EQ(told_of("  barrier pad  on c  as e\n  barrier pad  on d  after e\n", 2), Told{});
}

TEST(RacesOfShares, a_wait_for_some_shares_does_not_cover_the_slot) {
  const std::string copy = "  copy z[0] = x[0]  via sm(4) bump f each  on c\n  wait f >= ";
  const std::string read = "  on d\n  copy z[1] = z[0]  via ce  on d\n";
  EXPECT_EQ(told_of(copy + "3" + read), Told{"race on rank 0: 21, 23"});
  EXPECT_EQ(told_of(copy + "4" + read), Told{});
}

TEST(RacesOfNonBlockingCopies, only_a_flush_makes_them_visible) {
  const std::string copy = "  copy z[0] = x[0]  via sm(1) nb  on c\n";
  const std::string read = "  copy z[1] = z[0]  via ce  on c\n";
  EXPECT_EQ(told_of(copy + read), Told{"race on rank 0: 21, 22"});
  EXPECT_EQ(told_of(copy + "  flush on c\n" + read), Told{});
  EXPECT_EQ(told_of(copy + "  flush on d\n" + read), Told{"race on rank 0: 21, 23"});
}

TEST(RacesOfNonBlockingCopies, the_source_is_not_free_before_the_flush) {
  const std::string copy = "  copy z[0] = z[1]  via sm(1) nb  on c\n";
  const std::string write = "  copy z[1] = x[0]  via ce  on c\n";
  EXPECT_EQ(told_of(copy + write), Told{"race on rank 0: 21, 22"});
  EXPECT_EQ(told_of(copy + "  flush on c\n" + write), Told{});
}

TEST(RacesOfNonBlockingCopies, their_bump_comes_with_the_data) {
  EXPECT_EQ(told_of("  copy z[0] = x[0]  via sm(1) bump f nb  on c\n  wait f >= 1  on d\n"
                    "  copy z[1] = z[0]  via ce  on d\n"),
            Told{});
}

TEST(RacesOfGroups, members_are_unordered) {
  EXPECT_EQ(told_of("  group:\n    send z[0] -> 1-r\n    recv z[0] <- 1-r\n", 2),
            Told{"race on ranks 0, 1: 22, 23"});
  EXPECT_EQ(told_of("  group:\n    send z[0] -> 1-r\n    recv z[1] <- 1-r\n", 2), Told{});
}

TEST(RacesOfParts, parts_are_unordered_but_for_their_counters) {
  EXPECT_EQ(told_of(R"(  gemm on c:
    part z[0] = x[0] * W  bump f
    part z[1] = z[0] * W
)"),
            Told{"race on rank 0: 22, 23"});
  EXPECT_EQ(told_of(R"(  gemm on c:
    part z[0] = x[0] * W  bump f
    part z[1] = z[0] * W  when f >= 1
)"),
            Told{});
}

TEST(RacesOfKernels, lines_run_in_sequence) {
  EXPECT_EQ(told_of(R"(  kernel on c sms(1):
    copy z[0] = x[0]  via sm(1)
    copy z[1] = z[0]  via sm(1)
)"),
            Told{});
}

TEST(RacesOfWeights, constants_need_no_order) {
  EXPECT_EQ(told_of("  gemm z[0] = x[0] * W  on c\n  gemm z[1] = x[0] * W  on d\n"), Told{});
}

}  // namespace
}  // namespace stretto
