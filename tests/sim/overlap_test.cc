#include "sim/overlap.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "tests/sim/made_timeline.h"

namespace stretto {
namespace {

OverlapReport measured(const Timeline& timeline) { return measure_overlap(timeline, {}); }

TEST(overlap, of_the_public_linear_all_reduce) {
  const OverlapReport report = measured(linear_all_reduce());
  EXPECT_EQ(report.all.comm_ns, 546'780);
  EXPECT_EQ(report.all.hidden_ns, 161'247);
  EXPECT_EQ(report.all.exposed_ns, 385'533);
  EXPECT_NEAR(report.all.overlap_percent.value(), 29.49, 0.005);
  EXPECT_EQ(report.ranks.at(0).numbers, report.all);
  EXPECT_EQ(report.ranks.at(0).gemm_overlap_ns, 168'543);
  EXPECT_EQ(report.ranks.at(0).order, (ShownOrder{"GEMM x 2, all-reduce x 2", 2}));
  EXPECT_EQ(report.ranks.at(0).comm.at(0).hidden_by, (std::vector<HiddenBy>{{1, 161'247}}));
  EXPECT_EQ(report.ranks.at(0).comm.at(1).hidden_ns, 0);
}

TEST(overlap, of_no_communication_is_no_number) {
  const OverlapReport report = measured(made({{.start = 0, .end = 9, .name = kGemm}}));
  EXPECT_EQ(report.all, (OverlapNumbers{.compute_ns = 9}));
  EXPECT_EQ(report.all.overlap_percent, std::nullopt);
}

TEST(overlap, counts_a_shared_nanosecond_once_and_divides_it) {
  const OverlapReport report = measured(made({
      {.start = 0, .end = 100, .stream = 1, .name = kAllReduce},
      {.start = 10, .end = 30, .stream = 2, .name = kGemm},
      {.start = 19, .end = 40, .stream = 3, .name = kGelu},
  }));
  EXPECT_EQ(report.all.hidden_ns, 30);
  EXPECT_EQ(report.all.compute_ns, 30);
  // 10..19 of the GEMM alone, 19..30 by both (6 + 5), 30..40 of the other alone.
  EXPECT_EQ(report.ranks[0].comm[0].hidden_by, (std::vector<HiddenBy>{{1, 15}, {2, 15}}));
}

TEST(overlap, has_copies_in_a_device_and_sets_in_neither_class_and_peer_copies_in_communication) {
  const OverlapReport report = measured(made({
      {.start = 0, .end = 10, .name = "[CUDA memcpy DtoD]", .activity = Activity::kCopy},
      {.start = 20, .end = 30, .name = "[CUDA memcpy PtoP]", .activity = Activity::kCopy},
      {.start = 25, .end = 40, .stream = 1, .name = "[CUDA memset]", .activity = Activity::kSet},
      {.start = 28, .end = 40, .stream = 2, .name = "odd copy", .activity = Activity::kCopy},
  }));
  EXPECT_EQ(report.all.comm_ns, 10);
  EXPECT_EQ(report.all.hidden_ns, 0);
  EXPECT_EQ(report.all.compute_ns, 0);
}

TEST(overlap, leaves_fused_kernels_out_and_says_so) {
  const OverlapReport report = measured(made({
      {.start = 0, .end = 50, .name = "gemm_reduce_scatter"},
      {.start = 10, .end = 20, .stream = 1, .name = kAllReduce},
  }));
  EXPECT_EQ(report.all.comm_ns, 10);
  EXPECT_EQ(report.all.hidden_ns, 0);
  EXPECT_EQ(report.ranks[0].fused_ns, 50);
}

TEST(overlap, takes_classes_by_pattern_ahead_of_the_table) {
  const Timeline timeline = made({{.start = 0, .end = 10, .name = "my_ring"},
                                  {.start = 5, .end = 10, .stream = 1, .name = kAllReduce}});
  const OverlapReport report =
      measure_overlap(timeline, {.comm_pattern = "^my_", .compute_pattern = "AllReduce"});
  EXPECT_EQ(report.all, (OverlapNumbers{10, 5, 5, 50.0, 5}));
  EXPECT_THROW(measure_overlap(timeline, {.comm_pattern = "("}), std::invalid_argument);
}

TEST(overlap, lists_large_kernels_that_no_rule_knows) {
  const OverlapReport report = measured(made({{.start = 0, .end = 90, .name = kGemm},
                                              {.start = 90, .end = 100, .name = "mystery"},
                                              {.start = 100, .end = 100, .name = "tiny mystery"}}));
  ASSERT_EQ(report.unknown.size(), 1u);
  EXPECT_EQ(report.unknown[0].name, "mystery");
  EXPECT_EQ(report.unknown[0].total_ns, 10);
}

TEST(overlap, finds_the_gaps_of_the_stream_that_has_the_gemms) {
  const OverlapReport report = measured(made({
      {.start = 0, .end = 100'000, .stream = 7, .name = kGemm},
      {.start = 104'000, .end = 200'000, .stream = 7, .name = kGemm},
      {.start = 206'000, .end = 300'000, .stream = 7, .name = kGelu},
      {.start = 900'000, .end = 910'000, .stream = 8, .name = kGelu},
  }));
  EXPECT_EQ(report.ranks[0].compute_stream, 7);
  EXPECT_EQ(report.ranks[0].gaps, (std::vector<Gap>{{200'000, 206'000}}));
}

TEST(overlap, sums_over_ranks) {
  const OverlapReport report =
      measured(made({{.start = 0, .end = 10, .name = kAllReduce, .device = 0},
                     {.start = 0, .end = 30, .name = kAllReduce, .device = 1},
                     {.start = 0, .end = 20, .stream = 1, .name = kGemm, .device = 1}}));
  ASSERT_EQ(report.ranks.size(), 2u);
  EXPECT_EQ(report.ranks[0].numbers.overlap_percent, 0.0);
  EXPECT_EQ(report.all, (OverlapNumbers{40, 20, 20, 50.0, 20}));
}

/// Nanosecond by nanosecond.
OverlapNumbers slow_numbers(const Timeline& timeline) {
  std::set<int64_t> comm, compute, both;
  for (const TimelineSpan& span : timeline.spans) {
    const bool is_comm = timeline.name_of(span) == kAllReduce;
    for (int64_t t = span.start_ns; t < span.end_ns; ++t) (is_comm ? comm : compute).insert(t);
  }
  for (const int64_t t : comm) {
    if (compute.contains(t)) both.insert(t);
  }
  const auto count = [](const std::set<int64_t>& set) { return static_cast<int64_t>(set.size()); };
  return overlap_numbers(count(comm), count(both), count(compute));
}

RC_GTEST_PROP(overlap_property, agrees_with_counting_nanoseconds, ()) {
  std::vector<MadeSpan> spans;
  const int count = *rc::gen::inRange(1, 14);
  for (int i = 0; i < count; ++i) {
    const int64_t start = *rc::gen::inRange(0, 60);
    const auto name = *rc::gen::element(kAllReduce, kGemm, kGelu);
    spans.push_back({.start = start,
                     .end = start + *rc::gen::inRange(0, 30),
                     .stream = *rc::gen::inRange(0, 3),
                     .name = name});
  }
  const Timeline timeline = made(spans);
  const OverlapReport report = measured(timeline);
  RC_ASSERT(report.all == slow_numbers(timeline));
  for (const CommKernel& comm : report.ranks[0].comm) {
    int64_t parts = 0;
    for (const HiddenBy& by : comm.hidden_by) parts += by.hidden_ns;
    RC_ASSERT(parts == comm.hidden_ns);
  }
}

}  // namespace
}  // namespace stretto
