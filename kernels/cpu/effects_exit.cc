#include <bit>
#include <cmath>

#include "kernels/cpu/effects.h"

namespace stretto::cpu {

/// Bits to compare: -0 is +0, and there is one NaN.
static uint32_t comparable_bits(float value) {
  if (value == 0) return 0;
  return std::isnan(value) ? 0x7fc00000u : std::bit_cast<uint32_t>(value);
}

/// FNV-1a over the bytes.
static uint64_t hash_of_values(std::span<const float> values) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (float value : values) {
    uint32_t bits = comparable_bits(value);
    for (int shift = 0; shift < 32; shift += 8)
      hash = (hash ^ ((bits >> shift) & 0xff)) * 0x100000001b3ull;
  }
  return hash;
}

static std::optional<SlotMismatch> compare(std::span<const float> found, const Matrix& expected) {
  std::optional<SlotMismatch> mismatch;
  for (size_t i = 0; i < found.size(); ++i) {
    if (comparable_bits(found[i]) == comparable_bits(expected.values[i])) continue;
    if (!mismatch) {
      mismatch.emplace();
      mismatch->row = static_cast<int64_t>(i) / expected.cols;
      mismatch->col = static_cast<int64_t>(i) % expected.cols;
      mismatch->found = found[i];
      mismatch->expected = expected.values[i];
    }
    ++mismatch->num_wrong;
  }
  return mismatch;
}

/// Each exit writes entries of its own, so that no lock orders the callers of two ranks.
void apply_exit(Worker& worker, int32_t index) {
  Execution& execution = worker.execution;
  const Op& op = execution.op(index);
  std::span<const Slot> slots = execution.program.slots_of(op.src);
  for (size_t i = 0; i < slots.size(); ++i) {
    size_t entry = op.values.begin + i;
    std::span<const float> found = execution.memory.read(slots[i]);
    auto& mismatch = execution.mismatches[entry];
    mismatch = compare(found, execution.references.of(execution.expected[entry]));
    if (mismatch) {
      mismatch->exit_op = index;
      mismatch->slot = slots[i];
    }
    execution.exit_hashes[entry] = hash_of_values(found);
    execution.num_compared[entry] = static_cast<int64_t>(found.size());
    worker.pause();
  }
}

}  // namespace stretto::cpu
