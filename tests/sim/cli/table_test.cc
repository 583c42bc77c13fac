#include "sim/cli/table.h"

#include <gtest/gtest.h>

namespace stretto {
namespace {

TEST(table, columns_are_aligned_left) {
  EXPECT_EQ(table_text({{"op", "what"}, {"12", "a long statement"}, {"3", ""}}, {.indent = 1}),
            " op  what\n 12  a long statement\n 3\n");
}

TEST(table, columns_behind_the_first_are_aligned_right_where_asked) {
  const TableRows rows = {{"rank 0", "0", "3"}, {"rank 10", "12", "0"}};
  EXPECT_EQ(table_text(rows, {.gap = 1, .align_right = true}), "rank 0   0 3\nrank 10 12 0\n");
}

TEST(table, rows_may_be_of_different_lengths) {
  EXPECT_EQ(table_text({{}, {"a"}, {"b", "c"}}, {}), "\na\nb  c\n");
}

}  // namespace
}  // namespace stretto
