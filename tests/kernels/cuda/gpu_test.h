#ifndef STRETTO_TESTS_KERNELS_CUDA_GPU_TEST_H_
#define STRETTO_TESTS_KERNELS_CUDA_GPU_TEST_H_

// The fixture of every test that needs GPUs.
//
//   using poison = GpuTest<1>;
//   TEST_F(poison, fills_every_word) { .. }
//
// Bazel takes a skipped gtest for a passed one. So REQUIRE_GPUS=N in the environment says that N
// GPUs must be here: fewer are then a failure. Without it, a test without its GPUs is skipped, and
// its target is never cached (tag `external`).

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace stretto {

/// 0 where there is no driver.
inline int count_gpus() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

/// The number in REQUIRE_GPUS; nothing when it is unset or empty, -1 when it is no number.
inline std::optional<int> required_gpus() {
  const char* text = std::getenv("REQUIRE_GPUS");
  if (text == nullptr || *text == '\0') return std::nullopt;
  const std::string_view digits = text;
  int number = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + digits.size() ? number : -1;
}

template <int num_gpus>
class GpuTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const int found = count_gpus();
    if (const std::optional<int> required = required_gpus()) {
      ASSERT_GE(*required, 0) << "REQUIRE_GPUS is no number";
      ASSERT_GE(found, *required) << "REQUIRE_GPUS=" << *required << ", found " << found;
    }
    if (found < num_gpus) {
      GTEST_SKIP() << "needs " << num_gpus << " GPUs, found " << found;
    }
  }
};

}  // namespace stretto

#endif  // STRETTO_TESTS_KERNELS_CUDA_GPU_TEST_H_
