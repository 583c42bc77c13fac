#include "kernels/cpu/memory.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace stretto::cpu {

static constexpr uint32_t kPoison = 0x7fc0dead;  // a quiet NaN

float round_to_bf16(float value) {
  if (std::isnan(value)) return value;
  uint32_t bits = std::bit_cast<uint32_t>(value);
  bits += 0x7fff + ((bits >> 16) & 1);
  return std::bit_cast<float>(bits & 0xffff0000u);
}

Memory::Memory(const Program& program, Dtype wire) {
  size_t count =
      static_cast<size_t>(program.slots_per_rank) * static_cast<size_t>(program.num_ranks());
  buffers_.resize(count);
  rounds_.resize(count);
  for (int32_t s = 0; s < static_cast<int32_t>(count); ++s) {
    const Tensor& tensor = program.tensor_of(Slot{s});
    buffers_[static_cast<size_t>(s)] = Matrix::zeros(tensor.rows, tensor.cols);
    rounds_[static_cast<size_t>(s)] = wire == Dtype::kBf16 && !tensor.is_f32;
    fill_with_junk(Slot{s});
  }
}

void Memory::store(Slot slot, int64_t begin, std::span<const float> values) {
  float* to = buffers_[static_cast<size_t>(slot.value)].values.data() + begin;
  for (size_t i = 0; i < values.size(); ++i) to[i] = rounded(slot, values[i]);
}

void Memory::fill_with_junk(Slot slot) {
  std::ranges::fill(buffers_[static_cast<size_t>(slot.value)].values,
                    std::bit_cast<float>(kPoison));
}

}  // namespace stretto::cpu
