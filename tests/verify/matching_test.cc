#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/told.h"
#include "tests/verify/with_body.h"
#include "verify/checks.h"

namespace stretto {
namespace {

/// What the check says of a body on `tp` ranks, as messages.
std::vector<std::string> messages(const std::string& body, int tp = 2, int dp = 1) {
  const Program program = program_from(with_body(body), {.tp = TpSize{tp}, .dp = dp});
  std::vector<Violation> violations;
  check_matching(program, violations);
  std::vector<std::string> texts;
  for (const Violation& violation : violations) texts.push_back(violation.message);
  return texts;
}

using Messages = std::vector<std::string>;

TEST(Matching, sends_and_receives_in_pairs_are_good) {
  EXPECT_EQ(messages("  group:\n    send z[0] -> 1-r\n    recv z[1] <- 1-r\n"), Messages{});
}

TEST(Matching, a_send_without_a_recv_is_told) {
  EXPECT_EQ(messages("  if r == 0: send z[0] -> 1\n"),
            Messages{"rank 0: test.sched:21: send z[0] -> 1\n  sends to rank 1, which posts no "
                     "recv for it"});
}

TEST(Matching, a_recv_without_a_send_is_told) {
  EXPECT_EQ(messages("  if r == 0: recv z[0] <- 1\n"),
            Messages{"rank 0: test.sched:21: recv z[0] <- 1\n  receives from rank 1, which posts "
                     "no send for it"});
}

TEST(Matching, a_message_has_one_size) {
  const std::string body = "  if r == 0: send z[0] -> 1\n  else: recv y <- 0\n";
  EXPECT_EQ(messages(body),
            Messages{"a message is sent as 32 elements and received as 64 elements\n"
                     "  1. rank 0: test.sched:21: send z[0] -> 1\n"
                     "  2. rank 1: test.sched:22: recv y <- 0"});
}

TEST(Matching, a_message_has_one_type) {
  const std::string body = "  if r == 0: send z[0] -> 1\n  else: recv t[0] <- 0\n";
  EXPECT_EQ(messages(body),
            Messages{"a message is sent as 32 elements and received as 32 f32 elements\n"
                     "  1. rank 0: test.sched:21: send z[0] -> 1\n"
                     "  2. rank 1: test.sched:22: recv t[0] <- 0"});
}

TEST(Matching, slots_of_another_shape_and_equal_size_fit) {
  EXPECT_EQ(messages("  if r == 0: send z[0..1] -> 1\n  else: recv y <- 0\n"), Messages{});
}

TEST(Matching, a_collective_needs_every_member) {
  EXPECT_EQ(messages("  if r != 1: barrier\n", 4),
            Messages{"rank 0: test.sched:21: barrier\n  is entered by 3 of 4 ranks; rank 1 never "
                     "comes"});
  EXPECT_EQ(messages("  if r > 1: barrier pad\n", 4),
            Messages{"rank 2: test.sched:21: barrier pad\n  is entered by 2 of 4 ranks; ranks 0, 1 "
                     "never come"});
}

TEST(Matching, calls_that_meet_are_of_one_kind_size_and_order) {
  const std::string one = "  if r == 0: all_reduce z[0] = z[1]\n";
  const std::string first =
      "two calls meet that do not fit\n  1. rank 0: test.sched:21: "
      "all_reduce z[0] = z[1]\n  2. rank 1: test.sched:22: ";
  EXPECT_EQ(messages(one + "  else: barrier\n"), Messages{first + "barrier"});
  EXPECT_EQ(messages(one + "  else: all_reduce z[0..1] = z[2..3]\n"),
            Messages{first + "all_reduce z[0..1] = z[2..3]"});
  EXPECT_EQ(messages(one + "  else: all_reduce z[0] = z[1] order tree\n"),
            Messages{first + "all_reduce z[0] = z[1] order tree"});
  EXPECT_EQ(messages(one + "  else: all_reduce z[2] = z[3]\n"), Messages{});
}

TEST(Matching, a_wait_for_more_than_all_bumps_give_is_told) {
  const std::string wait = "  if r == 0: wait f >= ";
  EXPECT_EQ(messages("  if r == 0: bump f by 2\n  if r == 1: bump f@0\n" + wait + "4\n"),
            Messages{"rank 0: test.sched:23: wait f >= 4\n  waits for f@0 >= 4, but all bumps "
                     "together make 3"});
  EXPECT_EQ(messages("  if r == 0: bump f by 2\n  if r == 1: bump f@0\n" + wait + "3\n"),
            Messages{});
}

TEST(Matching, what_a_set_gives_counts) {
  EXPECT_EQ(messages("  set f = 2\n  bump f\n  wait f >= 3\n"), Messages{});
}

TEST(Matching, every_share_of_a_copy_bumps) {
  const std::string copy = "  copy z[0] = z[1]  via sm(4) bump f each\n  wait f >= ";
  EXPECT_EQ(messages(copy + "4\n"), Messages{});
  EXPECT_EQ(messages(copy + "5\n", 1),
            Messages{"rank 0: test.sched:22: wait f >= 5\n  waits for f@0 >= 5, but all bumps "
                     "together make 4"});
}

TEST(Matching, an_event_never_recorded_is_told) {
  EXPECT_EQ(messages("  barrier  after e\n  barrier  as e\n", 1),
            Messages{"rank 0: test.sched:21: barrier after e\n  waits for event e, which nothing "
                     "posted before it records"});
}

TEST(Matching, peers_exist_in_the_world) {
  EXPECT_EQ(messages("  if w == 3: send z[0] -> world(w+1)\n", 2, 2),
            Messages{"rank 3: test.sched:21: send z[0] -> world(w+1)\n  world(4) is outside the "
                     "world of 4 ranks"});
}

TEST(Matching, a_peer_of_another_communicator_is_told) {
  EXPECT_EQ(messages("  if r == 0: send z[0] -> 1  over half\n", 4).at(0),
            "rank 0: test.sched:21: send z[0] -> 1 over half\n  rank 1 is no member of this "
            "rank's 'half'");
}

TEST(Matching, one_story_stands_for_all_ranks_that_do_the_same) {
  const Program program = program_from(with_body("  send z[0] -> (r+1) mod tp\n"), 4);
  std::vector<Violation> violations;
  check_matching(program, violations);
  ASSERT_EQ(violations.size(), 1U);
  EXPECT_EQ(told(violations[0]), "matching on ranks 0..3: 21");
  EXPECT_TRUE(violations[0].message.ends_with("\n  and 3 more like it, on ranks 0..3"));
}

}  // namespace
}  // namespace stretto
