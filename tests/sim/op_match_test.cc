#include "sim/op_match.h"

#include <gtest/gtest.h>

#include "tests/sim/made_timeline.h"
#include "tests/support/program_from.h"

namespace stretto {
namespace {

Program chunked(int split) {
  return program_from(
      R"(schedule chunked computes gemm_all_reduce
param split = 2 in 1..8
local X[split] : [M/split, K/tp]
weight W : [K/tp, N]
buffer u[split] : [M/split, N]
buffer y[split] : [M/split, N] fresh
stream comm
rank r:
  for j in 0..split-1:
    gemm u[j] = X[j] * W  on main as made[j]
    all_reduce y[j] = u[j]  on comm after made[j]
  join comm
  ensure y[*] = sum(q in 0..tp-1: X@q(*) * W@q)
)",
      {.tp = TpSize{2}, .set = {{"split", std::to_string(split)}}});
}

OpMatch matched(const std::vector<MadeSpan>& spans, Program program) {
  const Timeline timeline = made(spans);
  return match_ops(timeline, measure_overlap(timeline, {}), std::move(program));
}

std::vector<MadeSpan> calls(int count, const std::vector<MadeSpan>& call) {
  std::vector<MadeSpan> spans;
  for (int i = 0; i < count; ++i) {
    for (MadeSpan span : call) {
      span.start += i * 1'000;
      span.end += i * 1'000 + i;
      spans.push_back(span);
    }
  }
  return spans;
}

const std::vector<MadeSpan> kTwoChunks = {
    {.start = 0, .end = 100, .stream = 1, .name = kGemm},
    {.start = 100, .end = 300, .stream = 1, .name = kGemm},
    {.start = 110, .end = 150, .stream = 2, .name = kAllReduce},
    {.start = 310, .end = 370, .stream = 2, .name = kAllReduce},
};

TEST(op_match, gives_each_op_its_kernel_by_kind_and_order) {
  const OpMatch match = matched(kTwoChunks, chunked(2));
  EXPECT_TRUE(match.is_whole());
  ASSERT_EQ(match.ranks.size(), 1u);
  EXPECT_EQ(match.ranks[0].num_calls, 1);
  std::vector<std::pair<std::string, int64_t>> found;
  for (const MatchedOp& op : match.ranks[0].ops) found.emplace_back(op.kind, op.measured_ns);
  EXPECT_EQ(found, (std::vector<std::pair<std::string, int64_t>>{
                       {"GEMM", 100}, {"all-reduce", 40}, {"GEMM", 200}, {"all-reduce", 60}}));
}

TEST(op_match, takes_the_median_over_repeated_calls) {
  const OpMatch match = matched(calls(3, kTwoChunks), chunked(2));
  EXPECT_TRUE(match.is_whole());
  EXPECT_EQ(match.ranks[0].num_calls, 3);
  EXPECT_EQ(match.ranks[0].ops.at(0).measured_ns, 101);
  EXPECT_EQ(match.ranks[0].ops.at(0).spans.size(), 3u);
}

TEST(op_match, reports_a_gemm_outside_the_loop_as_extra) {
  std::vector<MadeSpan> spans = kTwoChunks;
  spans.push_back({.start = 500, .end = 5'000, .stream = 1, .name = kGemm});
  const OpMatch match = matched(spans, chunked(2));
  ASSERT_EQ(match.ranks[0].mismatches.size(), 1u);
  const CountMismatch& mismatch = match.ranks[0].mismatches[0];
  EXPECT_EQ(mismatch.kind, "GEMM");
  EXPECT_EQ(mismatch.expected, 2);
  EXPECT_EQ(mismatch.found, 3);
  EXPECT_EQ(mismatch.extra, std::vector<size_t>{4});
}

TEST(op_match, reports_one_gemm_where_there_should_be_several) {
  const OpMatch match = matched({{.start = 0, .end = 900, .stream = 1, .name = kGemm},
                                 {.start = 900, .end = 910, .stream = 2, .name = kAllReduce},
                                 {.start = 910, .end = 920, .stream = 2, .name = kAllReduce},
                                 {.start = 920, .end = 930, .stream = 2, .name = kAllReduce},
                                 {.start = 930, .end = 940, .stream = 2, .name = kAllReduce}},
                                chunked(4));
  EXPECT_EQ(match.ranks[0].num_calls, 1);
  ASSERT_EQ(match.ranks[0].mismatches.size(), 1u);
  EXPECT_EQ(match.ranks[0].mismatches[0].kind, "GEMM");
  EXPECT_EQ(match.ranks[0].mismatches[0].missing.size(), 3u);
}

TEST(op_match, reports_kinds_that_the_schedule_does_not_have) {
  std::vector<MadeSpan> spans = kTwoChunks;
  spans.push_back({.start = 500, .end = 600, .stream = 2, .name = kSendRecv});
  const OpMatch match = matched(spans, chunked(2));
  ASSERT_EQ(match.ranks[0].mismatches.size(), 1u);
  EXPECT_EQ(match.ranks[0].mismatches[0].kind, "send/recv");
  EXPECT_EQ(match.ranks[0].mismatches[0].expected, 0);
}

TEST(op_match, a_trace_of_one_device_is_the_rank_of_its_number) {
  const OpMatch match = matched({{.start = 0, .end = 9, .name = kGemm, .device = 3}}, chunked(1));
  EXPECT_EQ(match.ranks[0].program_rank, 1);
}

}  // namespace
}  // namespace stretto
