#include "verify/story.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/verify/order_of.h"
#include "tests/verify/with_body.h"

namespace stretto {
namespace {

TEST(Story, ranks_are_listed_or_given_as_a_range) {
  const auto text = [](const std::vector<Rank>& ranks) { return ranks_text(ranks); };
  EXPECT_EQ(text({Rank{2}}), "rank 2");
  EXPECT_EQ(text({Rank{2}, Rank{3}}), "ranks 2, 3");
  EXPECT_EQ(text({Rank{0}, Rank{2}, Rank{3}}), "ranks 0, 2, 3");
  EXPECT_EQ(text({Rank{1}, Rank{2}, Rank{3}}), "ranks 1..3");
}

TEST(Story, ranks_are_sorted_and_told_once) {
  EXPECT_EQ(unique_ranks({Rank{3}, Rank{1}, Rank{3}}), (std::vector<Rank>{Rank{1}, Rank{3}}));
}

TEST(Story, long_lists_are_cut_with_their_length) {
  EXPECT_EQ(list_text({"a", "b", "c"}, 3), "a, b, c");
  EXPECT_EQ(list_text({"a", "b", "c"}, 2), "a, b, .. (3 in all)");
}

TEST(Story, an_op_is_referred_to_by_line_rank_call_and_variables) {
  const OrderOf of(with_body("  for i in 1..2: bump f@(r+i)\n"), {.tp = TpSize{2}, .num_calls = 2});
  const OpReference found = reference(of.program, of.op(21, 1));
  EXPECT_EQ(found.file, "test.sched");
  EXPECT_EQ(found.line, 21);
  EXPECT_EQ(found.rank, Rank{1});
  EXPECT_EQ(found.call, 0);
  EXPECT_EQ(found.variables, (std::vector<std::pair<std::string, int32_t>>{{"i", 1}}));
}

TEST(Story, violations_of_one_key_are_one_story) {
  std::vector<Violation> out;
  Stories stories(out);
  EXPECT_TRUE(stories.add("a", {Check::kRace, {Rank{1}}, {}, "first"}));
  EXPECT_TRUE(stories.add("b", {Check::kRace, {Rank{0}}, {}, "second"}));
  EXPECT_FALSE(stories.add("a", {Check::kRace, {Rank{0}}, {}, "third"}));
  stories.finish();
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0].message, "first\n  and 1 more like it, on ranks 0, 1");
  EXPECT_EQ(out[1].message, "second");
}

TEST(Story, checks_are_named_as_on_the_command_line) {
  std::string names;
  for (const Check check :
       {Check::kMatching, Check::kDeadlock, Check::kResidency, Check::kRace, Check::kCalls,
        Check::kJoins, Check::kDataflow, Check::kReplicas, Check::kBounds, Check::kContract}) {
    names += (names.empty() ? "" : " ") + to_string(check);
  }
  EXPECT_EQ(names,
            "matching deadlock residency race calls joins dataflow replicas bounds contract");
}

}  // namespace
}  // namespace stretto
