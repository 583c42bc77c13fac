#include "sim/rank_match.h"

#include <gtest/gtest.h>

#include "tests/sim/made_timeline.h"

namespace stretto {
namespace {

RankMatch matched(const Timeline& timeline) {
  return match_ranks(timeline, measure_overlap(timeline, {}));
}

TEST(rank_match, a_collective_much_longer_on_one_rank_was_spinning_there) {
  const RankMatch match = matched(made({
      {.start = 0, .end = 100'000, .name = kAllReduce, .device = 0},
      {.start = 70'000, .end = 100'000, .name = kAllReduce, .device = 1},
      {.start = 200'000, .end = 230'000, .name = kAllReduce, .device = 0},
      {.start = 190'000, .end = 230'000, .name = kAllReduce, .device = 1},
  }));
  EXPECT_EQ(match.spinning, (std::vector<Spinning>{{.operation = "all-reduce",
                                                    .number = 0,
                                                    .waiting_rank = 0,
                                                    .late_rank = 1,
                                                    .waiting_ns = 100'000,
                                                    .late_ns = 30'000}}));
  EXPECT_TRUE(match.clocks.empty());  // one file
}

TEST(rank_match, operations_that_ranks_ran_unequally_often_are_not_compared) {
  const RankMatch match = matched(made({
      {.start = 0, .end = 100'000, .name = kAllReduce, .device = 0},
      {.start = 0, .end = 1'000, .name = kAllReduce, .device = 1},
      {.start = 2'000, .end = 3'000, .name = kAllReduce, .device = 1},
  }));
  EXPECT_EQ(match.unmatched, std::vector<std::string>{"all-reduce"});
  EXPECT_TRUE(match.spinning.empty());
}

TEST(rank_match, puts_files_on_one_clock_by_the_ends_and_states_the_residual) {
  Timeline timeline = made({{.start = 0, .end = 1'000, .name = kAllReduce},
                            {.start = 2'000, .end = 3'000, .name = kAllReduce},
                            {.start = 4'000, .end = 5'000, .name = kAllReduce}},
                           "a");
  append(timeline, made({{.start = 0, .end = 500, .stream = 3, .name = kGemm},
                         {.start = 6'990, .end = 8'000, .name = kAllReduce},
                         {.start = 8'990, .end = 10'010, .name = kAllReduce},
                         {.start = 10'990, .end = 12'000, .name = kAllReduce}},
                        "b"));
  const RankMatch match = matched(timeline);
  EXPECT_EQ(match.clocks,
            (std::vector<FileClock>{
                {.first_rank = 1, .num_matched = 3, .offset_ns = -7'000, .residual_ns = 0}}));
  const Timeline shifted = aligned(timeline, match.clocks);
  EXPECT_EQ(shifted.spans[2].end_ns, 5'000);
  EXPECT_EQ(shifted.spans[3].end_ns, -6'500);
  EXPECT_EQ(shifted.spans[5].end_ns, 3'010);
}

TEST(rank_match, copies_to_a_peer_have_no_partner) {
  const RankMatch match = matched(made({
      {.start = 0, .end = 90'000, .name = "[CUDA memcpy PtoP]", .activity = Activity::kCopy},
      {.start = 0, .end = 1'000, .name = kAllReduce, .device = 0},
      {.start = 0, .end = 1'000, .name = kAllReduce, .device = 1},
  }));
  EXPECT_TRUE(match.unmatched.empty());
  EXPECT_TRUE(match.spinning.empty());
}

}  // namespace
}  // namespace stretto
