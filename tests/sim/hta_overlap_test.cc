#include "sim/hta_overlap.h"

#include <gtest/gtest.h>

#include "tests/sim/made_timeline.h"

namespace stretto {
namespace {

TEST(hta_overlap, counts_whole_microseconds_starts_up_and_ends_down) {
  const std::vector<OverlapNumbers> numbers = measure_hta_overlap(
      made({{.start = 100, .end = 10'900, .stream = 1, .name = kAllReduce, .correlation = 1},
            {.start = 4'001, .end = 7'999, .stream = 2, .name = kGemm, .correlation = 2}}));
  ASSERT_EQ(numbers.size(), 1u);
  EXPECT_EQ(numbers[0].comm_ns, 9'000);
  EXPECT_EQ(numbers[0].hidden_ns, 2'000);
}

TEST(hta_overlap, leaves_out_the_last_step_and_what_has_no_stream_or_correlation) {
  const std::vector<OverlapNumbers> numbers = measure_hta_overlap(made({
      {.start = 0, .end = 9'000, .stream = 1, .name = kAllReduce, .correlation = 1},
      {.start = 0, .end = 9'000, .stream = 2, .name = kGemm},
      {.start = 0, .end = 9'000, .stream = -1, .name = kGemm, .correlation = 3},
      {.start = 0,
       .end = 9'000,
       .stream = 2,
       .name = kGemm,
       .correlation = 4,
       .is_in_last_step = true},
  }));
  EXPECT_EQ(numbers[0].overlap_percent, 0.0);
}

TEST(hta_overlap, knows_no_other_communication_and_takes_it_for_compute) {
  const std::vector<OverlapNumbers> numbers = measure_hta_overlap(made({
      {.start = 0,
       .end = 9'000,
       .stream = 1,
       .name = "multimem_all_reduce_kernel",
       .correlation = 1},
      {.start = 0,
       .end = 9'000,
       .stream = 2,
       .name = "Memcpy PtoP (Device -> Device)",
       .correlation = 2,
       .activity = Activity::kCopy},
  }));
  EXPECT_EQ(numbers[0].overlap_percent, std::nullopt);
  EXPECT_EQ(numbers[0].compute_ns, 9'000);
}

}  // namespace
}  // namespace stretto
