#ifndef STRETTO_KERNELS_CPU_BLOCKED_H_
#define STRETTO_KERNELS_CPU_BLOCKED_H_

// Why nothing moves any more: read off the state when all threads are gone.

#include <vector>

#include "kernels/cpu/execution.h"

namespace stretto::cpu {

/// Of each stream (and syncing host thread) the first op that has not ended, with all it waits for;
/// of a group, a gated GEMM or a kernel in flight the children instead. By op.
std::vector<BlockedOp> blocked_ops(const Execution& execution);

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_BLOCKED_H_
