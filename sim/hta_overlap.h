#ifndef STRETTO_SIM_HTA_OVERLAP_H_
#define STRETTO_SIM_HTA_OVERLAP_H_

// The overlap percentage as HolisticTraceAnalysis computes it (get_comm_comp_overlap), to compare
// with its reports. It differs from measure_overlap (overlap.h):
//
//   time        whole microseconds: a start is rounded up, an end down
//   steps       of a trace with two or more ProfilerStep#N, what was launched in or after the last
//               one is left out
//   kernels     those on a stream and with a correlation number only
//   comm        names that match ^nccl.*|^hip|^hccl|.*ncclKernel.*: no copies to a peer, no
//               multimem, custom or NVSHMEM kernels
//   compute     everything else but copies and sets, fused kernels and other libraries'
//               communication too

#include <vector>

#include "models/timeline.h"
#include "sim/overlap.h"

namespace stretto {

/// One for each rank; the percentage is nullopt where HolisticTraceAnalysis says NaN.
std::vector<OverlapNumbers> measure_hta_overlap(const Timeline& timeline);

}  // namespace stretto

#endif  // STRETTO_SIM_HTA_OVERLAP_H_
