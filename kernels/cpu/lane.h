#ifndef STRETTO_KERNELS_CPU_LANE_H_
#define STRETTO_KERNELS_CPU_LANE_H_

// The life of one thread: the ops of its stream, each waiting for what it needs.

#include "kernels/cpu/execution.h"

namespace stretto::cpu {

/// Returns when all ops of the lane have ended and its copies have landed, or the run was aborted.
void run_lane(Execution& execution, const Lane& lane);

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_LANE_H_
