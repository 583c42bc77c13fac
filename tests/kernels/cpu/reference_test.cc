#include "kernels/cpu/reference.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/cpu/memory.h"
#include "tests/kernels/cpu/program_builder.h"

namespace stretto::cpu {
namespace {

/// Locals of four ranks in slots of 3 x 4, and what a term over them evaluates to.
struct Bench {
  explicit Bench(InputKind kind, Dtype wire = Dtype::kBf16) : kind(kind), wire(wire), b(4) {
    x = b.tensor(TensorKind::kLocal, "X", 1, 3, 4);
    w = b.tensor(TensorKind::kWeight, "W", 1, 4, 4);
    b.begin_rank(0);
    for (int q = 0; q < 4; ++q) operands.push_back(b.values().local(x, Rank{q}, Chunk{0}, 0));
  }
  ValueTable& values() { return b.values(); }
  Matrix evaluate(ValueId value) {
    std::vector<ValueId> wanted = {value};
    Inputs inputs(b.program(), wanted, kind, 5);
    References references(b.program(), inputs, kind, wire);
    references.add(value, b.slot(x, 0));
    return references.of(value);
  }
  /// By element, in the order given, rounded each time where `wire_steps`.
  float chain(const std::vector<size_t>& order, size_t element, bool wire_steps) {
    float total = evaluate(operands[order[0]]).values[element];
    for (size_t i = 1; i < order.size(); ++i) {
      total += evaluate(operands[order[i]]).values[element];
      if (wire_steps && wire == Dtype::kBf16) total = round_to_bf16(total);
    }
    return total;
  }

  InputKind kind;
  Dtype wire;
  ProgramBuilder b;
  int x, w;
  std::vector<ValueId> operands;
};

TEST(reference, a_chain_rounds_each_step_and_a_fold_once) {
  Bench bench(InputKind::kOrder);
  Matrix chain = bench.evaluate(bench.values().chain(bench.operands, true));
  Matrix fold = bench.evaluate(bench.values().rounded(bench.values().chain(bench.operands, false)));
  for (size_t e = 0; e < 12; ++e) {
    EXPECT_EQ(chain.values[e], bench.chain({0, 1, 2, 3}, e, true));
    EXPECT_EQ(fold.values[e], round_to_bf16(bench.chain({0, 1, 2, 3}, e, false)));
  }
  EXPECT_NE(chain, fold);
}

TEST(reference, a_ring_sum_starts_each_block_behind_its_owner) {
  Bench bench(InputKind::kOrder);
  Matrix ring = bench.evaluate(bench.values().ring_sum(bench.operands));
  for (size_t e = 0; e < 12; ++e) {
    size_t c = e / 3;  // 12 elements in 4 blocks
    EXPECT_EQ(ring.values[e], bench.chain({(c + 1) % 4, (c + 2) % 4, (c + 3) % 4, c}, e, true));
  }
}

TEST(reference, a_ring_of_five_cuts_twelve_elements_at_2_4_7_9) {
  ProgramBuilder b(5);
  int x = b.tensor(TensorKind::kLocal, "X", 1, 3, 4);
  b.begin_rank(0);
  std::vector<ValueId> operands;
  for (int q = 0; q < 5; ++q) operands.push_back(b.values().local(x, Rank{q}, Chunk{0}, 0));
  ValueId sum = b.values().ring_sum(operands);
  std::vector<ValueId> wanted = {sum};
  std::vector<ValueId> chains;
  for (size_t c = 0; c < 5; ++c) {
    std::vector<ValueId> order;
    for (size_t hop = 1; hop <= 5; ++hop) order.push_back(operands[(c + hop) % 5]);
    chains.push_back(b.values().chain(order, true));
  }
  Inputs inputs(b.program(), wanted, InputKind::kOrder, 5);
  References references(b.program(), inputs, InputKind::kOrder, Dtype::kBf16);
  references.add(sum, b.slot(x, 0));
  for (ValueId chain : chains) references.add(chain, b.slot(x, 0));
  const size_t begins[6] = {0, 2, 4, 7, 9, 12};
  for (size_t c = 0; c < 5; ++c) {
    for (size_t e = begins[c]; e < begins[c + 1]; ++e) {
      EXPECT_EQ(references.of(sum).values[e], references.of(chains[c]).values[e]) << e;
    }
  }
}

TEST(reference, a_tree_adds_halves) {
  Bench bench(InputKind::kOrder);
  Matrix tree = bench.evaluate(bench.values().tree_sum(bench.operands));
  for (size_t e = 0; e < 12; ++e) {
    float halves = bench.chain({0, 1}, e, true) + bench.chain({2, 3}, e, true);
    EXPECT_EQ(tree.values[e], round_to_bf16(halves));
  }
}

TEST(reference, a_sum_in_any_order_is_exact_or_refused) {
  Bench origin(InputKind::kOrigin);
  Matrix sum = origin.evaluate(origin.values().sum(origin.operands));
  for (size_t e = 0; e < 12; ++e) EXPECT_EQ(sum.values[e], origin.chain({3, 1, 0, 2}, e, true));
  Bench order(InputKind::kOrder);
  EXPECT_THROW(order.evaluate(order.values().sum(order.operands)), std::invalid_argument);
  std::vector<ValueId> too_many;
  for (int i = 0; i < 40; ++i) too_many.push_back(origin.operands[static_cast<size_t>(i % 4)]);
  EXPECT_THROW(origin.evaluate(origin.values().sum(too_many)), std::invalid_argument);
}

TEST(reference, a_product_that_bf16_cannot_hold_is_refused) {
  Bench bench(InputKind::kOrigin);
  ValueId weight = bench.values().weight(bench.w, Rank{0}, Chunk{0});
  ValueId product = bench.values().rounded(bench.values().product(bench.operands[0], weight));
  EXPECT_NO_THROW(bench.evaluate(product));
  for (int i = 0; i < 12; ++i)
    product = bench.values().rounded(bench.values().add(product, product));
  EXPECT_NO_THROW(bench.evaluate(product));  // a power of two times it
  ValueId sum = bench.values().add(product, bench.operands[1]);
  EXPECT_THROW(bench.evaluate(bench.values().product(sum, weight)), std::invalid_argument);
}

TEST(reference, junk_spreads) {
  Bench bench(InputKind::kOrigin);
  ValueId junk = bench.values().junk(bench.b.slot(bench.x, 0));
  Matrix sum = bench.evaluate(bench.values().add(bench.operands[0], junk));
  for (float value : sum.values) EXPECT_TRUE(std::isnan(value));
}

TEST(reference, a_message_names_the_slot) {
  Bench bench(InputKind::kOrder);
  try {
    bench.evaluate(bench.values().sum(bench.operands));
    FAIL() << "not refused";
  } catch (const std::invalid_argument& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("X[0]@0 = sum(X@0(0), ")) << error.what();
  }
}

}  // namespace
}  // namespace stretto::cpu
