#include "verify/run.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/verify/order_of.h"
#include "tests/verify/with_body.h"

namespace stretto {
namespace {

/// The ends of body lines on rank 0 in the order of a run.
std::vector<int> ends(const OrderOf& of, const RunResult& run) {
  std::vector<int> lines;
  for (const Node node : run.order) {
    const int32_t op = of.order.op_of(node);
    if (op < 0 || node != end_of(op) || of.line_of(op) < kBodyLine) continue;
    if (of.program.ops[static_cast<size_t>(op)].rank == Rank{0}) lines.push_back(of.line_of(op));
  }
  return lines;
}

TEST(Run, a_good_program_is_run_to_its_end_in_both_modes) {
  const OrderOf of(with_body("  bump f@(1-r)\n  wait f >= 1\n  barrier\n"), 2);
  for (const Mode mode : {Mode::kLeastOrdering, Mode::kMostBlocking}) {
    const RunResult run = of.runner.run(mode);
    EXPECT_TRUE(run.is_complete);
    EXPECT_EQ(ends(of, run), (std::vector<int>{21, 22, 23}));
  }
}

TEST(Run, buffered_sends_hang_in_the_most_blocking_mode_only) {
  const OrderOf of(with_body("  send z[0] -> 1-r\n  recv z[1] <- 1-r\n"), 2);
  EXPECT_TRUE(of.runner.run(Mode::kLeastOrdering).is_complete);
  const RunResult blocked = of.runner.run(Mode::kMostBlocking);
  EXPECT_FALSE(blocked.is_complete);
  EXPECT_EQ(blocked.position[of.end(21)], kNever);
  EXPECT_NE(blocked.position[of.start(21)], kNever);
}

TEST(Run, a_recv_without_a_send_hangs_in_both_modes) {
  const OrderOf of(with_body("  if r == 0: recv z[1] <- 1\n"), 2);
  EXPECT_FALSE(of.runner.run(Mode::kLeastOrdering).is_complete);
  EXPECT_FALSE(of.runner.run(Mode::kMostBlocking).is_complete);
}

TEST(Run, a_node_withheld_comes_as_late_as_it_can) {
  const OrderOf of(with_body("  bump f  on c\n  bump f  on d\n  wait f >= 1\n  bump g[0]\n"), 1);
  EXPECT_EQ(ends(of, of.runner.run(Mode::kLeastOrdering, of.end(21))),
            (std::vector<int>{22, 23, 24, 21}));
  EXPECT_EQ(ends(of, of.runner.run(Mode::kLeastOrdering, of.end(22))),
            (std::vector<int>{21, 23, 24, 22}));
  EXPECT_TRUE(of.runner.run(Mode::kLeastOrdering, of.end(21)).is_complete);
}

TEST(Run, what_precedes_in_all_runs_cannot_be_done_without) {
  const OrderOf of(with_body("  bump f  on c\n  bump f  on d\n  wait f >= 1\n  wait f >= 2\n"), 1);
  EXPECT_TRUE(of.runner.reaches_without(Mode::kLeastOrdering, of.end(21), of.end(23)));
  EXPECT_TRUE(of.runner.reaches_without(Mode::kLeastOrdering, of.end(22), of.end(23)));
  EXPECT_FALSE(of.runner.reaches_without(Mode::kLeastOrdering, of.end(21), of.end(24)));
  EXPECT_FALSE(of.runner.reaches_without(Mode::kLeastOrdering, of.end(22), of.end(24)));
}

TEST(Run, counters_end_as_bumps_and_sets_leave_them) {
  const OrderOf of(with_body("  bump f by 5\n  set f = 2\n  bump f by 4\n  wait f >= 6\n"), 1);
  const RunResult run = of.runner.run(Mode::kMostBlocking);
  EXPECT_EQ(run.counters, (std::vector<int32_t>{6, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(run.gate_epoch, std::vector<int32_t>{1});
  EXPECT_EQ(run.gate_base, std::vector<int32_t>{2});
}

TEST(Run, a_gate_that_never_opens_has_no_epoch) {
  const OrderOf of(with_body("  bump f\n  wait f >= 2\n"), 1);
  const RunResult run = of.runner.run(Mode::kLeastOrdering);
  EXPECT_FALSE(run.is_complete);
  EXPECT_EQ(run.gate_epoch, std::vector<int32_t>{-1});
}

TEST(Run, what_happens_to_a_counter_is_kept_with_its_epoch) {
  const OrderOf of(with_body("  bump f\n  set f = 0\n  bump f by 3\n"), 1);
  std::vector<std::string> texts;
  for (const auto& [action, epoch] : of.runner.run(Mode::kLeastOrdering).happenings) {
    texts.push_back(of.name(action.node) + " in epoch " + std::to_string(epoch));
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"end of 21@0 in epoch 0", "end of 22@0 in epoch 1",
                                             "end of 23@0 in epoch 1"}));
}

TEST(Run, a_node_with_two_gates_waits_for_both) {
  const OrderOf of(with_body(R"(  gemm on c:
    part z[0] = x[0] * W  when f >= 1 and g[0] >= 1
  bump g[0]  on d
  bump f  on d
)"),
                   1);
  EXPECT_EQ(ends(of, of.runner.run(Mode::kLeastOrdering)), (std::vector<int>{23, 24, 22, 21}));
  EXPECT_FALSE(of.runner.reaches_without(Mode::kLeastOrdering, of.end(23), of.start(22)));
  EXPECT_FALSE(of.runner.reaches_without(Mode::kLeastOrdering, of.end(24), of.start(22)));
}

}  // namespace
}  // namespace stretto
