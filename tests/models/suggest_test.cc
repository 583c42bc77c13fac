#include "models/suggest.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace stretto {
namespace {

constexpr std::array<std::string_view, 4> kWords = {"all_gather", "all_reduce", "copy", "for"};

TEST(suggest, words_are_listed_with_commas) {
  EXPECT_EQ(list_words(kWords), "all_gather, all_reduce, copy, for");
  EXPECT_EQ(list_words({}), "");
}

TEST(suggest, the_nearest_word_is_named) {
  EXPECT_EQ(did_you_mean("alreduce", kWords), "; did you mean 'all_reduce'?");
  EXPECT_EQ(did_you_mean("all_gathr", kWords), "; did you mean 'all_gather'?");
  EXPECT_EQ(did_you_mean("ofr", kWords), "");  // two edits of three letters
  EXPECT_EQ(did_you_mean("fro", kWords), "");
  EXPECT_EQ(did_you_mean("fo", kWords), "; did you mean 'for'?");
}

TEST(suggest, nothing_is_named_for_a_word_far_from_all) {
  EXPECT_EQ(nearest_word("send", kWords), "");
  EXPECT_EQ(nearest_word("", kWords), "");
  EXPECT_EQ(nearest_word(std::string(100'000, 'x'), kWords), "");
}

}  // namespace
}  // namespace stretto
