#ifndef STRETTO_KERNELS_CPU_MEMORY_H_
#define STRETTO_KERNELS_CPU_MEMORY_H_

// The buffers of all ranks: each slot of the Program is a row-major [rows, cols] array of floats of
// its own. What is stored is rounded to the wire type, unless the slot's tensor is declared f32.
// Before the first call every slot holds NaN.

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cpu/executor.h"
#include "kernels/cpu/matrix.h"
#include "models/program.h"

namespace stretto::cpu {

/// Round to nearest, ties to even; NaN stays NaN.
float round_to_bf16(float value);

class Memory {
 public:
  Memory(const Program& program, Dtype wire);

  std::span<const float> read(Slot slot) const { return at(slot).values; }
  int64_t rows(Slot slot) const { return at(slot).rows; }
  int64_t cols(Slot slot) const { return at(slot).cols; }
  int64_t size(Slot slot) const { return at(slot).rows * at(slot).cols; }
  /// What a store of `value` into the slot leaves there.
  float rounded(Slot slot, float value) const {
    return rounds_[static_cast<size_t>(slot.value)] ? round_to_bf16(value) : value;
  }
  /// Stores elements begin, begin + 1, .. of the slot.
  void store(Slot slot, int64_t begin, std::span<const float> values);
  void fill_with_junk(Slot slot);

 private:
  const Matrix& at(Slot slot) const { return buffers_[static_cast<size_t>(slot.value)]; }

  std::vector<Matrix> buffers_;  // by slot
  std::vector<char> rounds_;     // by slot: to bf16 at a store
};

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_MEMORY_H_
