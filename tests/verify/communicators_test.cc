#include <gtest/gtest.h>

#include <string>

#include "tests/support/told.h"
#include "tests/verify/with_body.h"
#include "verify/checks.h"

namespace stretto {
namespace {

Told told_of(const std::string& body, int tp) { return told(with_body(body), tp); }

TEST(Communicators, two_that_share_ranks_are_ordered_on_each_of_them) {
  EXPECT_EQ(message_of(verdict_of(with_body("  barrier  on c\n  barrier  over twin on d\n"),
                                  {.tp = TpSize{2}}),
                       Check::kMatching),
            "communicators 'all' and 'twin' share ranks, and nothing orders these two ops on rank "
            "0\n  1. rank 0: test.sched:21: barrier on c\n"
            "  2. rank 0: test.sched:22: barrier over twin on d\n"
            "  and 1 more like it, on ranks 0, 1");
}

TEST(Communicators, a_stream_or_an_event_orders_them) {
  EXPECT_EQ(told_of("  barrier  on c\n  barrier  over twin on c\n", 2), Told{});
  EXPECT_EQ(told_of("  barrier  on c as e\n  barrier  over twin on d after e\n", 2), Told{});
}

TEST(Communicators, the_order_is_the_same_on_all_shared_ranks) {
  const std::string body = R"(  if r == 0:
    send z[0] -> 1
    send z[1] -> 1  over twin
  else:
    recv z[1] <- 0  over twin
    recv z[0] <- 0
)";
  const Verdict verdict = verdict_of(with_body(body), {.tp = TpSize{2}});
  EXPECT_EQ(told(verdict),
            (Told{"deadlock on ranks 0, 1: 22, 26, 25, 23", "matching on ranks 0, 1: 26, 25"}));
  EXPECT_EQ(message_of(verdict, Check::kMatching),
            "communicators 'all' and 'twin' share ranks, and these two ops are ordered differently "
            "on ranks 0 and 1\n  1. rank 1: test.sched:26: recv z[0] <- 0\n"
            "  2. rank 1: test.sched:25: recv z[1] <- 0 over twin");
}

// The halves {0, 2} and {1, 3} share no rank with each other, and each shares two with `all`.
TEST(Communicators, one_shared_rank_is_no_danger) {
  EXPECT_EQ(told_of("  barrier  over half on c\n", 4), Told{});
  EXPECT_EQ(told_of("  barrier  over half on c\n  barrier  on d\n", 2), Told{});
  EXPECT_EQ(told_of("  barrier  over half on c\n  barrier  on d\n", 4),
            Told{"matching on ranks 0..3: 22, 21"});
}

TEST(Communicators, barriers_with_a_pad_use_no_communicator) {
  EXPECT_EQ(told_of("  barrier  on c\n  barrier pad  over twin on d\n", 2), Told{});
}

TEST(Communicators, messages_count_as_collectives_do) {
  const std::string body = "  group on c: send z[0] -> 1-r; recv z[1] <- 1-r\n";
  EXPECT_EQ(told_of(body + "  barrier  over twin on d\n", 2).size(), 2U);
  EXPECT_EQ(told_of(body + "  barrier  over twin on c\n", 2), Told{});
}

}  // namespace
}  // namespace stretto
