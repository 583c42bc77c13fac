#ifndef STRETTO_KERNELS_CUDA_POISON_H_
#define STRETTO_KERNELS_CUDA_POISON_H_

// Outputs are poisoned before a checked run, so that a block nobody wrote cannot pass by luck.
//
//   poison(output.data(), output.count(), 0xDEADBEEF, stream);

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace stretto {

/// Writes `pattern` to words[0..count) in stream order.
void poison(uint32_t* words, size_t count, uint32_t pattern, cudaStream_t stream);

}  // namespace stretto

#endif  // STRETTO_KERNELS_CUDA_POISON_H_
