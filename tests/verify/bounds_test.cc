#include <gtest/gtest.h>

#include <string>

#include "tests/support/told.h"
#include "tests/verify/with_body.h"
#include "verify/checks.h"

namespace stretto {
namespace {

std::string message(const std::string& body, int tp = 2) {
  return message_of(verdict_of(with_body(body), {.tp = TpSize{tp}}), Check::kBounds);
}

TEST(Bounds, an_index_outside_its_dimension_is_told_with_the_dimension) {
  EXPECT_EQ(message("  if r == 0: copy z[4] = x[0]  via ce\n"),
            "rank 0: test.sched:21: copy z[4] = x[0] via ce\n  index 4 of 'z' leaves dimension 0, "
            "which is 0..3");
}

TEST(Bounds, one_story_stands_for_all_that_leave_by_one_statement) {
  const Verdict verdict =
      verdict_of(with_body("  for i in 3..5: copy z[i] = x[0]  via ce\n"), {.tp = TpSize{2}});
  EXPECT_EQ(told(verdict), Told{"bounds on ranks 0, 1: 21"});
  EXPECT_TRUE(
      message_of(verdict, Check::kBounds).ends_with("\n  and 3 more like it, on ranks 0, 1"));
}

TEST(Bounds, a_copy_must_not_overwrite_what_it_reads) {
  EXPECT_EQ(message("  if r == 0: copy z[0..1] = z[1..2]  via ce\n"),
            "rank 0: test.sched:21: copy z[0..1] = z[1..2] via ce\n  overwrites z[1]@0, which it "
            "reads");
  EXPECT_EQ(message("  copy z[0..1] = z[2..3]  via ce\n"), "");
}

TEST(Bounds, a_gemm_in_place_is_told_and_one_that_accumulates_is_not) {
  EXPECT_EQ(told(with_body("  gemm z[0] = z[0] * W\n"), 1), Told{"bounds on rank 0: 21"});
  EXPECT_EQ(told(with_body("  gemm z[0] += z[1] * W\n"), 1), Told{});
  EXPECT_EQ(told(with_body("  gemm z[0] = z[1] * W + z[0]\n"), 1), Told{});
}

TEST(Bounds, a_gather_in_place_has_its_own_block_at_its_own_place) {
  EXPECT_EQ(told(with_body("  all_gather z[0..1] = z[r]\n"), 2), Told{});
  EXPECT_EQ(told(with_body("  all_gather z[0..1] = z[1-r]\n"), 2),
            Told{"bounds on ranks 0, 1: 21"});
}

TEST(Bounds, an_all_reduce_and_a_reduction_may_be_in_place) {
  EXPECT_EQ(told(with_body("  all_reduce z[0] = z[0]\n  reduce z[0] = z[0], z[1] in f32\n"), 2),
            Told{});
}

}  // namespace
}  // namespace stretto
