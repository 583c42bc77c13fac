#include "sim/cli/words.h"

#include <gtest/gtest.h>

namespace stretto {
namespace {

TEST(words, are_joined_counted_and_indented) {
  EXPECT_EQ(joined({}, ", "), "");
  EXPECT_EQ(joined({"a", "b"}, ", "), "a, b");
  EXPECT_EQ(assignments_text({{"split", "2"}, {"lanes", "1"}}), "split=2 lanes=1");
  EXPECT_EQ(counted(1, "size"), "1 size");
  EXPECT_EQ(counted(0, "size"), "0 sizes");
  EXPECT_EQ(indented("a\n\n  b", 2), "  a\n\n    b\n");
}

TEST(words, an_unknown_word_gets_the_nearest_and_all_known_ones) {
  EXPECT_EQ(unknown_word("flag", "--tq", {"--tp", "--json"}),
            "unknown flag '--tq'; did you mean '--tp'?; known: --tp, --json");
}

}  // namespace
}  // namespace stretto
