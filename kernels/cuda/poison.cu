#include <algorithm>

#include "kernels/cuda/cuda_check.h"
#include "kernels/cuda/poison.h"

namespace stretto {

static __global__ void poison_words(uint32_t* words, size_t count, uint32_t pattern) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += stride) {
    words[i] = pattern;
  }
}

void poison(uint32_t* words, size_t count, uint32_t pattern, cudaStream_t stream) {
  if (count == 0) return;
  constexpr size_t kThreads = 256;
  constexpr size_t kBlocksMax = 1024;
  const size_t blocks = std::min((count + kThreads - 1) / kThreads, kBlocksMax);
  poison_words<<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(words, count, pattern);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace stretto
