#ifndef STRETTO_KERNELS_CPU_REPLAY_H_
#define STRETTO_KERNELS_CPU_REPLAY_H_

// One thread, one given order in which the ops end: how a witness of the verifier is tried out.
//
// Effects happen at an op's end; a non-blocking copy is listed where it lands. What a send or a
// member of a collective offers is taken as late as the order allows: when the first of those that
// meet ends. Children are listed like any op, before their parent. A wait may be listed before a
// copy whose CTAs bump one by one, if the shares can have been counted by then.

#include "kernels/cpu/execution.h"

namespace stretto::cpu {

/// Runs options.replay. What is not listed never ends. Throws std::invalid_argument where an op is
/// listed before something that is guaranteed to end, start or count before it.
void replay(Execution& execution);

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_REPLAY_H_
