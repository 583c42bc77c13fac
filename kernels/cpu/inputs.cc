#include "kernels/cpu/inputs.h"

#include <algorithm>
#include <stdexcept>

#include "kernels/cpu/random.h"

namespace stretto::cpu {

Inputs::Inputs(const Program& program, std::span<const ValueId> wanted, InputKind kind,
               uint64_t seed)
    : program_(program), kind_(kind), seed_(seed), roles_(weight_roles(program, wanted)) {
  has_masked_ = std::ranges::any_of(roles_, &WeightRole::is_masked);
}

Matrix Inputs::block(const Term& leaf) const {
  const Tensor& tensor = program_.tensors[static_cast<size_t>(leaf.name)];
  Matrix block = Matrix::zeros(tensor.rows, tensor.cols);
  bool is_origin = kind_ == InputKind::kOrigin;
  if (leaf.kind == TermKind::kWeight) {
    is_origin ? fill_origin_weight(leaf, block) : fill_order_weight(leaf, block);
  } else if (leaf.kind == TermKind::kShard || leaf.kind == TermKind::kLocal) {
    is_origin ? fill_origin_data(leaf, block) : fill_order_data(leaf, block);
  } else {
    throw std::logic_error("only shards, locals and weights are inputs");
  }
  return block;
}

Matrix Inputs::bias(int64_t cols) const {
  Matrix row = Matrix::zeros(1, cols);
  for (int64_t col = 0; col < cols; ++col) row.at(0, col) = origin_bias(col, cols);
  return row;
}

uint64_t Inputs::number(Key leaf, int64_t row, int64_t col, int64_t salt) const {
  int64_t call = leaf.kind == TermKind::kWeight ? 0 : leaf.extra;
  return hash_of(
      {static_cast<int64_t>(seed_), leaf.name, leaf.rank, leaf.index, call, row, col, salt});
}

int64_t Inputs::per_rank() const { return std::max<int64_t>(1, 192 / program_.num_ranks()); }

}  // namespace stretto::cpu
