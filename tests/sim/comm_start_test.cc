#include "sim/comm_start.h"

#include <gtest/gtest.h>

#include "sim/overlap.h"
#include "tests/sim/made_timeline.h"

namespace stretto {
namespace {

std::vector<CommKernel> comm_of(const std::vector<MadeSpan>& spans,
                                const OverlapOptions& options = {}) {
  return measure_overlap(made(spans), options).ranks.at(0).comm;
}

TEST(comm_start, of_the_public_linear_all_reduce) {
  const std::vector<CommKernel> comm = measure_overlap(linear_all_reduce(), {}).ranks.at(0).comm;
  EXPECT_EQ(comm.at(0).producer, 0u);
  EXPECT_EQ(comm.at(0).could_start_ns, 36'915'613);
  EXPECT_EQ(comm.at(0).start_delay_ns, 1'226'232);
  EXPECT_EQ(comm.at(0).sm_wait, (SmWait{.gemm = 1, .is_tail = true}));
  EXPECT_EQ(comm.at(1).could_start_after, 2u);
  EXPECT_EQ(comm.at(1).start_delay_ns, 2'432);
  EXPECT_EQ(comm.at(1).sm_wait, std::nullopt);
}

TEST(comm_start, what_was_posted_behind_it_is_no_producer) {
  // The all-reduce was posted between the GEMMs and began when the second one ended.
  const std::vector<MadeSpan> spans = {
      {.start = 0, .end = 100'000, .stream = 1, .name = kGemm, .ctas = 132, .correlation = 10},
      {.start = 100'000,
       .end = 200'000,
       .stream = 1,
       .name = kGemm,
       .ctas = 132,
       .correlation = 14},
      {.start = 201'000, .end = 220'000, .stream = 2, .name = kAllReduce, .correlation = 12}};
  const std::vector<CommKernel> comm = comm_of(spans);
  EXPECT_EQ(comm.at(0).producer, 0u);
  EXPECT_EQ(comm.at(0).start_delay_ns, 101'000);
  EXPECT_EQ(comm.at(0).sm_wait, (SmWait{.gemm = 1, .is_tail = false}));
}

TEST(comm_start, launches_say_the_posting_order_and_bound_the_start) {
  const std::vector<CommKernel> comm = comm_of({
      {.start = 0, .end = 100'000, .stream = 1, .name = kGemm, .ctas = 132, .launch = -50'000},
      {.start = 160'000, .end = 180'000, .stream = 2, .name = kAllReduce, .launch = 158'000},
  });
  EXPECT_EQ(comm.at(0).producer, 0u);
  EXPECT_EQ(comm.at(0).could_start_ns, 158'000);
  EXPECT_EQ(comm.at(0).could_start_after, std::nullopt);
  EXPECT_EQ(comm.at(0).sm_wait, std::nullopt);
}

TEST(comm_start, pairs_by_number_where_no_posting_order_is_known) {
  const std::vector<CommKernel> comm = comm_of({
      {.start = 0, .end = 100'000, .stream = 1, .name = kGemm, .ctas = 132},
      {.start = 100'000, .end = 200'000, .stream = 1, .name = kGemm, .ctas = 132},
      {.start = 201'000, .end = 220'000, .stream = 2, .name = kAllReduce},
      {.start = 221'000, .end = 240'000, .stream = 2, .name = kAllReduce},
  });
  EXPECT_EQ(comm.at(0).producer, 0u);
  EXPECT_EQ(comm.at(1).producer, 1u);
  EXPECT_EQ(comm.at(0).sm_wait, (SmWait{.gemm = 1, .is_tail = false}));
  EXPECT_EQ(comm.at(1).start_delay_ns, 1'000);
}

TEST(comm_start, elementwise_kernels_behind_the_gemm_belong_to_it) {
  const std::vector<CommKernel> comm = comm_of({
      {.start = 0, .end = 100'000, .stream = 1, .name = kGemm},
      {.start = 101'000, .end = 120'000, .stream = 1, .name = kGelu},
      {.start = 123'000, .end = 150'000, .stream = 2, .name = kAllReduce},
  });
  EXPECT_EQ(comm.at(0).producer, 1u);
  EXPECT_EQ(comm.at(0).start_delay_ns, 3'000);
}

TEST(comm_start, is_unknown_where_nothing_came_before) {
  const std::vector<CommKernel> comm = comm_of({{.start = 5, .end = 9, .name = kAllReduce}});
  EXPECT_EQ(comm.at(0).could_start_ns, std::nullopt);
  EXPECT_EQ(comm.at(0).start_delay_ns, std::nullopt);
}

/// Send/recv that could start at 0 (its stream is free then) beside a GEMM of a millisecond.
std::optional<SmWait> wait_at(int64_t start, int32_t ctas, const OverlapOptions& options = {},
                              int64_t free_at = 0) {
  return comm_of(
             {{.start = -1'000, .end = free_at, .stream = 2, .name = kSendRecv, .correlation = 1},
              {.start = start,
               .end = start + 500,
               .stream = 2,
               .name = kSendRecv,
               .correlation = 2},
              {.start = 10,
               .end = 1'000'010,
               .stream = 1,
               .name = kGemm,
               .ctas = ctas,
               .correlation = 3}},
             options)
      .at(1)
      .sm_wait;
}

TEST(comm_start, waits_for_sms_only_where_the_gemm_holds_them_all) {
  const SmWait in_tail = {.gemm = 1, .is_tail = true};
  const SmWait at_end = {.gemm = 1, .is_tail = false};
  EXPECT_EQ(wait_at(900'000, 132), in_tail);
  EXPECT_EQ(wait_at(1'003'000, 132), at_end);
  EXPECT_EQ(wait_at(900'000, 116), std::nullopt);               // leaves SMs free
  EXPECT_EQ(wait_at(400'000, 132), std::nullopt);               // in the middle: something else
  EXPECT_EQ(wait_at(1'020'000, 132), std::nullopt);             // long behind the end
  EXPECT_EQ(wait_at(900'000, 132, {}, 899'000), std::nullopt);  // could not start earlier
  EXPECT_EQ(wait_at(900'000, 132, {.num_sms = 148}), std::nullopt);
}

TEST(comm_start, takes_the_waves_from_tile_and_shape) {
  // 128x256 tiles of 4096x4096: 512 on 132 SMs are 4 waves, the last begins at 75 %, less 5 %.
  const OverlapOptions four_waves = {.gemm_shape = GemmShape{4096, 4096}};
  EXPECT_TRUE(wait_at(710'000, 132, four_waves));
  EXPECT_FALSE(wait_at(690'000, 132, four_waves));
  // 8192x8192: 2048 tiles, 16 waves, 93.75 % - 5 %.
  const OverlapOptions sixteen_waves = {.gemm_shape = GemmShape{8192, 8192}};
  EXPECT_TRUE(wait_at(890'000, 132, sixteen_waves));
  EXPECT_FALSE(wait_at(880'000, 132, sixteen_waves));
  // A grid above the SMs is no persistent kernel: 264 CTAs are two waves.
  EXPECT_TRUE(wait_at(460'000, 264));
  EXPECT_FALSE(wait_at(440'000, 264));
}

}  // namespace
}  // namespace stretto
