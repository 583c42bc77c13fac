#include "verify/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/verify/order_of.h"
#include "tests/verify/with_body.h"

namespace stretto {
namespace {

using Edges = std::vector<std::string>;

/// The edges of one kind between the ops of a body, "from -> to", in the order of the text.
Edges edges(EdgeKind kind, const std::string& body, int tp = 1, int num_calls = 1) {
  const OrderOf of(with_body(body), {.tp = TpSize{tp}, .num_calls = num_calls});
  Edges texts;
  const auto add = [&](const std::vector<Edge>& list, const std::vector<EdgeKind>& kinds) {
    ASSERT_EQ(list.size(), kinds.size());
    for (size_t i = 0; i < list.size(); ++i) {
      const auto is_body = [&](Node node) {
        const int32_t op = of.order.op_of(node);
        return op < 0 || of.line_of(op) >= kBodyLine;
      };
      const bool is_caller = kind == EdgeKind::kQuiet;
      if (kinds[i] != kind || !(is_caller || (is_body(list[i].first) && is_body(list[i].second)))) {
        continue;
      }
      texts.push_back(of.name(list[i].first) + " -> " + of.name(list[i].second));
    }
  };
  add(of.order.guaranteed, of.order.guaranteed_kind);
  add(of.order.blocking, of.order.blocking_kind);
  return texts;
}

TEST(Order, a_stream_runs_its_ops_one_behind_the_other) {
  EXPECT_EQ(edges(EdgeKind::kStream, "  bump f  on c\n  bump f  on d\n  bump f  on c\n"),
            Edges{"end of 21@0 -> start of 23@0"});
}

TEST(Order, an_event_orders_its_op_before_the_op_that_waits) {
  EXPECT_EQ(edges(EdgeKind::kEvent, "  bump f  on c  as e\n  bump f  on d  after e\n"),
            Edges{"end of 21@0 -> start of 22@0"});
}

TEST(Order, a_host_that_waits_posts_later_ops_later) {
  EXPECT_EQ(edges(EdgeKind::kHost, "  bump f  on c\n  sync c\n  bump f  on d\n  bump f\n"),
            (Edges{"end of 22@0 -> start of 23@0", "end of 22@0 -> start of 24@0"}));
}

TEST(Order, a_recv_ends_behind_the_start_of_its_send_and_a_send_blocks_for_its_recv) {
  const std::string body = "  if r == 0: send z[0] -> 1\n  else: recv z[0] <- 0\n";
  EXPECT_EQ(edges(EdgeKind::kMessage, body, 2), Edges{"start of 21@0 -> end of 22@1"});
  EXPECT_EQ(edges(EdgeKind::kRendezvous, body, 2), Edges{"start of 22@1 -> end of 21@0"});
}

TEST(Order, members_of_a_group_start_and_end_with_it) {
  const std::string body = "  group:\n    send z[0] -> 1-r\n    recv z[1] <- 1-r\n";
  EXPECT_EQ(edges(EdgeKind::kMessage, body, 2),
            (Edges{"start of 21@1 -> end of 21@0", "start of 21@0 -> end of 21@1"}));
}

TEST(Order, all_members_start_before_any_ends) {
  EXPECT_EQ(edges(EdgeKind::kMeeting, "  barrier\n", 2),
            (Edges{"start of 21@0 -> meeting", "meeting -> end of 21@0", "start of 21@1 -> meeting",
                   "meeting -> end of 21@1"}));
}

TEST(Order, lines_of_a_kernel_follow_each_other) {
  EXPECT_EQ(edges(EdgeKind::kWithin, "  kernel on c sms(1):\n    bump f\n    wait f >= 1\n"),
            (Edges{"start of 21@0 -> end of 21@0", "start of 22@0 -> end of 22@0",
                   "start of 21@0 -> start of 22@0", "start of 23@0 -> end of 23@0",
                   "end of 22@0 -> start of 23@0", "end of 23@0 -> end of 21@0"}));
}

TEST(Order, parts_begin_with_their_launch_and_block_in_the_order_of_the_text) {
  const std::string body = "  gemm on c:\n    part z[0] = x[0] * W\n    part z[1] = x[0] * W\n";
  EXPECT_EQ(edges(EdgeKind::kWithin, body),
            (Edges{"start of 21@0 -> end of 21@0", "start of 22@0 -> end of 22@0",
                   "start of 21@0 -> start of 22@0", "end of 22@0 -> end of 21@0",
                   "start of 23@0 -> end of 23@0", "start of 21@0 -> start of 23@0",
                   "end of 23@0 -> end of 21@0"}));
  EXPECT_EQ(edges(EdgeKind::kParts, body), Edges{"end of 22@0 -> start of 23@0"});
}

TEST(Order, a_non_blocking_copy_lands_before_the_flush_of_its_stream_ends) {
  EXPECT_EQ(
      edges(EdgeKind::kLanding,
            "  copy z[0] = z[1]  via ce nb  on c\n  flush on d\n  flush on c\n  flush on c\n"),
      (Edges{"start of 21@0 -> data of 21@0", "data of 21@0 -> end of 23@0"}));
}

TEST(Order, shares_of_a_copy_come_between_its_start_and_its_end) {
  EXPECT_EQ(edges(EdgeKind::kWithin, "  copy z[0] = z[1]  via sm(2) bump f each\n"),
            (Edges{"start of 21@0 -> end of 21@0", "start of 21@0 -> data of 21@0",
                   "data of 21@0 -> end of 21@0", "start of 21@0 -> data of 21@0",
                   "data of 21@0 -> end of 21@0"}));
}

TEST(Order, a_communicator_blocks_in_posting_order_whatever_the_streams) {
  EXPECT_EQ(edges(EdgeKind::kCommunicator,
                  "  barrier  on c\n  barrier pad  on d\n  barrier  over twin\n  barrier  on d\n"),
            Edges{"end of 21@0 -> start of 24@0"});
}

TEST(Order, one_hardware_queue_a_host_thread_starts_ops_in_posting_order) {
  EXPECT_EQ(edges(EdgeKind::kQueue,
                  "  bump f  on c\n  thread t: bump f  on d\n  bump f\n  thread t: bump f\n"),
            (Edges{"start of 21@0 -> start of 23@0", "start of 22@0 -> start of 24@0"}));
}

TEST(Order, a_quiet_point_lies_between_two_calls) {
  std::string text = with_body("  bump f\n");
  EXPECT_EQ(edges(EdgeKind::kQuiet, "  bump f\n", 1, 2), Edges{});
  text.replace(text.find("stream c"), 8, "assume quiet\nstream c");
  const OrderOf of(text, {.tp = TpSize{2}, .num_calls = 2});
  Edges quiet;
  for (size_t i = 0; i < of.order.guaranteed.size(); ++i) {
    if (of.order.guaranteed_kind[i] != EdgeKind::kQuiet) continue;
    quiet.push_back(of.name(of.order.guaranteed[i].first) + " -> " +
                    of.name(of.order.guaranteed[i].second));
  }
  EXPECT_EQ(quiet, (Edges{"end of exit@0 -> meeting", "meeting -> start of entry@0",
                          "end of exit@1 -> meeting", "meeting -> start of entry@1"}));
}

TEST(Order, what_has_no_partner_is_never_reached) {
  const std::string body =
      "  if r == 0: recv z[0] <- 1\n  if r == 0: send z[0] -> 1\n"
      "  if r == 0: barrier\n";
  const OrderOf of(with_body(body), 2);
  ASSERT_EQ(of.order.never.size(), 2U);
  EXPECT_EQ(of.name(of.order.never[0]), "end of 21@0");
  EXPECT_EQ(of.name(of.order.never[1]), "meeting");
  ASSERT_EQ(of.order.never_blocking.size(), 1U);
  EXPECT_EQ(of.name(of.order.never_blocking[0]), "end of 22@0");
}

TEST(Order, counters_are_actions_and_gates_not_edges) {
  const OrderOf of(with_body(R"(  bump f by 2
  set g[1] = 3
  wait f >= 2
  gemm on c:
    part z[0] = x[0] * W  when f >= 1 and g[1] >= 3  bump f
)"),
                   1);
  std::vector<std::string> texts;
  for (const SignalAction& action : of.order.actions) {
    texts.push_back(of.name(action.node) + (action.is_set ? " sets " : " bumps ") +
                    signal_name_at(of.program, action.signal) + " " +
                    std::to_string(action.amount));
  }
  for (const Gate& gate : of.order.gates) {
    texts.push_back(of.name(gate.node) + " waits " + signal_name_at(of.program, gate.wait.signal) +
                    " " + std::to_string(gate.wait.threshold));
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"end of 21@0 bumps f@0 2", "end of 22@0 sets g[1]@0 3",
                                             "end of 25@0 bumps f@0 1", "end of 23@0 waits f@0 2",
                                             "start of 25@0 waits f@0 1",
                                             "start of 25@0 waits g[1]@0 3"}));
}

}  // namespace
}  // namespace stretto
