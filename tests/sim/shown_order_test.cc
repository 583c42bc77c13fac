#include "sim/shown_order.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stretto {
namespace {

ShownOrder order_of(const std::vector<std::string_view>& words) { return shown_order(words); }

TEST(shown_order, folds_what_repeats) {
  EXPECT_EQ(order_of({"GEMM", "all-reduce", "GEMM", "all-reduce"}),
            (ShownOrder{"(GEMM, all-reduce) x 2", 2}));
  EXPECT_EQ(order_of({"GEMM", "GEMM", "send/recv", "GEMM", "GEMM", "send/recv"}),
            (ShownOrder{"(GEMM x 2, send/recv) x 2", 2}));
  EXPECT_EQ(order_of({"GEMM", "GEMM"}), (ShownOrder{"GEMM x 2", 2}));
}

TEST(shown_order, tells_the_rest_word_by_word) {
  EXPECT_EQ(order_of({"GEMM", "GEMM", "all-reduce", "all-reduce"}),
            (ShownOrder{"GEMM x 2, all-reduce x 2", 2}));
  EXPECT_EQ(order_of({"GEMM", "all-reduce", "GEMM"}), (ShownOrder{"GEMM, all-reduce, GEMM", 1}));
  EXPECT_EQ(order_of({}), ShownOrder{});
}

TEST(shown_order, stops_behind_a_dozen) {
  std::vector<std::string_view> words;
  for (int i = 0; i < 7; ++i) {
    words.emplace_back("GEMM");
    words.emplace_back(i == 6 ? "all-gather" : "all-reduce");
  }
  EXPECT_TRUE(order_of(words).text.ends_with("all-reduce, .."));
}

}  // namespace
}  // namespace stretto
