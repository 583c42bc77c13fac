#ifndef STRETTO_KERNELS_CPU_EFFECTS_H_
#define STRETTO_KERNELS_CPU_EFFECTS_H_

// What ops do to memory, without any waiting: whoever calls these knows that the op may.

#include "kernels/cpu/execution.h"

namespace stretto::cpu {

/// Throws std::invalid_argument, naming the op, where its places do not fit each other.
void check_operands(const Program& program);

/// Sends, collectives: takes a copy of what others are to get.
void offer(Execution& execution, int32_t op);
/// Writes what the op writes: entry, gemm, part, copy, reduce, recv, collectives; compares at an
/// exit; then bumps and sets. Ops without an effect are welcome.
void apply(Worker& worker, int32_t op);

// Pieces of apply(), each in an effects_*.cc of its own.
void apply_gemm(Worker& worker, const Op& op);
void apply_collective(Worker& worker, int32_t op);
void apply_exit(Worker& worker, int32_t op);

/// Stores a slot's worth of values in two halves with a pause between.
void store_slowly(Worker& worker, Slot slot, std::span<const float> values);

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_EFFECTS_H_
