#ifndef STRETTO_VERIFY_CONTRACT_H_
#define STRETTO_VERIFY_CONTRACT_H_

// What a collective promises: the blocks of its result on each rank.
//
//   all_gather            A(c, ..) for every block of every shard
//   all_gather_gemm       A(c, ..) * W(j, ..) for every block of the shard and of the weight
//   reduce_scatter        sum over q of X@q(r, ..), the own blocks
//   gemm_reduce_scatter   sum over q of X@q(r, ..) * W@q(j, ..)
//   all_reduce            sum over q of X@q(c, ..), all blocks
//   gemm_all_reduce       sum over q of X@q(c, ..) * W@q(j, ..)
//
// The own blocks of a local are those whose index in the dimension declared exactly `tp` is the
// rank. A gemm_* contract behind all_gather_gemm in a schedule without locals is fed by it: X@q
// stands for A * W@q, and the weight is the second one. A bias may be added to each block.

#include <cstdint>
#include <utility>
#include <vector>

#include "verify/verdict.h"

namespace stretto {

bool is_replicated(const ContractUse& contract);  // all-gathers and all-reduces

/// The blocks of one contract's result, numbered 0, 1, ..; the number of a block is the same on
/// every rank where the result is replicated.
class ResultBlocks {
 public:
  /// Throws InputError where the declarations do not say what the result is.
  ResultBlocks(Program& program, const ContractUse& contract);

  /// Makes `rank`'s result in `call` the one that is asked about.
  void select(Rank rank, int32_t call);
  /// Which block a value is, up to the order of additions and a bias; -1: none.
  int32_t key_of(ValueId value);
  /// The blocks of the selected rank.
  const std::vector<int32_t>& keys() const { return keys_; }
  /// A block as a term, for messages.
  ValueId block(int32_t key);

 private:
  void select_all_gather();
  void select_reduction();
  void add_reduction(int32_t tensor, int32_t weight, int32_t fed_by);
  int32_t gathered_key(ValueId value) const;
  int32_t num_blocks(int32_t tensor) const {
    return program_.tensors[static_cast<size_t>(tensor)].num_blocks;
  }
  Rank peer(int32_t q) const {
    return Rank{rank_.value / program_.tp.value * program_.tp.value + q};
  }

  Program& program_;
  ContractUse contract_;
  /// What is gathered or reduced (shard or local), and the weight behind it (-1: none).
  std::vector<std::pair<int32_t, int32_t>> factors_;
  int32_t fed_by_ = -1;  // the first weight, where an all_gather_gemm feeds the reduction
  Rank rank_{-1};
  int32_t call_ = -1;
  std::vector<int32_t> keys_;
  std::vector<ValueId> values_;        // reductions: by key, -1: not this rank's
  std::vector<int32_t> key_by_value_;  // reductions: by value id
};

}  // namespace stretto

#endif  // STRETTO_VERIFY_CONTRACT_H_
