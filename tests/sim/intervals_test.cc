#include "sim/intervals.h"

#include <gtest/gtest.h>

namespace stretto {
namespace {

TEST(intervals, touching_and_overlapping_ones_become_one_and_empty_ones_vanish) {
  EXPECT_EQ(union_of({{5, 9}, {0, 5}, {20, 20}, {30, 25}, {8, 12}, {14, 15}}),
            (Intervals{{0, 12}, {14, 15}}));
  EXPECT_EQ(union_of({}), Intervals{});
}

TEST(intervals, an_intersection_is_what_both_cover) {
  const Intervals a = {{0, 10}, {20, 30}, {40, 50}};
  const Intervals b = {{5, 25}, {28, 45}};
  const Intervals both = {{5, 10}, {20, 25}, {28, 30}, {40, 45}};
  EXPECT_EQ(intersection_of(a, b), both);
  EXPECT_EQ(intersection_of(b, a), both);
  EXPECT_EQ(length_ns(both), 17);
  EXPECT_EQ(intersection_of(a, {}), Intervals{});
}

}  // namespace
}  // namespace stretto
