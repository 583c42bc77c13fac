#ifndef STRETTO_TESTS_SIM_MADE_TIMELINE_H_
#define STRETTO_TESTS_SIM_MADE_TIMELINE_H_

// Timelines in a line or two a kernel.
//
//   Timeline timeline = made({{.start = 0, .end = 100, .name = kGemm, .ctas = 132}});

#include <string>
#include <vector>

#include "models/timeline.h"

namespace stretto {

inline const std::string kGemm = "nvjet_hsh_128x256_64x4_2x1_v_bz_coopA_TNN";
inline const std::string kAllReduce = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL()";
inline const std::string kSendRecv = "ncclDevKernel_SendRecv()";
inline const std::string kGelu = "void at::native::vectorized_elementwise_kernel<4, GeluCUDA>()";

struct MadeSpan {
  int64_t start = 0;
  int64_t end = 0;
  int32_t stream = 0;
  std::string name;
  int32_t ctas = 0;
  int64_t correlation = -1;
  std::optional<int64_t> launch;
  int32_t device = 0;
  Activity activity = Activity::kKernel;
  bool is_in_last_step = false;
};

inline Timeline made(const std::vector<MadeSpan>& spans, const std::string& file = "made",
                     const std::string& device_name = "NVIDIA H100 80GB HBM3") {
  TimelineBuilder builder(file);
  for (const MadeSpan& span : spans) {
    const int32_t rank = builder.rank(0, span.device);
    builder.ranks()[static_cast<size_t>(rank)].device_name = device_name;
    builder.add({.start_ns = span.start,
                 .end_ns = span.end,
                 .launch_ns = span.launch,
                 .correlation = span.correlation,
                 .rank = rank,
                 .stream = span.stream,
                 .name = builder.name(span.name),
                 .num_ctas = span.ctas,
                 .activity = span.activity,
                 .is_in_last_step = span.is_in_last_step});
  }
  return builder.take();
}

/// Linear + all-reduce in two chunks on 2xH100: the public rows of an nsys report.
inline Timeline linear_all_reduce() {
  const auto row = [](int64_t start, int64_t duration, int32_t stream, const std::string& name,
                      int32_t ctas) {
    return MadeSpan{
        .start = start, .end = start + duration, .stream = stream, .name = name, .ctas = ctas};
  };
  return made(
      {row(35'564'678, 1'350'935, 7, kGemm, 132), row(36'747'070, 1'556'022, 17, kGemm, 132),
       row(38'141'845, 299'614, 21, kAllReduce, 24), row(38'443'891, 247'166, 21, kAllReduce, 24)});
}

}  // namespace stretto

#endif  // STRETTO_TESTS_SIM_MADE_TIMELINE_H_
