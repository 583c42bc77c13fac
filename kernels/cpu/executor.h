#ifndef STRETTO_KERNELS_CPU_EXECUTOR_H_
#define STRETTO_KERNELS_CPU_EXECUTOR_H_

// Runs a Program on this CPU, for real: a thread per (rank, stream), buffers of numbers, Eigen
// GEMMs, blocking rendezvous, signals and events. Every exit compares what the caller reads, bit
// for bit, with an independent evaluation of the terms in `expected` (reference.h).
//
//   CpuResult result = execute_on_cpu(program, program.slot_values, {.seed = 7});
//
// Threads synchronise by exactly what the Program guarantees (one atomic per op, signal and
// meeting, release and acquire), so that a thread sanitizer is one more judge of the schedule.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/program.h"

namespace stretto {

enum class Dtype : uint8_t { kF32, kBf16 };  // the wire type; f32 slots stay f32

/// kOrigin: small integers in which source rank, chunk and row can be read back, every sum exact.
/// kOrder: sums that differ between orders of addition.
enum class InputKind : uint8_t { kOrigin, kOrder };

struct CpuOptions {
  Dtype dtype = Dtype::kF32;
  InputKind input = InputKind::kOrigin;
  uint64_t seed = 0;
  bool random_delays = false;            // before and within ops, from the seed
  bool most_blocking = false;            // also the orders that program.h calls blocking only
  std::span<const int32_t> replay = {};  // not empty: ops end in exactly this order, in one thread
  int64_t watchdog_ms = 2000;            // without progress for so long, the run is a hang
};

struct BlockedOp {
  int32_t op = -1;
  std::string waits_for;  // "start of recv on rank 1: ...", "signal ready[2]@1 >= 1, which is 0"
};

/// The first element that differs in one slot that an exit read.
struct SlotMismatch {
  int32_t exit_op = -1;
  Slot slot = {};
  int64_t row = 0;
  int64_t col = 0;
  float found = 0;
  float expected = 0;
  int64_t num_wrong = 0;  // elements of the slot
};

struct CpuResult {
  bool finished = false;  // every op ended
  std::vector<BlockedOp> blocked;
  std::vector<SlotMismatch> mismatches;
  int64_t num_compared = 0;  // elements
  /// Exit slots by bytes: hash of what each exit read, parallel to Program::slot_values (0 if not
  /// reached).
  std::vector<uint64_t> exit_hashes;
  double seconds = 0;
  bool bitwise_equal() const { return finished && mismatches.empty(); }
};

/// `expected` is parallel to program.slot_values: the term that each exit slot should hold (entries
/// of an entry op are not read): the text's own for a schedule, its contents (verify) for a
/// sequence. Terms with an any-order sum need exact inputs (kOrigin), others are right for kOrder
/// too. Throws std::invalid_argument where the shape is too small for the inputs to be told apart
/// (16 columns a block are ample), or places do not fit each other.
CpuResult execute_on_cpu(const Program& program, std::span<const ValueId> expected,
                         const CpuOptions& options);

}  // namespace stretto

#endif  // STRETTO_KERNELS_CPU_EXECUTOR_H_
