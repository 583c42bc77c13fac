#ifndef STRETTO_KERNELS_CUDA_CUDA_CHECK_H_
#define STRETTO_KERNELS_CUDA_CUDA_CHECK_H_

// A failed CUDA call is a DeviceError that names the call, the code and the device:
//
//   CUDA_CHECK(cudaStreamSynchronize(stream));
//   // kernels/cuda/a.cc:12: cudaStreamSynchronize(stream): cudaErrorIllegalAddress (700) on device
//   1

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace stretto {

class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws DeviceError unless `code` is cudaSuccess; `call` and `place` are its words for what and
/// where.
inline void check_cuda(cudaError_t code, const char* call, const char* place) {
  if (code == cudaSuccess) return;
  int device = -1;
  const bool has_device = cudaGetDevice(&device) == cudaSuccess;
  throw DeviceError(std::string(place) + ": " + call + ": " + cudaGetErrorName(code) + " (" +
                    std::to_string(static_cast<int>(code)) + ") on " +
                    (has_device ? "device " + std::to_string(device) : "no device"));
}

}  // namespace stretto

#define STRETTO_STRING_OF(x) #x
#define STRETTO_LINE_OF(x) STRETTO_STRING_OF(x)
#define CUDA_CHECK(call) \
  ::stretto::check_cuda((call), #call, __FILE__ ":" STRETTO_LINE_OF(__LINE__))

#endif  // STRETTO_KERNELS_CUDA_CUDA_CHECK_H_
