// Programs that race on purpose: a thread sanitizer must object to this test, so it is not run
// under one.

#include <gtest/gtest.h>

#include "kernels/cpu/executor.h"
#include "tests/kernels/cpu/programs.h"

namespace stretto {
namespace {

TEST(race, a_missing_wait_gives_wrong_numbers_for_some_seed) {
  Program program = ring_all_gather_gemm({.tp = 4, .wait_for_recv = false});
  int num_wrong = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    CpuResult result =
        execute_on_cpu(program, program.slot_values, {.seed = seed, .random_delays = true});
    EXPECT_TRUE(result.finished);
    num_wrong += !result.mismatches.empty();
  }
  EXPECT_GT(num_wrong, 0);
}

}  // namespace
}  // namespace stretto
