#include "models/timeline.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace stretto {
namespace {

TEST(timeline, builder_gives_a_name_and_a_rank_one_number) {
  TimelineBuilder builder("a.csv");
  EXPECT_EQ(builder.name("gemm"), 0);
  EXPECT_EQ(builder.name("copy"), 1);
  EXPECT_EQ(builder.name("gemm"), 0);
  EXPECT_EQ(builder.rank(7, 1), 0);
  EXPECT_EQ(builder.rank(7, 0), 1);
  EXPECT_EQ(builder.rank(7, 1), 0);
}

TEST(timeline, builder_orders_ranks_by_device_then_process) {
  TimelineBuilder builder("a.csv");
  for (auto [process, device] : {std::pair(9, 1), std::pair(5, 1), std::pair(7, 0)}) {
    builder.add({.start_ns = process, .rank = builder.rank(process, device)});
  }
  builder.ranks()[0].device_name = "the first seen";
  const Timeline timeline = builder.take();
  EXPECT_EQ(timeline.ranks,
            (std::vector<TimelineRank>{
                {.file = "a.csv", .process = 7, .device = 0},
                {.file = "a.csv", .process = 5, .device = 1},
                {.file = "a.csv", .process = 9, .device = 1, .device_name = "the first seen"}}));
  EXPECT_EQ(timeline.spans, (std::vector<TimelineSpan>{{.start_ns = 7, .rank = 0},
                                                       {.start_ns = 5, .rank = 1},
                                                       {.start_ns = 9, .rank = 2}}));
}

TEST(timeline, builder_sorts_spans_by_rank_then_start_then_end) {
  TimelineBuilder builder("a.csv");
  builder.rank(0, 0);
  builder.rank(0, 1);
  const TimelineSpan late{.start_ns = 20, .end_ns = 30, .rank = 0};
  const TimelineSpan longer{.start_ns = 10, .end_ns = 30, .rank = 0};
  const TimelineSpan shorter{.start_ns = 10, .end_ns = 20, .rank = 0};
  const TimelineSpan elsewhere{.start_ns = 1, .end_ns = 2, .rank = 1};
  for (const TimelineSpan& span : {elsewhere, late, longer, shorter}) builder.add(span);
  EXPECT_EQ(builder.take().spans, (std::vector<TimelineSpan>{shorter, longer, late, elsewhere}));
}

TEST(timeline, builder_sorts_spans_at_the_same_time_by_stream_then_correlation) {
  TimelineBuilder builder("a.csv");
  builder.rank(0, 0);
  const TimelineSpan first{.end_ns = 20, .correlation = 9, .stream = 1};
  const TimelineSpan second{.end_ns = 20, .correlation = 3, .stream = 2};
  const TimelineSpan third{.end_ns = 20, .correlation = 4, .stream = 2};
  for (const TimelineSpan& span : {third, first, second}) builder.add(span);
  EXPECT_EQ(builder.take().spans, (std::vector<TimelineSpan>{first, second, third}));
}

TEST(timeline, append_numbers_names_and_ranks_anew) {
  Timeline timeline{.names = {"gemm", "copy"},
                    .ranks = {{.file = "0.csv"}},
                    .spans = {{.start_ns = 1, .end_ns = 2, .rank = 0, .name = 1}}};
  const Timeline more{.names = {"reduce", "gemm"},
                      .ranks = {{.file = "1.csv"}, {.file = "1.csv", .device = 1}},
                      .spans = {{.start_ns = 0, .end_ns = 1, .rank = 0, .name = 1},
                                {.start_ns = 3, .end_ns = 4, .rank = 1, .name = 0}}};
  append(timeline, more);
  EXPECT_EQ(timeline.names, (std::vector<std::string>{"gemm", "copy", "reduce"}));
  EXPECT_EQ(timeline.ranks,
            (std::vector<TimelineRank>{
                {.file = "0.csv"}, {.file = "1.csv"}, {.file = "1.csv", .device = 1}}));
  EXPECT_EQ(timeline.spans,
            (std::vector<TimelineSpan>{{.start_ns = 1, .end_ns = 2, .rank = 0, .name = 1},
                                       {.start_ns = 0, .end_ns = 1, .rank = 1, .name = 0},
                                       {.start_ns = 3, .end_ns = 4, .rank = 2, .name = 2}}));
  EXPECT_EQ(timeline.name_of(timeline.spans[2]), "reduce");
}

TEST(timeline, append_to_an_empty_one_is_a_copy) {
  const Timeline more{.names = {"gemm"}, .ranks = {{.file = "1.csv"}}, .spans = {{.end_ns = 1}}};
  Timeline timeline;
  append(timeline, more);
  EXPECT_EQ(timeline.names, more.names);
  EXPECT_EQ(timeline.ranks, more.ranks);
  EXPECT_EQ(timeline.spans, more.spans);
}

}  // namespace
}  // namespace stretto
