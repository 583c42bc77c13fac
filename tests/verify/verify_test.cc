#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/support/told.h"
#include "verify/contents.h"
#include "verify/order.h"
#include "verify/verdict.h"

namespace stretto {
namespace {

/// A ring of pushes; every wait, event and barrier in it is needed.
const std::string kRing = R"(schedule ring computes all_gather_gemm
shard A[ring tp] : [M/tp, K]
weight W : [K, N]
buffer x[ring tp] : [M/tp, K]
buffer d[ring tp] : [M/tp, N] fresh
signal arrived
signal pad
stream compute
stream comm
rank r:
  given x[r] = A(r)
  barrier pad
  fork compute, comm
  for i in 0..tp-1:
    if i < tp-1: copy x[r-i]@(r+1) = x[r-i]  via ce bump arrived@(r+1)  on comm
    gemm d[r-i] = x[r-i] * W  on compute  after got[i] if i > 0
    if i < tp-1: wait arrived += 1  on comm  as got[i+1]
  join compute, comm
  ensure d[*] = A(*) * W
)";

std::string without(std::string text, const std::string& piece) {
  const size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  return at == std::string::npos ? text : text.erase(at, piece.size());
}

TEST(Verify, a_good_schedule_has_no_violation) {
  for (int tp = 1; tp <= 9; ++tp) EXPECT_EQ(told(kRing, tp), Told{}) << "tp " << tp;
}

TEST(Verify, without_any_one_wait_event_or_barrier_there_is_a_violation) {
  const std::vector<std::string> pieces = {
      "  barrier pad\n",
      "  fork compute, comm\n",
      " bump arrived@(r+1)",
      "  after got[i] if i > 0",
      "    if i < tp-1: wait arrived += 1  on comm  as got[i+1]\n",
      "  join compute, comm\n",
      "compute, ",
  };
  for (const std::string& piece : pieces) {
    EXPECT_NE(told(without(kRing, piece), 3, 2), Told{}) << "without " << piece;
  }
  std::string half_joined = kRing;
  half_joined.replace(half_joined.find("join compute, comm"), 18, "join comm");
  EXPECT_EQ(told(half_joined, 3).at(0), "race on ranks 0..2: 16, caller");
}

TEST(Verify, a_lower_threshold_is_a_violation) {
  std::string text = kRing;
  text.replace(text.find("arrived += 1"), 12, "arrived += 0");
  EXPECT_EQ(checks_of(verdict_of(text, {.tp = TpSize{3}})), (std::set<std::string>{"race"}));
}

// The next call's pushes come over the barrier of that call, which main enters behind its own
// GEMMs.
TEST(VerifyCalls, a_barrier_at_entry_keeps_the_next_call_out) {
  EXPECT_EQ(told(kRing, 3, 2), Told{});
}

/// One call of it is right: each rank pushes into slots that no one else writes.
const std::string kPush = R"(schedule push computes all_gather
shard A[tp] : [M/tp, N]
buffer a : [M/tp, N]
buffer x[tp] : [M/tp, N]
signal arrived
rank r:
  given a = A(r)
  for k in 0..tp-1:
    copy x[r]@(k) = a  via ce bump arrived@(k)
  wait arrived += tp
  ensure x[*] = A(*)
)";

TEST(VerifyCalls, a_race_with_the_next_call_is_of_the_check_calls) {
  EXPECT_EQ(told(kPush, 2), Told{});
  const Verdict verdict = verdict_of(kPush, {.tp = TpSize{2}, .num_calls = 2});
  EXPECT_EQ(checks_of(verdict), std::set<std::string>{"calls"});
  EXPECT_EQ(message_of(verdict, Check::kCalls),
            "slot x[1] on rank 0 is accessed by two ops that nothing orders\n"
            "  1. rank 0: the caller at exit in call 0 reads it\n"
            "  2. rank 1: test.sched:9: copy x[r]@k = a via ce bump arrived@k (k=0) in call 1 "
            "writes it\n"
            "  missing: a signal (or barrier) from rank 0 behind the first that rank 1 awaits "
            "before the second, or the other way round\n"
            "  and 1 more like it, on ranks 0, 1");
}

TEST(VerifyCalls, assume_quiet_is_enough_and_is_told) {
  std::string text = kPush;
  text.insert(text.find("shard"), "assume quiet\n");
  const Verdict verdict = verdict_of(text, {.tp = TpSize{2}, .num_calls = 2});
  EXPECT_EQ(told(verdict), Told{});
  EXPECT_EQ(verdict.assumes, std::vector<std::string>{"quiet"});
  EXPECT_EQ(verdict_of(kPush, {.tp = TpSize{2}}).assumes, std::vector<std::string>{});
}

TEST(VerifyCalls, assume_quiet_hides_no_race_inside_a_call) {
  std::string text = without(kPush, "  wait arrived += tp\n");
  text.insert(text.find("shard"), "assume quiet\n");
  const std::set<std::string> checks =
      checks_of(verdict_of(text, {.tp = TpSize{2}, .num_calls = 2}));
  EXPECT_TRUE(checks.contains("race"));
}

/// Has a replay of the witness an exit that reads something wrong?
bool ends_wrong(Program& program, const Witness& witness) {
  const Order order = make_order(program);
  std::vector<Node> nodes;
  for (const int32_t op : witness.order) nodes.push_back(end_of(op));
  Contents contents = compute_contents(program, order, nodes);
  return has_wrong_exit(program, contents);
}

TEST(VerifyWitness, the_witness_of_a_race_gives_wrong_contents) {
  for (const char* piece :
       {"  after got[i] if i > 0", "  join compute, comm\n", "  barrier pad\n"}) {
    Program program = program_from(without(kRing, piece), {.tp = TpSize{3}, .num_calls = 2});
    const Verdict verdict = verify(program);
    ASSERT_TRUE(verdict.witness) << piece;
    EXPECT_FALSE(verdict.witness->is_hang) << piece;
    EXPECT_TRUE(ends_wrong(program, *verdict.witness)) << piece;
  }
}

TEST(VerifyWitness, the_witness_of_a_race_lists_every_op_once) {
  Program program = program_from(without(kRing, "  after got[i] if i > 0"), 3);
  std::vector<int32_t> ops = verify(program).witness.value().order;
  std::ranges::sort(ops);
  std::vector<int32_t> all(program.ops.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int32_t>(i);
  EXPECT_EQ(ops, all);
}

TEST(VerifyWitness, the_witness_of_a_hang_lists_what_ends) {
  Program program = program_from(without(kRing, " bump arrived@(r+1)"), 2);
  const Witness witness = verify(program).witness.value();
  EXPECT_TRUE(witness.is_hang);
  for (const int32_t op : witness.order) {
    EXPECT_NE(program.ops[static_cast<size_t>(op)].kind, OpKind::kWait);
    EXPECT_NE(program.ops[static_cast<size_t>(op)].kind, OpKind::kExit);
  }
}

TEST(VerifyWitness, a_good_schedule_has_none) {
  EXPECT_FALSE(verdict_of(kRing, {.tp = TpSize{3}}).witness);
}

TEST(Verify, a_hang_leaves_capturable_and_replicas_open) {
  const Verdict verdict = verdict_of(without(kRing, " bump arrived@(r+1)"), {.tp = TpSize{2}});
  EXPECT_TRUE(checks_of(verdict).contains("deadlock"));
  EXPECT_FALSE(verdict.capturable);
  EXPECT_FALSE(verdict.replicas_identical);
}

TEST(Verify, contents_are_told_for_every_slot_and_every_exit) {
  Program program = program_from(kPush, 2);
  const Verdict verdict = verify(program);
  EXPECT_EQ(std::ssize(verdict.contents), program.num_ranks() * program.slots_per_rank);
  std::vector<std::string> read;
  for (const ValueId value : verdict.exit_contents) {
    if (value >= 0) read.push_back(value_name(program, value));
  }
  EXPECT_EQ(read, (std::vector<std::string>{"A(0)", "A(1)", "A(0)", "A(1)"}));
}

}  // namespace
}  // namespace stretto
