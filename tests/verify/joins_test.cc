#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/support/told.h"
#include "tests/verify/with_body.h"
#include "verify/checks.h"

namespace stretto {
namespace {

std::string requiring(const std::string& body) {
  std::string text = with_body(body);
  text.replace(text.find("stream c"), 8, "require capturable; stream c");
  return text;
}

std::optional<bool> capturable(const std::string& body) {
  return verdict_of(with_body(body), {.tp = TpSize{1}}).capturable;
}

TEST(Joins, a_stream_left_alone_is_a_fact_and_no_violation) {
  EXPECT_EQ(capturable("  bump f  on c\n  join d\n"), false);
  EXPECT_EQ(told(with_body("  bump f  on c\n  join d\n"), 1), Told{});
}

TEST(Joins, streams_that_are_joined_may_be_captured) {
  EXPECT_EQ(capturable("  bump f  on c\n  bump f  on d\n  join c, d\n"), true);
}

TEST(Joins, a_stream_may_be_joined_through_another) {
  EXPECT_EQ(capturable("  bump f  on c  as e\n  bump f  on d  after e\n  join d\n"), true);
}

TEST(Joins, what_comes_behind_the_join_is_not_joined) {
  EXPECT_EQ(capturable("  bump f  on c\n  join c, d\n  bump f  on c\n"), false);
}

TEST(Joins, a_counter_does_not_join) {
  EXPECT_EQ(capturable("  bump f  on c\n  join d\n  wait f >= 1\n"), false);
}

TEST(Joins, a_group_is_joined_on_all_its_streams) {
  EXPECT_EQ(capturable("  group on c, d: send z[0] -> 0; recv z[1] <- 0\n  join c\n"), true);
}

TEST(Joins, under_require_capturable_it_is_a_violation) {
  const Verdict verdict = verdict_of(requiring("  bump f  on c\n  join d\n"), {.tp = TpSize{2}});
  EXPECT_EQ(told(verdict), Told{"joins on ranks 0, 1: 21"});
  EXPECT_EQ(message_of(verdict, Check::kJoins),
            "stream c is not joined: nothing says that this has ended when the caller goes on\n"
            "  rank 0: test.sched:21: bump f on c\n  and 1 more like it, on ranks 0, 1");
  EXPECT_EQ(told(requiring("  bump f  on c\n  join c, d\n"), 2), Told{});
}

TEST(Joins, nothing_is_said_of_a_program_that_does_not_end) {
  EXPECT_EQ(capturable("  wait f >= 1  on c\n  join c, d\n"), std::nullopt);
}

}  // namespace
}  // namespace stretto
