#ifndef STRETTO_KERNELS_CPU_WEIGHT_ROLES_H_
#define STRETTO_KERNELS_CPU_WEIGHT_ROLES_H_

// What the wanted values do with each weight, since that decides which numbers it may hold: the
// products of a sum over ranks share one budget of exact integers.

#include <span>
#include <vector>

#include "models/program.h"

namespace stretto::cpu {

struct WeightRole {
  bool is_summed = false;  // products with it, of several ranks, are added
  bool is_masked = false;  // and nothing to its left tells the ranks apart: the weight itself must
};

/// By tensor. X@q * W@q over q: W is summed. A * W@q * V@q over q: V is summed and masked.
std::vector<WeightRole> weight_roles(const Program& program, std::span<const ValueId> wanted);

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_WEIGHT_ROLES_H_
