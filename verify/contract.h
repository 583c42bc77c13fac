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
// The own blocks of a local are those whose index in the dimension declared exactly `tp` is the rank. A gemm_* contract
// behind all_gather_gemm in a schedule without locals is fed by it: X@q stands for A * W@q, and the weight is the
// second one. A bias may be added to each block.

#include <optional>
#include <vector>

#include "verify/verdict.h"

namespace stretto {

/// A block of a result: the term that must be there, and its place in the result, which does not depend on the rank
/// where the result is replicated.
struct ResultBlock {
  ValueId value = 0;          // any_order, without a bias
  ValueId value_with_bias = 0;
  int32_t key = 0;            // position in the result
};

/// The blocks that `contract` promises to `rank` in `call`. Throws InputError where the declarations do not say.
std::vector<ResultBlock> result_blocks(Program& program, const ContractUse& contract, Rank rank, int32_t call);

bool is_replicated(const ContractUse& contract);  // all-gathers and all-reduces

}  // namespace stretto

#endif  // STRETTO_VERIFY_CONTRACT_H_
