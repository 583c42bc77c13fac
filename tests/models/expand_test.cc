#include "models/expand.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/models/language_texts.h"
#include "tests/support/op_text.h"
#include "tests/support/program_from.h"

namespace stretto {
namespace {

using Lines = std::vector<std::string>;

constexpr Rank kOne{1};

/// The seven texts of the language, as LANGUAGE.md follows them by hand: tp = 4, r = 1.
Program language_text(size_t index) { return program_from(kLanguageTexts.at(index), 4); }

TEST(ExpandByHand, ring_ag_gemm_multiplies_1_0_3_2_and_sends_1_0_3) {
  const Program program = language_text(0);
  EXPECT_EQ(ops_text(program, kOne, {OpKind::kGemm, OpKind::kGroup, OpKind::kSend, OpKind::kRecv}),
            (Lines{
                "group on comm",
                "send x[1, 0] -> 2",
                "recv x[0, 0] <- 0",
                "gemm d[1, 0] = x[1, 0] * W on compute[0]",
                "group on comm",
                "send x[0, 0] -> 2",
                "recv x[3, 0] <- 0",
                "gemm d[0, 0] = x[0, 0] * W on compute[1] after 5",
                "group on comm",
                "send x[3, 0] -> 2",
                "recv x[2, 0] <- 0",
                "gemm d[3, 0] = x[3, 0] * W on compute[2] after 9",
                "gemm d[2, 0] = x[2, 0] * W on compute[0] after 13",
            }));
}

TEST(ExpandByHand, te_atomic_ag_walks_through_the_slots) {
  const Program program = language_text(1);
  EXPECT_EQ(
      ops_text(program, kOne),
      (Lines{
          "entry t[0] = junk, t[1] = junk, t[2] = junk, t[3] = junk, t[4] = junk, x[0] = A(1)",
          "set ready[0] = 0, ready[1] = 0, ready[2] = 0, ready[3] = 0",
          "after on comm after 1",
          "copy x[1]@2 = x[0] via ce on comm",
          "bump arrived@2 on comm",
          "wait arrived >= 1 on comm",
          "bump ready[1] on comm",
          "gated_gemm sms(1..131)",
          "part t[0] = x[0] * W when ready[0] >= 0",
          "part t[1] = x[1] * W when ready[1] >= 1",
          "part t[2] = x[2] * W when ready[2] >= 1",
          "part t[3] = x[3] * W when ready[3] >= 1",
          "copy x[2]@2 = x[1] via ce on comm",
          "bump arrived@2 on comm",
          "wait arrived >= 2 on comm",
          "bump ready[2] on comm",
          "copy x[3]@2 = x[2] via ce on comm",
          "bump arrived@2 on comm",
          "wait arrived >= 3 on comm",
          "bump ready[3] on comm",
          "copy t[4] = t[0] via ce",
          "exit t[1] = A(0) * W@1, t[2] = A(3) * W@1, t[3] = A(2) * W@1, t[4] = A(1) * W@1",
      }));
}

TEST(ExpandByHand, te_ring_rs_multiplies_2_3_0_1_and_sends_to_2_3_0) {
  const Program program = language_text(2);
  EXPECT_EQ(ops_text(program, kOne,
                     {OpKind::kGemm, OpKind::kCopy, OpKind::kBump, OpKind::kWait, OpKind::kReduce}),
            (Lines{
                "gemm u[0] = X[2] * W on compute[0]",
                "gemm u[1] = X[3] * W on compute[1]",
                "copy u[4]@2 = u[0] via ce on tx[0] after 8",
                "bump arrived[1]@2 on tx[0]",
                "wait arrived[0] >= 1 on rx after 8",
                "gemm u[2] = X[0] * W on compute[2] after 8",
                "copy u[5]@3 = u[1] via ce on tx[1] after 9",
                "bump arrived[1]@3 on tx[1]",
                "wait arrived[3] >= 1 on rx after 9",
                "gemm u[3] = X[1] * W on compute[0] after 9",
                "copy u[6]@0 = u[2] via ce on tx[2] after 13",
                "bump arrived[1]@0 on tx[2]",
                "wait arrived[2] >= 1 on rx after 13",
                "reduce y = u[3], u[4], u[5], u[6] in f32",
            }));
}

TEST(ExpandByHand, te_pipeline_rs_posts_the_scatter_before_or_behind_the_next_gemm) {
  const Program first = language_text(3);
  EXPECT_EQ(ops_text(first, kOne, {OpKind::kGemm}).at(1),
            "gemm u[1, 0], u[1, 1], u[1, 2], u[1, 3] = X[0], X[1], X[2], X[3] * W[1] on "
            "compute[1]");
  const Lines scatters = {
      "reduce_scatter y[0] = u[0, 0], u[0, 1], u[0, 2], u[0, 3] on comm after ",
      "reduce_scatter y[1] = u[1, 0], u[1, 1], u[1, 2], u[1, 3] on comm after "};
  const Program second =
      program_from(kLanguageTexts[3], {.tp = TpSize{4}, .set = {{"post", "gemm_first"}}});
  EXPECT_EQ(ops_text(first, kOne, {OpKind::kReduceScatter}).at(0), scatters[0] + "5");
  EXPECT_EQ(ops_text(second, kOne, {OpKind::kReduceScatter}).at(0), scatters[0] + "5");
  EXPECT_EQ(ops_text(first, kOne).at(6), scatters[0] + "5");
  EXPECT_EQ(ops_text(second, kOne).at(7), scatters[0] + "5");
  EXPECT_EQ(ops_text(first, kOne).at(8), scatters[1] + "7");
}

TEST(ExpandByHand, hierarchical_ag_goes_along_rail_1_3_and_inside_node_0_1) {
  const Program program = language_text(4);
  EXPECT_EQ(ops_text(program, kOne),
            (Lines{
                "entry x[0, 1] = A(1)",
                "after on comm after 0",
                "all_gather x[0, 1], x[1, 1] = x[0, 1] over rail {1, 3} on comm",
                "all_gather x[0, 0], x[0, 1] = x[0, 1] over node {0, 1} on comm",
                "all_gather x[1, 0], x[1, 1] = x[1, 1] over node {0, 1} on comm",
                "after after 4",
                "exit x[0, 0] = A(0), x[0, 1] = A(1), x[1, 0] = A(2), x[1, 1] = A(3)",
            }));
}

TEST(ExpandByHand, async_tp_rs_makes_chunks_2_3_0_and_pulls_chunk_1_from_0_3_2) {
  const Program program = language_text(5);
  EXPECT_EQ(
      ops_text(program, kOne, {OpKind::kGemm, OpKind::kBarrier, OpKind::kCopy, OpKind::kReduce}),
      (Lines{
          "gemm p[0] = X[2] * W on lane[1]",
          "barrier pad[1] on lane[1]",
          "copy z[0] = p[0]@0 via ce on lane[1]",
          "barrier pad[1] on lane[1]",
          "gemm p[1] = X[3] * W on lane[0]",
          "barrier pad[0] on lane[0]",
          "copy z[3] = p[1]@3 via ce on lane[0]",
          "barrier pad[0] on lane[0]",
          "gemm p[0] = X[0] * W on lane[1]",
          "barrier pad[1] on lane[1]",
          "copy z[2] = p[0]@2 via ce on lane[1]",
          "barrier pad[1] on lane[1]",
          "gemm z[1] = X[1] * W",
          "reduce y = z[0], z[1], z[2], z[3] in f32",
      }));
}

TEST(ExpandByHand, flux_ag_pulls_2_3_0_and_its_parts_run_1_2_3_0) {
  const Program program = language_text(6);
  EXPECT_EQ(ops_text(program, kOne, {OpKind::kCopy, OpKind::kBump, OpKind::kPart}),
            (Lines{
                "copy x[1] = a via ce",
                "copy x[2] = x[2]@2 via ce on pull",
                "bump flag[2] on pull",
                "copy x[3] = x[3]@3 via ce on pull",
                "bump flag[3] on pull",
                "copy x[0] = x[0]@0 via ce on pull",
                "bump flag[0] on pull",
                "part d[1] = x[1] * W when flag[1] >= 0",
                "part d[2] = x[2] * W when flag[2] >= 1",
                "part d[3] = x[3] * W when flag[3] >= 1",
                "part d[0] = x[0] * W when flag[0] >= 1",
            }));
}

TEST(Expand, counters_of_waits_go_on_over_calls) {
  const std::string text = R"(schedule s computes all_gather
shard A[tp] : [M/tp, N]
buffer x[tp] : [M/tp, N]
signal f
rank r:
  wait f += 1
  wait f += 2
  bump f by 3
)";
  const Program program = program_from(text, {.tp = TpSize{1}, .num_calls = 2});
  EXPECT_EQ(ops_text(program, Rank{0}),
            (Lines{"entry", "wait f >= 1", "wait f >= 3", "bump f by 3", "exit", "entry",
                   "wait f >= 4", "wait f >= 6", "bump f by 3", "exit"}));
}

TEST(Expand, values_are_tagged_by_call_and_the_text_may_ask_for_it) {
  const std::string text = R"(schedule s computes all_gather
shard A[tp] : [M/tp, N]
buffer x[2, tp] : [M/tp, N]
rank r:
  given x[call mod 2, *] = A(*)
)";
  const Program program = program_from(text, {.tp = TpSize{1}, .num_calls = 3});
  EXPECT_EQ(ops_text(program, Rank{0}, {OpKind::kEntry}),
            (Lines{"entry x[0, 0] = A(0)", "entry x[1, 0] = A(0) of call 1",
                   "entry x[0, 0] = A(0) of call 2"}));
}

/// A sequence that hands `t` of the first schedule to the second's local.
const char* const kPair = R"(schedule first computes all_gather
shard A[tp] : [M/tp, N]
buffer t[tp] : [M/tp, N]
stream c
rank r:
  given t[*] = A(*)
  barrier  on c
schedule second computes reduce_scatter
local X[tp] : [M/tp, N]
buffer y : [M/tp, N]
stream d
rank r:
  copy y = X[r]  via ce  on d
  ensure y = sum(q in 0..tp-1: X@q(r))
sequence pair:
  run first bind t = u, c = side
  run second bind X = u, d = side
)";

TEST(Expand, bound_names_of_a_sequence_are_the_same_memory_and_streams) {
  const Program program = program_from(kPair, 2);
  EXPECT_EQ(program.name, "pair");
  EXPECT_EQ(ops_text(program, kOne),
            (Lines{
                "entry first.t[0] = first.A(0), first.t[1] = first.A(1)",
                "barrier on first.c",
                "exit",
                "entry first.t[0] holds second.X@1(0), first.t[1] holds second.X@1(1)",
                "copy second.y = first.t[1] via ce on first.c",
                "exit second.y = sum(second.X@0(1), second.X@1(1))",
            }));
}

TEST(Expand, without_binds_each_run_has_names_of_its_own) {
  std::string text = kPair;
  text.replace(text.find(" bind t"), text.size(), "\n  run second\n");
  const Program program = program_from(text, 2);
  EXPECT_EQ(ops_text(program, kOne, {OpKind::kBarrier, OpKind::kCopy}),
            (Lines{"barrier on first.c", "copy second.y = second.X[1] via ce on second.d"}));
}

TEST(Expand, the_last_schedule_of_a_file_is_meant_unless_another_is_named) {
  EXPECT_EQ(program_from(kPair, {.tp = TpSize{2}, .name = "first"}).name, "first");
  EXPECT_EQ(program_from(kPair, 2).name, "pair");
}

TEST(Expand, a_bound_name_of_another_size_is_refused) {
  std::string text = kPair;
  text.replace(text.find("local X[tp]"), 11, "local X[tp+1]");
  EXPECT_EQ(input_error(text, 2), "test.sched:9:1: 'X' is bound to 'first.t' of another size");
}

TEST(Expand, an_unknown_run_of_a_sequence_is_refused) {
  EXPECT_EQ(input_error("sequence pair:\n  run ring_agg\n", 2),
            "test.sched:2:3: unknown schedule 'ring_agg'; accepted: one of this file or a shipped "
            "one");
}

TEST(Expand, without_a_shape_the_smallest_is_found_in_which_everything_divides) {
  const std::string text = R"(schedule s computes all_gather
shard A[tp, 5] : [M/tp/5, N/3]
rank r:
  barrier
)";
  EXPECT_EQ(program_from(text, 3).shape, (Shape{120, 24, 8}));
  EXPECT_EQ(program_from(text, 4).shape, (Shape{40, 24, 8}));
}

TEST(Expand, a_ragged_shape_is_rounded_up) {
  const std::string text = R"(schedule s computes all_gather
shard A[tp] : [M/tp, N] ragged
buffer x[tp] : [(M+1)/tp, N] ragged
rank r:
  barrier
)";
  const Program program = program_from(text, {.tp = TpSize{4}, .shape = Shape{7, 8, 8}});
  EXPECT_EQ(program.tensors.at(0).rows, 2);
  EXPECT_EQ(program.tensors.at(1).rows, 2);
}

}  // namespace
}  // namespace stretto
