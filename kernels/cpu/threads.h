#ifndef STRETTO_KERNELS_CPU_THREADS_H_
#define STRETTO_KERNELS_CPU_THREADS_H_

// The run for real: a thread for each stream of each rank that has ops, one for each host thread
// that syncs, one for each non-blocking copy in flight; the calling thread is the watchdog.

#include "kernels/cpu/execution.h"

namespace stretto::cpu {

/// Runs everything, or until nothing has started, ended or moved for options.watchdog_ms. Returns
/// with all threads joined, in either case. Rethrows what a thread threw.
void run_threads(Execution& execution);

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_THREADS_H_
