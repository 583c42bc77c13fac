#include "kernels/cuda/poison.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/cuda/cuda_check.h"
#include "kernels/cuda/device_buffer.h"
#include "tests/kernels/cuda/gpu_test.h"

namespace stretto {
namespace {

using poison_on_gpu = GpuTest<1>;

TEST_F(poison_on_gpu, fills_every_word_and_nothing_behind) {
  for (const size_t count : {size_t{0}, size_t{1}, size_t{257}, size_t{1 << 20}}) {
    DeviceBuffer<uint32_t> words(count + 1);
    poison(words.data(), count + 1, 7, nullptr);
    poison(words.data(), count, 0xDEADBEEF, nullptr);
    std::vector<uint32_t> expected(count, 0xDEADBEEF);
    expected.push_back(7);
    EXPECT_EQ(words.to_host(), expected) << count;
  }
}

TEST(cuda_check, names_the_call_and_the_code) {
  try {
    CUDA_CHECK(cudaErrorInvalidValue);
    FAIL() << "did not throw";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("cudaErrorInvalidValue (1) on "), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace stretto
