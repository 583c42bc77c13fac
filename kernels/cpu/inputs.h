#ifndef STRETTO_KERNELS_CPU_INPUTS_H_
#define STRETTO_KERNELS_CPU_INPUTS_H_

// The crafted numbers of shards, locals, weights and the bias, as functions of (tensor, owner,
// block, call, row, column, seed). What is promised of them:
//
//   kOrigin   integers; every sum of products that a schedule makes is exact in bf16 (|sum| <=
//   256), so
//             that no order of additions matters. The first columns tell where a row comes from,
//             and weights pass them on:
//               0 one    1
//               1 chunk  1 + block mod m
//               2 row    1 + row mod m
//               3 call   1 + call, and what is left of block
//               4 tag    of the tensor; a weight adds a number of its own
//               5.. mask what rank q contributes: 2^(q mod 8) in column 5 + q div 8, so that a sum
//               over
//                        ranks reads back as the set of those who were added
//             In what is summed over ranks, chunk, row and call come from the first rank of a tp
//             group alone. The other columns are random and small, their first elements numbering
//             the blocks; a weight mixes at most four of them with signs. Narrow blocks keep at
//             least two (or a quarter) random columns and lose the last of the origin columns: from
//             16 columns on (and one more for eight ranks each) nothing is lost.
//   kOrder    values 2^24, -2^24 and small odd ones, who has which being shuffled element by
//   element: sums
//             over three or more ranks differ with the order of additions, in f32 and in bf16.
//             Weights have one nonzero a column, so that the order within a GEMM does not matter.

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cpu/executor.h"
#include "kernels/cpu/matrix.h"
#include "kernels/cpu/weight_roles.h"
#include "models/program.h"

namespace stretto::cpu {

class Inputs {
 public:
  /// `wanted`: the values that will be asked for; they say which weights take part in sums over
  /// ranks.
  Inputs(const Program& program, std::span<const ValueId> wanted, InputKind kind, uint64_t seed);

  /// The block that a kShard, kLocal or kWeight term stands for.
  Matrix block(const Term& leaf) const;
  Matrix bias(int64_t cols) const;  // [1, cols]

 private:
  using Key = const Term&;
  // inputs_origin.cc
  int64_t origin_columns(int64_t size) const;
  void fill_origin_data(Key leaf, Matrix& block) const;
  float origin_header(Key leaf, int64_t row, int64_t col) const;
  void fill_origin_weight(Key leaf, Matrix& block) const;
  void fill_weight_header(Key leaf, int64_t count, Matrix& block) const;
  float origin_bias(int64_t col, int64_t cols) const;
  // inputs_order.cc
  float order_pattern(Key leaf, int64_t row, int64_t col) const;
  void fill_order_data(Key leaf, Matrix& block) const;
  void fill_order_weight(Key leaf, Matrix& block) const;

  uint64_t number(Key leaf, int64_t row, int64_t col, int64_t salt) const;
  int64_t per_rank() const;  // what one rank may add to a sum over all

  const Program& program_;
  InputKind kind_;
  uint64_t seed_;
  std::vector<WeightRole> roles_;  // by tensor
  bool has_masked_ = false;
};

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_INPUTS_H_
