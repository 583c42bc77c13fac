#include "models/transport.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/op_text.h"
#include "tests/support/program_from.h"

namespace stretto {
namespace {

using Lines = std::vector<std::string>;

constexpr Rank kOne{1};

std::string text_of(const std::string& body) {
  return R"(schedule s computes all_gather
shard A[ring tp] : [M/tp, N]
buffer x[ring tp] : [M/tp, N]
stream a
stream b
rank r:
)" + body;
}

Program over(const std::string& transport, const std::string& body, int num_calls = 1) {
  return program_from(text_of(body),
                      {.tp = TpSize{3}, .num_calls = num_calls, .set = {{"transport", transport}}});
}

/// The ops of rank 1 of 3, without entry and exit.
Lines body_over(const std::string& transport, const std::string& body) {
  Lines lines = ops_text(over(transport, body), kOne);
  lines.erase(lines.begin());
  lines.pop_back();
  return lines;
}

// Rank 1's credits are bumped by the rank it sends to; it credits the rank it receives from.
TEST(Transport, a_group_gives_credits_then_sends_then_waits) {
  const std::string group = "  group on a: send x[r] -> r+1; recv x[r-1] <- r-1\n";
  EXPECT_EQ(body_over("ce", group), (Lines{
                                        "bump credit[0]@0 on a",
                                        "wait credit[0] >= 1 on a",
                                        "copy x[1]@2 = x[1] via ce on a",
                                        "bump arrived[0]@2 on a",
                                        "wait arrived[0] >= 1 on a",
                                    }));
  EXPECT_EQ(body_over("sm", group).at(2), "copy x[1]@2 = x[1] via sm(16) on a");
}

TEST(Transport, nccl_leaves_messages_as_they_are) {
  EXPECT_EQ(body_over("nccl", "  group on a: send x[r] -> r+1; recv x[r-1] <- r-1\n"),
            (Lines{"group on a", "send x[1] -> 2", "recv x[0] <- 0"}));
}

TEST(Transport, a_send_alone_awaits_its_credit_and_a_recv_alone_gives_one) {
  EXPECT_EQ(body_over("ce", "  send x[r] -> r+1  on a\n  recv x[r-1] <- r-1  on b\n"),
            (Lines{
                "wait credit[0] >= 1 on a",
                "copy x[1]@2 = x[1] via ce on a",
                "bump arrived[0]@2 on a",
                "bump credit[0]@0 on b",
                "wait arrived[0] >= 1 on b",
            }));
}

TEST(Transport, each_direction_of_each_pair_has_counters_of_its_own) {
  EXPECT_EQ(body_over("ce", R"(  group on a:
    send x[0] -> r+1
    send x[1] -> r-1
    recv x[2] <- r+1
    recv x[0] <- r-1
)"),
            (Lines{
                "bump credit[1]@2 on a",
                "bump credit[0]@0 on a",
                "wait credit[0] >= 1 on a",
                "copy x[0]@2 = x[0] via ce on a",
                "bump arrived[1]@2 on a",
                "wait credit[1] >= 1 on a",
                "copy x[2]@0 = x[1] via ce on a",
                "bump arrived[0]@0 on a",
                "wait arrived[0] >= 1 on a",
                "wait arrived[1] >= 1 on a",
            }));
}

TEST(Transport, counters_go_on_over_messages_and_calls) {
  const Program program =
      over("ce", "  for i in 0..1:\n    group: send x[r] -> r+1; recv x[r-1] <- r-1\n", 2);
  EXPECT_EQ(ops_text(program, kOne, {OpKind::kWait}),
            (Lines{"wait credit[0] >= 1", "wait arrived[0] >= 1", "wait credit[0] >= 2",
                   "wait arrived[0] >= 2", "wait credit[0] >= 3", "wait arrived[0] >= 3",
                   "wait credit[0] >= 4", "wait arrived[0] >= 4"}));
}

TEST(Transport, the_streams_of_a_group_are_joined_before_and_behind_it) {
  EXPECT_EQ(body_over("ce", R"(  barrier  on b
  group on a, b: send x[r] -> r+1; recv x[r-1] <- r-1
)"),
            (Lines{
                "barrier on b",
                "after on a after 1",
                "bump credit[0]@0 on a",
                "wait credit[0] >= 1 on a",
                "copy x[1]@2 = x[1] via ce on a",
                "bump arrived[0]@2 on a",
                "wait arrived[0] >= 1 on a",
                "after on b after 7",
            }));
}

TEST(Transport, events_of_a_message_name_its_last_op_and_hold_back_its_first) {
  EXPECT_EQ(body_over("ce", R"(  group on a as got: send x[r] -> r+1; recv x[r-1] <- r-1
  group on b after got as more: send x[r] -> r+1; recv x[r-1] <- r-1
  barrier  after more
)"),
            (Lines{
                "bump credit[0]@0 on a",
                "wait credit[0] >= 1 on a",
                "copy x[1]@2 = x[1] via ce on a",
                "bump arrived[0]@2 on a",
                "wait arrived[0] >= 1 on a",
                "bump credit[0]@0 on b after 5",
                "wait credit[0] >= 2 on b",
                "copy x[1]@2 = x[1] via ce on b",
                "bump arrived[0]@2 on b",
                "wait arrived[0] >= 2 on b",
                "barrier after 10",
            }));
}

TEST(Transport, kernels_and_gated_gemms_keep_their_lines) {
  const std::string text = R"(schedule s computes all_gather
shard A[ring tp] : [M/tp, N]
weight W : [N, N]
buffer x[ring tp] : [M/tp, N]
buffer d[ring tp] : [M/tp, N]
signal f
rank r:
  group: send x[r] -> r+1; recv x[r-1] <- r-1
  gemm:
    part d[0] = x[0] * W
    part d[1] = x[1] * W
  kernel sms(2):
    copy x[2] = x[1]  via sm(2)
    bump f
)";
  const Program program = program_from(text, {.tp = TpSize{2}, .set = {{"transport", "ce"}}});
  for (int32_t i = 0; i < std::ssize(program.ops); ++i) {
    const Op& op = program.ops[static_cast<size_t>(i)];
    for (int32_t child = i + 1; child <= i + op.num_children; ++child) {
      EXPECT_EQ(program.ops[static_cast<size_t>(child)].parent, i) << op_text(program, child);
    }
  }
}

TEST(Transport, a_program_with_an_unmatched_message_stays_as_it_is) {
  EXPECT_EQ(body_over("ce", "  send x[r] -> r+1\n"), (Lines{"send x[1] -> 2"}));
}

}  // namespace
}  // namespace stretto
