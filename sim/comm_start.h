#ifndef STRETTO_SIM_COMM_START_H_
#define STRETTO_SIM_COMM_START_H_

// When a communication kernel could have started, and what it waited for instead.

#include <vector>

#include "models/kernel_name.h"
#include "models/timeline.h"
#include "sim/overlap.h"

namespace stretto {

/// One rank's part of a timeline.
struct RankSpans {
  const Timeline& timeline;
  const std::vector<KernelName>& names;
  size_t begin = 0;  // in Timeline::spans
  size_t end = 0;

  const TimelineSpan& span(size_t index) const { return timeline.spans[index]; }
  const KernelName& name(size_t index) const {
    return names[static_cast<size_t>(timeline.spans[index].name)];
  }
  /// The reduction behind a split-k GEMM is a part of it, not a GEMM of its own.
  bool is_gemm(size_t index) const {
    return name(index).kind == KernelKind::kGemm && name(index).family != "split-k reduction";
  }
  bool is_compute(size_t index) const {
    return name(index).kind == KernelKind::kGemm || name(index).kind == KernelKind::kOtherCompute;
  }
};

/// Fills producer, could_start_ns, start_delay_ns and sm_wait of `rank.comm`; `rank.gemms` and
/// `rank.num_sms` are given.
void explain_starts(const RankSpans& spans, const OverlapOptions& options, RankOverlap& rank);

}  // namespace stretto

#endif  // STRETTO_SIM_COMM_START_H_
