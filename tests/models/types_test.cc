#include "models/types.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <unordered_set>

namespace stretto {
namespace {

// What must not compile stands in tests/compile_fail as well, as the calls that real code got
// wrong.
static_assert(!std::is_convertible_v<int, Rank>);
static_assert(!std::is_convertible_v<Rank, int>);
static_assert(!std::is_constructible_v<Rank, TpSize>);
static_assert(!std::is_constructible_v<TpSize, Rank>);
static_assert(!std::is_constructible_v<Slot, Chunk>);
static_assert(!std::is_constructible_v<Rank, double>);
static_assert(!std::is_assignable_v<Rank&, TpSize>);
static_assert(std::is_constructible_v<Rank, int>);
static_assert(sizeof(Rank) == sizeof(int32_t));

TEST(Types, a_tagged_integer_gives_its_number_back) { EXPECT_EQ(Rank{3}.value, 3); }

TEST(Types, zero_is_the_default) { EXPECT_EQ(Slot{}, Slot{0}); }

TEST(Types, tagged_integers_are_ordered_as_their_numbers) {
  EXPECT_LT(Rank{1}, Rank{2});
  EXPECT_NE(Rank{1}, Rank{2});
  EXPECT_GE(Rank{2}, Rank{2});
}

TEST(Types, tagged_integers_are_keys_of_hash_tables) {
  const std::unordered_set<Chunk> chunks = {Chunk{1}, Chunk{2}, Chunk{1}};
  EXPECT_EQ(chunks.size(), 2U);
}

}  // namespace
}  // namespace stretto
