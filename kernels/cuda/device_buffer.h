#ifndef STRETTO_KERNELS_CUDA_DEVICE_BUFFER_H_
#define STRETTO_KERNELS_CUDA_DEVICE_BUFFER_H_

// Memory of a device with an owner; the only place that calls cudaMalloc.
//
//   DeviceBuffer<float> a(1024);            // on the current device, contents undefined
//   std::vector<float> host = a.to_host();

#include <cstddef>
#include <utility>
#include <vector>

#include "kernels/cuda/cuda_check.h"

namespace stretto {

template <class Element>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(size_t count) : count_(count) {
    if (count > 0) CUDA_CHECK(cudaMalloc(&data_, count * sizeof(Element)));
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~DeviceBuffer() { cudaFree(data_); }

  Element* data() const { return data_; }
  size_t count() const { return count_; }

  /// Waits for the whole device, then copies.
  std::vector<Element> to_host() const {
    std::vector<Element> host(count_);
    CUDA_CHECK(cudaDeviceSynchronize());
    const size_t bytes = count_ * sizeof(Element);
    CUDA_CHECK(cudaMemcpy(host.data(), data_, bytes, cudaMemcpyDeviceToHost));
    return host;
  }

 private:
  Element* data_ = nullptr;
  size_t count_ = 0;
};

}  // namespace stretto

#endif  // STRETTO_KERNELS_CUDA_DEVICE_BUFFER_H_
