#include "sim/shown_order.h"

#include <gtest/gtest.h>

namespace stretto {
namespace {

TEST(shown_order, folds_what_repeats) {
  EXPECT_EQ(shown_order({"GEMM", "all-reduce", "GEMM", "all-reduce"}),
            (ShownOrder{"(GEMM, all-reduce) x 2", 2}));
  EXPECT_EQ(shown_order({"GEMM", "GEMM", "send/recv", "GEMM", "GEMM", "send/recv"}),
            (ShownOrder{"(GEMM x 2, send/recv) x 2", 2}));
  EXPECT_EQ(shown_order({"GEMM", "GEMM"}), (ShownOrder{"GEMM x 2", 2}));
}

TEST(shown_order, tells_the_rest_word_by_word) {
  EXPECT_EQ(shown_order({"GEMM", "GEMM", "all-reduce", "all-reduce"}),
            (ShownOrder{"GEMM x 2, all-reduce x 2", 2}));
  EXPECT_EQ(shown_order({"GEMM", "all-reduce", "GEMM"}), (ShownOrder{"GEMM, all-reduce, GEMM", 1}));
  EXPECT_EQ(shown_order({}), ShownOrder{});
}

TEST(shown_order, stops_behind_a_dozen) {
  std::vector<std::string> words;
  for (int i = 0; i < 7; ++i) {
    words.emplace_back("GEMM");
    words.emplace_back(i == 6 ? "all-gather" : "all-reduce");
  }
  EXPECT_TRUE(shown_order(words).text.ends_with("all-reduce, .."));
}

}  // namespace
}  // namespace stretto
