#ifndef STRETTO_KERNELS_CPU_EXECUTION_H_
#define STRETTO_KERNELS_CPU_EXECUTION_H_

// One run of a Program: what its threads share (Execution) and what each has for itself (Worker).

#include <atomic>
#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "kernels/cpu/executor.h"
#include "kernels/cpu/inputs.h"
#include "kernels/cpu/memory.h"
#include "kernels/cpu/needs.h"
#include "kernels/cpu/random.h"
#include "kernels/cpu/reference.h"
#include "kernels/cpu/state.h"

namespace stretto::cpu {

struct Execution {
  /// Memory is laid out and weights are written.
  Execution(const Program& program, std::span<const ValueId> expected, const CpuOptions& options,
            const Inputs& inputs, const References& references);

  const Op& op(int32_t index) const { return program.ops[static_cast<size_t>(index)]; }

  const Program& program;
  std::span<const ValueId> expected;  // parallel to program.slot_values
  const CpuOptions& options;
  const Inputs& inputs;
  const References& references;
  Plan plan;
  Memory memory;
  State state;
  /// By op: what a send or a member of a collective has offered, its slots one behind the other.
  std::vector<std::vector<float>> offers;
  /// Parallel to program.slot_values, written by the exits.
  std::vector<std::optional<SlotMismatch>> mismatches;
  std::vector<uint64_t> exit_hashes;
  std::vector<int64_t> num_compared;
};

/// A non-blocking copy in flight.
struct Landing {
  int32_t op = -1;
  std::atomic<bool> must_land = false;
  std::thread thread;
};

/// A thread's own things, and its pace.
class Worker {
 public:
  Worker(Execution& execution, uint64_t seed);
  Worker(const Worker&) = delete;
  ~Worker();

  /// With random delays now and then a sleep: between ops, and between the parts of an op's effect.
  void pause();

  Execution& execution;
  Random random;
  std::vector<float> workspace;
  std::list<Landing> landings;

 private:
  enum class Pace : uint8_t { kFast, kUneven, kSlow };
  Pace pace_ = Pace::kFast;
};

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_EXECUTION_H_
