#include "models/link.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/op_text.h"
#include "tests/support/program_from.h"

namespace stretto {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string named(const Program& program, int32_t op) {
  if (op < 0) return "none";
  return std::to_string(program.ops[static_cast<size_t>(op)].rank.value) + ": " +
         op_text(program, op);
}

/// Every send of a program with what it meets, and every recv that meets nothing.
Pairs matches_of(const Program& program) {
  Pairs pairs;
  for (int32_t i = 0; i < std::ssize(program.ops); ++i) {
    const Op& op = program.ops[static_cast<size_t>(i)];
    const bool is_open_recv = op.kind == OpKind::kRecv && op.meet < 0;
    if (op.kind == OpKind::kSend) pairs.emplace_back(named(program, i), named(program, op.meet));
    if (is_open_recv) pairs.emplace_back("none", named(program, i));
  }
  return pairs;
}

std::string text_of(const std::string& body) {
  return R"(schedule s computes all_gather
shard A[4] : [M/4, N]
buffer x[4] : [M/4, N]
communicator twin by 0
signal pad[2]
rank r:
)" + body;
}

TEST(Link, the_kth_send_meets_the_kth_recv_of_its_pair) {
  const std::string text = text_of(R"(  if r == 0:
    send x[0] -> 1
    send x[1] -> 2
    send x[2] -> 1
  if r == 1:
    recv x[3] <- 0
    recv x[2] <- 0
  if r == 2: recv x[1] <- 0
)");
  EXPECT_EQ(matches_of(program_from(text, 3)), (Pairs{{"0: send x[0] -> 1", "1: recv x[3] <- 0"},
                                                      {"0: send x[1] -> 2", "2: recv x[1] <- 0"},
                                                      {"0: send x[2] -> 1", "1: recv x[2] <- 0"}}));
}

TEST(Link, both_ends_of_a_match_know_each_other) {
  const Program program = program_from(
      text_of("  group:\n    send x[0] -> r+1\n    recv x[1] <- r-1\n"), {.tp = TpSize{3}});
  for (int32_t i = 0; i < std::ssize(program.ops); ++i) {
    const Op& op = program.ops[static_cast<size_t>(i)];
    if (op.kind != OpKind::kSend && op.kind != OpKind::kRecv) continue;
    ASSERT_GE(op.meet, 0);
    EXPECT_EQ(program.ops[static_cast<size_t>(op.meet)].meet, i);
  }
}

TEST(Link, messages_of_two_communicators_do_not_meet) {
  const std::string text = text_of(R"(  if r == 0:
    send x[0] -> 1  over twin
    send x[1] -> 1
  if r == 1:
    recv x[2] <- 0
    recv x[3] <- 0  over twin
)");
  EXPECT_EQ(matches_of(program_from(text, 2)), (Pairs{{"0: send x[0] -> 1", "1: recv x[3] <- 0"},
                                                      {"0: send x[1] -> 1", "1: recv x[2] <- 0"}}));
}

TEST(Link, what_has_no_partner_meets_nothing) {
  const std::string text = text_of(R"(  if r == 0:
    send x[0] -> 1
    send x[1] -> 1
  if r == 1: recv x[2] <- 0
  if r == 2: recv x[2] <- 0
)");
  EXPECT_EQ(matches_of(program_from(text, 3)), (Pairs{{"0: send x[0] -> 1", "1: recv x[2] <- 0"},
                                                      {"0: send x[1] -> 1", "none"},
                                                      {"none", "2: recv x[2] <- 0"}}));
}

TEST(Link, messages_of_later_calls_meet_later_ones) {
  const std::string text = text_of("  if r == 0: send x[call] -> 1\n  else: recv x[call+2] <- 0\n");
  EXPECT_EQ(matches_of(program_from(text, {.tp = TpSize{2}, .num_calls = 2})),
            (Pairs{{"0: send x[0] -> 1", "1: recv x[2] <- 0"},
                   {"0: send x[1] -> 1", "1: recv x[3] <- 0"}}));
}

/// Every meeting: its members' ops, joined.
std::vector<std::string> meetings_of(const Program& program) {
  std::vector<std::string> texts;
  for (const Meeting& meeting : program.meetings) {
    std::string text;
    for (const int32_t op : meeting.members) {
      text += (text.empty() ? "" : " | ") + (op < 0 ? "none" : op_text(program, op));
    }
    texts.push_back(text);
  }
  return texts;
}

TEST(Link, the_kth_call_on_a_communicator_meets_the_kth) {
  const std::string text = text_of(R"(  if r == 0:
    barrier
    all_reduce x[0] = x[1]
  else:
    all_reduce x[2] = x[3]
    barrier
)");
  EXPECT_EQ(meetings_of(program_from(text, 2)),
            (std::vector<std::string>{"barrier | all_reduce x[2] = x[3]",
                                      "all_reduce x[0] = x[1] | barrier"}));
}

TEST(Link, barriers_with_a_pad_meet_by_their_pad) {
  const std::string text = text_of(R"(  barrier pad[r]
  barrier
  barrier pad[1-r]
)");
  EXPECT_EQ(meetings_of(program_from(text, 2)),
            (std::vector<std::string>{"barrier pad[0] | barrier pad[0]", "barrier | barrier",
                                      "barrier pad[1] | barrier pad[1]"}));
}

TEST(Link, a_meeting_that_some_member_never_enters_is_not_complete) {
  const Program program = program_from(text_of("  if r != 1: barrier\n"), 3);
  EXPECT_EQ(meetings_of(program), (std::vector<std::string>{"barrier | none | barrier"}));
  EXPECT_FALSE(program.meetings.at(0).is_complete());
}

TEST(Link, each_group_of_the_world_has_meetings_of_its_own) {
  const Program program = program_from(text_of("  barrier\n"), {.tp = TpSize{2}, .dp = 2});
  EXPECT_EQ(meetings_of(program).size(), 2U);
}

TEST(Link, runs_of_a_sequence_share_the_communicator_of_all_ranks) {
  const std::string text = R"(schedule a computes all_gather
shard A : [M, N]
rank r:
  barrier
sequence twice:
  run a
  run a
)";
  EXPECT_EQ(meetings_of(program_from(text, 2)),
            (std::vector<std::string>{"barrier | barrier", "barrier | barrier"}));
}

}  // namespace
}  // namespace stretto
