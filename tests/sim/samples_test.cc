// Public traces, by HolisticTraceAnalysis's own figures for them. STRETTO_SAMPLES_DIR names the
// folder that holds them; without it the test is skipped, visibly.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "models/trace.h"
#include "sim/hta_overlap.h"

namespace stretto {
namespace {

struct Sample {
  const char* file;
  double hta_percent;
};

class samples : public testing::TestWithParam<Sample> {};

TEST_P(samples, have_the_overlap_that_holistic_trace_analysis_gives) {
  const char* folder = std::getenv("STRETTO_SAMPLES_DIR");
  if (folder == nullptr) GTEST_SKIP() << "STRETTO_SAMPLES_DIR is not set";
  const Timeline timeline = read_trace(std::string(folder) + "/traces/" + GetParam().file);
  const std::vector<OverlapNumbers> numbers = measure_hta_overlap(timeline);
  ASSERT_EQ(numbers.size(), 1u);
  EXPECT_NEAR(numbers[0].overlap_percent.value(), GetParam().hta_percent, 0.01);
}

INSTANTIATE_TEST_SUITE_P(
    public_traces, samples,
    testing::Values(Sample{"hta_trace_filter_sampled_rank-0.json.gz", 11.81},
                    Sample{"hta_trace_filter_sampled_rank-1.json.gz", 20.05},
                    Sample{"derived_hta_nccl_data_a100_ddp_gpuonly.json.gz", 14.31},
                    Sample{"param_dlrm_v100_worker0_step_12.1694128201545.pt.trace.json.gz", 4.50},
                    Sample{"param_dlrm_v100_worker1_step_12.1694128201556.pt.trace.json.gz", 2.47},
                    Sample{"param_dlrm_v100_worker3_step_12.1694128201557.pt.trace.json.gz", 3.31},
                    Sample{"derived_tracelens_b200_eager_gpuonly.json.gz", 0.00}));

}  // namespace
}  // namespace stretto
