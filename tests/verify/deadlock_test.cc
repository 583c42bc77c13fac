#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/told.h"
#include "tests/verify/with_body.h"
#include "verify/checks.h"

namespace stretto {
namespace {

std::string hang(const std::string& body, int tp) {
  return message_of(verdict_of(with_body(body), {.tp = TpSize{tp}}), Check::kDeadlock);
}

Told told_of(const std::string& body, int tp) { return told(with_body(body), tp); }

TEST(Deadlock, two_ranks_that_send_first_wait_for_each_other) {
  EXPECT_EQ(hang("  send z[0] -> 1-r\n  recv z[1] <- 1-r\n", 2),
            R"(a cycle of ops that wait for each other:
  1. the end of rank 0: test.sched:21: send z[0] -> 1-r
     is not buffered, so it waits for the start of rank 1: test.sched:22: recv z[1] <- 1-r
  2. the start of rank 1: test.sched:22: recv z[1] <- 1-r
     is behind, on its stream, the end of rank 1: test.sched:21: send z[0] -> 1-r
  3. the end of rank 1: test.sched:21: send z[0] -> 1-r
     is not buffered, so it waits for the start of rank 0: test.sched:22: recv z[1] <- 1-r
  4. the start of rank 0: test.sched:22: recv z[1] <- 1-r
     is behind, on its stream, the end of rank 0: test.sched:21: send z[0] -> 1-r
  2 ops have started and never end)");
}

TEST(Deadlock, a_group_of_send_and_recv_does_not_hang) {
  EXPECT_EQ(told_of("  group:\n    send z[0] -> 1-r\n    recv z[1] <- 1-r\n", 2), Told{});
}

TEST(Deadlock, one_rank_that_receives_first_is_enough) {
  const std::string body = R"(  if r == 0:
    recv z[1] <- 1
    send z[0] -> 1
  else:
    send z[0] -> 0
    recv z[1] <- 0
)";
  EXPECT_EQ(told_of(body, 2), Told{});
}

// A cycle of all four ranks on c, one of ranks 0 and 1 on d.
TEST(Deadlock, the_shortest_cycle_is_told) {
  const std::string body = R"(  if r < 2: send z[0] -> 1-r  over twin on d
  send z[0] -> (r+1) mod tp  on c
  if r < 2: recv z[1] <- 1-r  over twin on d
  recv z[2] <- (r+tp-1) mod tp  on c
)";
  EXPECT_EQ(told_of(body, 4).at(0), "deadlock on ranks 0, 1: 21, 23");
}

TEST(Deadlock, a_hang_through_one_hardware_queue_tells_the_fewest_that_do_not_hang) {
  const std::string body = R"(  wait f >= 1  on c
  bump g[0]  on c
  bump f  on d
)";
  EXPECT_EQ(hang(body, 1),
            R"(a cycle of ops that wait for each other:
  1. the end of rank 0: test.sched:21: wait f >= 1 on c
     waits for signal f@0, bumped by the end of rank 0: test.sched:23: bump f on d
  2. the start of rank 0: test.sched:23: bump f on d
     is behind, on one hardware queue, the start of rank 0: test.sched:22: bump g[0] on c
  3. the start of rank 0: test.sched:22: bump g[0] on c
     is behind, on its stream, the end of rank 0: test.sched:21: wait f >= 1 on c
  with one hardware queue; the fewest that do not hang: 2 (streams dealt out in turn)
  1 ops have started and never end)");
}

TEST(Deadlock, the_other_posting_order_does_not_hang) {
  EXPECT_EQ(told_of("  bump f  on d\n  wait f >= 1  on c\n  copy z[0] = z[1]  via ce  on c\n", 1),
            Told{});
}

TEST(Deadlock, two_host_threads_post_on_queues_of_their_own) {
  const std::string body = R"(  thread a:
    wait f >= 1  on c
    copy z[0] = z[1]  via ce  on c
  thread b: bump f  on d
)";
  EXPECT_EQ(told_of(body, 1), Told{});
}

TEST(Deadlock, a_hang_by_the_order_on_a_communicator_alone_says_so) {
  const std::string message = hang("  recv z[1] <- 1-r  on c\n  send z[0] -> 1-r  on d\n", 2);
  EXPECT_TRUE(message.ends_with(
      "\n  this hang exists only where ops of one communicator run one after another: nothing "
      "promises that they do not\n  2 ops have started and never end"))
      << message;
}

TEST(Deadlock, ops_on_two_communicators_do_not_queue_behind_each_other) {
  const std::string body = R"(  if r == 0:
    recv z[1] <- 1  on c
    send z[0] -> 1  over twin on d
  else:
    recv z[1] <- 0  over twin on c
    send z[0] -> 0  on d
)";
  EXPECT_EQ(hang(body, 2), "");
}

TEST(Deadlock, a_message_without_a_partner_is_waited_for_in_vain) {
  EXPECT_EQ(hang("  if r == 0: recv z[0] <- 1\n", 2),
            "ops that never end, since what they wait for never happens:\n"
            "  1. no partner: the end of rank 0: test.sched:21: recv z[0] <- 1\n"
            "  1 ops have started and never end");
}

TEST(Deadlock, a_member_that_never_enters_is_named) {
  EXPECT_EQ(hang("  if r != 1: barrier pad\n", 3),
            "ops that never end, since what they wait for never happens:\n"
            "  1. rank 1 never enters: the end of rank 0: test.sched:21: barrier pad\n"
            "  2 ops have started and never end");
}

TEST(Deadlock, a_counter_that_stays_too_low_is_named) {
  EXPECT_EQ(hang("  bump f\n  wait f >= 2\n", 1),
            "ops that never end, since what they wait for never happens:\n"
            "  1. f@0 stays 1 < 2: the end of rank 0: test.sched:22: wait f >= 2\n"
            "  1 ops have started and never end");
}

TEST(Deadlock, a_bump_that_comes_behind_its_own_wait_is_a_cycle) {
  EXPECT_EQ(told_of("  wait f >= 1\n  bump f\n", 1), Told{"deadlock on rank 0: 21, 22"});
}

TEST(Deadlock, a_host_that_waits_before_it_posts_what_is_waited_for) {
  EXPECT_EQ(told_of("  wait f >= 1  on c\n  sync c\n  bump f  on d\n", 1),
            Told{"deadlock on rank 0: 21, 23, 22"});
}

TEST(Deadlock, a_part_may_hold_the_sms_that_the_part_before_it_needs) {
  const std::string body = R"(  gemm on c:
    part z[0] = x[0] * W  when f >= 1
    part z[1] = x[0] * W  bump f
)";
  EXPECT_EQ(told_of(body, 1), Told{"deadlock on rank 0: 22, 23"});
  EXPECT_EQ(told_of(R"(  gemm on c:
    part z[1] = x[0] * W  bump f
    part z[0] = x[0] * W  when f >= 1
)",
                    1),
            Told{});
}

TEST(Deadlock, collectives_in_opposite_orders_meet_crosswise) {
  const std::string body = R"(  if r == 0:
    barrier pad
    barrier other
  else:
    barrier other
    barrier pad
)";
  EXPECT_EQ(told_of(body, 2), Told{"deadlock on ranks 0, 1: 22, 26, 25, 23"});
  EXPECT_NE(hang(body, 2).find("needs every member: a meeting of ranks\n  2. a meeting of ranks\n"),
            std::string::npos);
}

}  // namespace
}  // namespace stretto
