#include "kernels/cpu/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tests/kernels/cpu/program_builder.h"

namespace stretto::cpu {
namespace {

/// A(c) * W@q, X@q(c) * W@q and A(c) * W@q * V@q on `tp` ranks.
struct Tensors {
  Tensors(int tp, int64_t size) : b(tp, /*num_calls=*/2) {
    a = b.tensor(TensorKind::kShard, "A", tp, 6, size);
    x = b.tensor(TensorKind::kLocal, "X", tp, 6, size);
    w = b.tensor(TensorKind::kWeight, "W", 1, size, size);
    v = b.tensor(TensorKind::kWeight, "V", 1, size, size);
    u = b.tensor(TensorKind::kWeight, "U", 2, size, size);
    std::vector<ValueId> sums[2];
    for (int q = 0; q < tp; ++q) {
      auto weight = [&](int name) { return b.values().weight(name, Rank{q}, Chunk{0}); };
      ValueId product = b.values().product(b.values().shard(a, Chunk{0}, 0), weight(w));
      sums[0].push_back(b.values().product(product, weight(v)));
      sums[1].push_back(b.values().product(b.values().local(x, Rank{q}, Chunk{0}, 0), weight(u)));
    }
    wanted = {b.values().sum(sums[0]), b.values().sum(sums[1])};
  }
  Term shard(int chunk, int call = 0) { return term(b.values().shard(a, Chunk{chunk}, call)); }
  Term local(int owner, int chunk, int call = 0) {
    return term(b.values().local(x, Rank{owner}, Chunk{chunk}, call));
  }
  Term weight(int name, int owner, int block = 0) {
    return term(b.values().weight(name, Rank{owner}, Chunk{block}));
  }
  Term term(ValueId value) { return b.values().term(value); }

  ProgramBuilder b;
  int a, x, w, v, u;
  std::vector<ValueId> wanted;
};

Matrix multiply(const Matrix& a, const Matrix& b) {
  Matrix result = Matrix::zeros(a.rows, b.cols);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t j = 0; j < b.cols; ++j) {
      for (int64_t k = 0; k < a.cols; ++k) result.at(i, j) += a.at(i, k) * b.at(k, j);
    }
  }
  return result;
}

float largest(const Matrix& matrix) {
  float most = 0;
  for (float value : matrix.values) most = std::max(most, std::abs(value));
  return most;
}

TEST(weight_roles, a_weight_is_masked_where_nothing_else_tells_the_ranks_apart) {
  Tensors t(4, 16);
  std::vector<WeightRole> roles = weight_roles(t.b.program(), t.wanted);
  auto role = [&](int name) { return roles[static_cast<size_t>(name)]; };
  EXPECT_FALSE(role(t.w).is_summed);
  EXPECT_TRUE(role(t.v).is_summed);
  EXPECT_TRUE(role(t.v).is_masked);
  EXPECT_TRUE(role(t.u).is_summed);
  EXPECT_FALSE(role(t.u).is_masked);
}

TEST(weight_roles, a_bias_is_not_a_sum_over_ranks) {
  Tensors t(2, 16);
  ValueTable& values = t.b.values();
  ValueId product =
      values.product(values.shard(t.a, Chunk{0}, 0), values.weight(t.w, Rank{1}, Chunk{0}));
  std::vector<ValueId> wanted = {values.add(product, values.bias())};
  EXPECT_FALSE(weight_roles(t.b.program(), wanted)[static_cast<size_t>(t.w)].is_summed);
}

TEST(inputs, a_shard_and_its_product_tell_chunk_row_and_call) {
  Tensors t(4, 16);
  Inputs inputs(t.b.program(), t.wanted, InputKind::kOrigin, 1);
  for (int owner : {0, 3}) {
    Matrix block = inputs.block(t.shard(2, 1));
    Matrix product = multiply(block, inputs.block(t.weight(t.w, owner)));
    for (const Matrix& m : {block, product}) {
      EXPECT_EQ(m.at(4, 0), 1);
      EXPECT_EQ(m.at(4, 1), 1 + 2);  // chunk
      EXPECT_EQ(m.at(4, 2), 1 + 4);  // row
      EXPECT_EQ(m.at(4, 3), 1 + 1);  // call
    }
  }
}

TEST(inputs, a_sum_over_ranks_tells_who_was_added) {
  for (int tp : {2, 8, 12, 32}) {
    Tensors t(tp, 32);
    Inputs inputs(t.b.program(), t.wanted, InputKind::kOrigin, 1);
    for (int missing : {-1, 0, 1, tp - 1}) {
      Matrix from_locals = Matrix::zeros(6, 32);
      Matrix from_weights = Matrix::zeros(6, 32);
      std::map<int, float> mask;
      for (int q = 0; q < tp; ++q) {
        if (q == missing) continue;
        mask[q / 8] += static_cast<float>(1 << (q % 8));
        Matrix reduced = multiply(inputs.block(t.local(q, 1)), inputs.block(t.weight(t.u, q)));
        Matrix hidden = multiply(inputs.block(t.shard(1)), inputs.block(t.weight(t.w, q)));
        Matrix pair = multiply(hidden, inputs.block(t.weight(t.v, q)));
        for (size_t i = 0; i < reduced.values.size(); ++i) {
          from_locals.values[i] += reduced.values[i];
          from_weights.values[i] += pair.values[i];
        }
      }
      for (const Matrix& sum : {from_locals, from_weights}) {
        EXPECT_LE(largest(sum), 256) << tp;
        for (const auto& [group, bits] : mask) EXPECT_EQ(sum.at(5, 5 + group), bits) << tp;
        EXPECT_EQ(sum.at(5, 1), missing == 0 ? 0 : 2);  // chunk 1, by the first rank alone
        EXPECT_EQ(sum.at(5, 2), missing == 0 ? 0 : 6);  // row 5
      }
    }
  }
}

TEST(inputs, no_two_blocks_of_a_rank_are_the_same_however_narrow) {
  for (int64_t size : {2, 3, 8, 16}) {
    for (uint64_t seed = 0; seed < 5; ++seed) {
      Tensors t(8, size);
      Inputs inputs(t.b.program(), t.wanted, InputKind::kOrigin, seed);
      std::set<std::vector<float>> shards, locals, weights;
      for (int chunk = 0; chunk < 8; ++chunk) {
        for (int call = 0; call < 2; ++call) {
          shards.insert(inputs.block(t.shard(chunk, call)).values);
          for (int owner = 0; owner < 8; ++owner) {
            locals.insert(inputs.block(t.local(owner, chunk, call)).values);
          }
        }
      }
      for (int block = 0; block < 2; ++block) {
        weights.insert(inputs.block(t.weight(t.u, 3, block)).values);
      }
      EXPECT_EQ(shards.size(), 16u) << size;
      EXPECT_EQ(locals.size(), 128u) << size;
      EXPECT_EQ(weights.size(), 2u) << size;
    }
  }
}

TEST(inputs, a_seed_gives_the_same_numbers_again_and_another_seed_others) {
  Tensors t(4, 16);
  auto block = [&](uint64_t seed) {
    return Inputs(t.b.program(), t.wanted, InputKind::kOrigin, seed).block(t.local(1, 2));
  };
  EXPECT_EQ(block(7), block(7));
  EXPECT_NE(block(7), block(8));
}

TEST(inputs, for_orders_each_element_has_one_large_rank_of_either_sign) {
  Tensors t(5, 16);
  Inputs inputs(t.b.program(), t.wanted, InputKind::kOrder, 3);
  std::vector<Matrix> locals;
  for (int q = 0; q < 5; ++q) locals.push_back(inputs.block(t.local(q, 2)));
  std::set<int> places;
  for (size_t i = 0; i < locals[0].values.size(); ++i) {
    int num_plus = 0;
    int num_minus = 0;
    for (int q = 0; q < 5; ++q) {
      float value = locals[static_cast<size_t>(q)].values[i];
      num_plus += value == 16777216;
      num_minus += value == -16777216;
      if (value == 16777216) places.insert(q);
      bool is_small = std::abs(value) < 16777216;
      EXPECT_EQ(is_small, std::abs(std::remainder(value, 2.0f)) == 1);
    }
    EXPECT_EQ(num_plus, 1);
    EXPECT_EQ(num_minus, 1);
  }
  EXPECT_EQ(places.size(), 5u);
}

TEST(inputs, for_orders_a_weight_has_one_nonzero_a_column) {
  Tensors t(4, 16);
  Inputs inputs(t.b.program(), t.wanted, InputKind::kOrder, 3);
  for (int name : {t.w, t.v}) {
    Matrix weight = inputs.block(t.weight(name, 2));
    for (int64_t col = 0; col < 16; ++col) {
      int num_nonzeros = 0;
      for (int64_t row = 0; row < 16; ++row) num_nonzeros += weight.at(row, col) != 0;
      EXPECT_EQ(num_nonzeros, 1);
    }
  }
}

}  // namespace
}  // namespace stretto::cpu
