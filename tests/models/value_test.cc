#include "models/value.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stretto {
namespace {

/// Tensors 0 to 3 are called A, X, W, V.
const std::vector<TensorName> kNames = {{"A", {8}}, {"X", {4}}, {"W", {}}, {"V", {4}}};

/// A few leaves to make terms of.
struct Values : ValueTable {
  ValueId a = shard(0, Chunk{0}, 0);
  ValueId b = shard(0, Chunk{1}, 0);
  ValueId c = shard(0, Chunk{2}, 0);
  ValueId w = weight(2, Rank{1}, Chunk{0});
  std::string text(ValueId value) const { return to_string(*this, value, kNames); }
  ValueId fold(const std::vector<ValueId>& operands) { return rounded(chain(operands, false)); }
};

TEST(Value, equal_terms_have_equal_ids) {
  Values v;
  const std::vector<ValueId> once = {v.junk(Slot{3}),
                                     v.shard(0, Chunk{1}, 0),
                                     v.local(1, Rank{2}, Chunk{1}, 0),
                                     v.weight(2, Rank{2}, Chunk{1}),
                                     v.bias(),
                                     v.product(v.a, v.w),
                                     v.add(v.a, v.b),
                                     v.sum({v.a, v.b}),
                                     v.ring_sum(std::vector{v.a, v.b}),
                                     v.tree_sum(std::vector{v.a, v.b})};
  const size_t size = v.size();
  const std::vector<ValueId> again = {v.junk(Slot{3}),
                                      v.shard(0, Chunk{1}, 0),
                                      v.local(1, Rank{2}, Chunk{1}, 0),
                                      v.weight(2, Rank{2}, Chunk{1}),
                                      v.bias(),
                                      v.product(v.a, v.w),
                                      v.add(v.a, v.b),
                                      v.sum({v.a, v.b}),
                                      v.ring_sum(std::vector{v.a, v.b}),
                                      v.tree_sum(std::vector{v.a, v.b})};
  EXPECT_EQ(once, again);
  EXPECT_EQ(v.size(), size);
}

TEST(Value, leaves_of_another_name_block_rank_or_call_differ) {
  Values v;
  const std::vector<ValueId> leaves = {
      v.nothing(),
      v.junk(Slot{0}),
      v.junk(Slot{1}),
      v.shard(0, Chunk{0}, 0),
      v.shard(0, Chunk{0}, 1),
      v.shard(0, Chunk{1}, 0),
      v.shard(1, Chunk{0}, 0),
      v.local(1, Rank{0}, Chunk{0}, 0),
      v.local(1, Rank{1}, Chunk{0}, 0),
      v.local(1, Rank{0}, Chunk{1}, 0),
      v.local(1, Rank{0}, Chunk{0}, 1),
      v.weight(2, Rank{0}, Chunk{0}),
      v.weight(2, Rank{1}, Chunk{0}),
      v.bias(),
  };
  for (size_t i = 0; i < leaves.size(); ++i) {
    for (size_t k = 0; k < i; ++k) EXPECT_NE(leaves[i], leaves[k]) << i << " and " << k;
  }
}

TEST(Value, addition_commutes) {
  Values v;
  EXPECT_EQ(v.add(v.a, v.b), v.add(v.b, v.a));
}

TEST(Value, addition_does_not_associate) {
  Values v;
  EXPECT_NE(v.add(v.add(v.a, v.b), v.c), v.add(v.a, v.add(v.b, v.c)));
}

TEST(Value, a_product_has_a_left_and_a_right) {
  Values v;
  EXPECT_NE(v.product(v.a, v.w), v.product(v.w, v.a));
}

TEST(Value, rounding_changes_what_was_computed_once) {
  Values v;
  for (const ValueId computed : {v.product(v.a, v.w), v.add(v.a, v.b)}) {
    EXPECT_NE(v.rounded(computed), computed);
    EXPECT_EQ(v.rounded(v.rounded(computed)), v.rounded(computed));
  }
}

TEST(Value, leaves_are_rounded_already) {
  Values v;
  for (const ValueId leaf : {v.nothing(), v.junk(Slot{0}), v.a, v.w, v.bias()}) {
    EXPECT_EQ(v.rounded(leaf), leaf);
  }
}

TEST(Value, a_chain_in_the_wire_type_rounds_at_each_step) {
  Values v;
  const ValueId partial = v.rounded(v.add(v.a, v.b));
  EXPECT_EQ(v.chain(std::vector{v.a, v.b, v.c}, true), v.rounded(v.add(partial, v.c)));
  EXPECT_EQ(v.chain(std::vector{v.a, v.b, v.c}, false), v.add(v.add(v.a, v.b), v.c));
}

TEST(Value, sums_of_one_operand_are_that_operand) {
  Values v;
  const std::vector<ValueId> one = {v.a};
  EXPECT_EQ(v.sum(one), v.a);
  EXPECT_EQ(v.ring_sum(one), v.a);
  EXPECT_EQ(v.tree_sum(one), v.a);
  EXPECT_EQ(v.chain(one, true), v.a);
}

TEST(Value, only_a_sum_forgets_the_order_of_its_operands) {
  Values v;
  EXPECT_EQ(v.sum({v.a, v.b, v.c}), v.sum({v.c, v.a, v.b}));
  EXPECT_NE(v.ring_sum(std::vector{v.a, v.b, v.c}), v.ring_sum(std::vector{v.c, v.a, v.b}));
  EXPECT_NE(v.tree_sum(std::vector{v.a, v.b, v.c}), v.tree_sum(std::vector{v.c, v.a, v.b}));
}

TEST(Value, any_order_flattens_additions_of_every_kind) {
  Values v;
  const std::vector<ValueId> all = {v.a, v.b, v.c};
  const ValueId wanted = v.any_order(v.sum(all));
  EXPECT_EQ(v.any_order(v.chain(all, true)), wanted);
  EXPECT_EQ(v.any_order(v.add(v.a, v.add(v.b, v.c))), wanted);
  EXPECT_EQ(v.any_order(v.ring_sum(all)), wanted);
  EXPECT_EQ(v.any_order(v.tree_sum(all)), wanted);
  EXPECT_EQ(v.any_order(v.sum({v.a, v.sum({v.b, v.c})})), wanted);
}

TEST(Value, any_order_counts_how_often_a_summand_occurs) {
  Values v;
  EXPECT_NE(v.any_order(v.sum({v.a, v.a, v.b})), v.any_order(v.sum({v.a, v.b, v.b})));
  EXPECT_NE(v.any_order(v.sum({v.a, v.a})), v.a);
}

TEST(Value, any_order_looks_below_products_and_rounding) {
  Values v;
  const ValueId rounded = v.product(v.rounded(v.add(v.a, v.b)), v.w);
  EXPECT_EQ(v.any_order(rounded), v.any_order(v.product(v.add(v.b, v.a), v.w)));
  EXPECT_EQ(v.any_order(v.rounded(rounded)), v.any_order(rounded));
}

TEST(Value, strict_forgets_the_rounding_of_products_only) {
  Values v;
  const ValueId p = v.product(v.a, v.w);
  const ValueId q = v.product(v.b, v.w);
  EXPECT_EQ(v.strict(v.add(v.rounded(p), v.rounded(q))), v.strict(v.add(p, q)));
  EXPECT_NE(v.strict(v.rounded(v.add(p, q))), v.strict(v.add(p, q)));
  EXPECT_NE(v.strict(v.chain(std::vector{p, q, v.c}, true)),
            v.strict(v.rounded(v.chain(std::vector{p, q, v.c}, false))));
}

TEST(Value, contents_satisfy_a_sum_in_every_order) {
  Values v;
  const ValueId wanted = v.sum({v.a, v.b, v.c});
  EXPECT_TRUE(v.satisfies(v.fold({v.c, v.a, v.b}), wanted));
  EXPECT_TRUE(v.satisfies(v.chain(std::vector{v.b, v.c, v.a}, true), wanted));
  EXPECT_FALSE(v.satisfies(v.fold({v.a, v.b}), wanted));
  EXPECT_FALSE(v.satisfies(v.fold({v.a, v.b, v.c, v.c}), wanted));
}

TEST(Value, contents_satisfy_a_chain_or_fold_in_its_order_only) {
  Values v;
  const ValueId wanted = v.fold({v.a, v.b, v.c});
  EXPECT_TRUE(v.satisfies(v.fold({v.b, v.a, v.c}), wanted));  // the first addition commutes
  EXPECT_FALSE(v.satisfies(v.fold({v.a, v.c, v.b}), wanted));
  EXPECT_FALSE(v.satisfies(v.chain(std::vector{v.a, v.b, v.c}, true), wanted));
}

TEST(Value, contents_of_another_call_do_not_satisfy) {
  Values v;
  EXPECT_FALSE(v.satisfies(v.shard(0, Chunk{0}, 1), v.a));
}

TEST(Value, a_sum_is_found_wherever_it_is) {
  Values v;
  EXPECT_FALSE(v.has_any_order_sum(v.fold({v.a, v.b})));
  EXPECT_FALSE(v.has_any_order_sum(v.ring_sum(std::vector{v.a, v.b})));
  EXPECT_TRUE(v.has_any_order_sum(v.product(v.add(v.c, v.sum({v.a, v.b})), v.w)));
}

TEST(Value, terms_read_as_the_text_would_write_them) {
  Values v;
  const std::vector<std::pair<ValueId, std::string>> table = {
      {v.nothing(), "nothing"},
      {v.junk(Slot{4}), "junk"},
      {v.c, "A(2)"},
      {v.shard(0, Chunk{2}, 1), "A(2) of call 1"},
      {v.local(1, Rank{3}, Chunk{0}, 0), "X@3(0)"},
      {v.w, "W@1"},
      {v.weight(3, Rank{1}, Chunk{2}), "V@1(2)"},
      {v.bias(), "bias"},
      {v.rounded(v.product(v.a, v.w)), "A(0) * W@1"},
      {v.add(v.add(v.a, v.b), v.c), "(A(2) + (A(0) + A(1)))"},
      {v.sum({v.b, v.a}), "sum(A(0), A(1))"},
      {v.ring_sum(std::vector{v.b, v.a}), "ring(A(1), A(0))"},
      {v.tree_sum(std::vector{v.b, v.a}), "tree(A(1), A(0))"},
  };
  for (const auto& [value, text] : table) EXPECT_EQ(v.text(value), text);
}

TEST(Value, long_sums_are_cut_in_the_middle) {
  Values v;
  std::vector<ValueId> seven;
  for (int i = 0; i < 7; ++i) seven.push_back(v.shard(0, Chunk{i}, 0));
  EXPECT_EQ(v.text(v.ring_sum(seven)), "ring(A(0), A(1), A(2), .., A(5), A(6))");
  seven.pop_back();
  EXPECT_EQ(v.text(v.ring_sum(seven)), "ring(A(0), A(1), A(2), A(3), A(4), A(5))");
}

TEST(Value, ids_stay_when_the_table_grows) {
  Values v;
  std::vector<ValueId> first;
  for (int i = 0; i < 5000; ++i) first.push_back(v.product(v.shard(0, Chunk{i}, 0), v.w));
  const ValueId sum = v.sum(first);
  std::vector<ValueId> second;
  for (int i = 0; i < 5000; ++i) second.push_back(v.product(v.shard(0, Chunk{i}, 0), v.w));
  EXPECT_EQ(first, second);
  EXPECT_EQ(v.sum(second), sum);
}

}  // namespace
}  // namespace stretto
