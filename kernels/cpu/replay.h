#ifndef STRETTO_KERNELS_CPU_REPLAY_H_
#define STRETTO_KERNELS_CPU_REPLAY_H_

// One thread, one given order in which the ops end: how a witness of the verifier is tried out.
//
// Effects happen at an op's end. What a send or a member of a collective offers is taken as late as the
// order allows: when the first of its partners ends. A non-blocking copy lands at the next flush of its
// stream, or when a wait in the order cannot do without its bump. Children are listed like any op, before
// their parent.

#include "kernels/cpu/execution.h"

namespace stretto::cpu {

/// Runs options.replay. What is not listed never ends. Throws std::invalid_argument where an op is listed
/// before something that is guaranteed to end, start or count before it.
void replay(Execution& execution);

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_REPLAY_H_
