#ifndef STRETTO_SIM_OVERLAP_H_
#define STRETTO_SIM_OVERLAP_H_

// Did communication run while compute ran? For each rank of a timeline let C be the union of its
// communication kernels (copies to a peer too, on the source's rank) and P the union of its compute
// kernels, GEMM or not. Then
//
//   comm = |C|   hidden = |C and P|   exposed = |C| - |C and P|   overlap = hidden / comm
//
// Copies within a device, to and from the host, and sets are in neither; nor are kernels that
// compute and communicate at once: their halves are not separable. Times are those of the trace, in
// nanoseconds; nothing is rounded. (HolisticTraceAnalysis: hta_overlap.h, and how it differs.)
//
//   OverlapReport report = measure_overlap(read_trace("report.csv"), {});
//   report.all.overlap_percent == 29.49..

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/kernel_name.h"
#include "models/timeline.h"

namespace stretto {

struct GemmShape {
  int64_t m = 0;
  int64_t n = 0;
};

struct OverlapOptions {
  std::string comm_pattern;     // names that are communication, ahead of the table; "": none
  std::string compute_pattern;  // names that are compute, likewise
  std::optional<GemmShape> gemm_shape;  // of each GEMM kernel: with the tile it gives the waves
  int32_t num_sms = 0;                  // 0: as the trace or the device's name says
};

struct OverlapNumbers {
  int64_t comm_ns = 0;
  int64_t hidden_ns = 0;
  int64_t exposed_ns = 0;
  std::optional<double> overlap_percent;  // nullopt: no communication
  int64_t compute_ns = 0;
  friend bool operator==(const OverlapNumbers&, const OverlapNumbers&) = default;
};

struct HiddenBy {
  size_t span = 0;  // a compute kernel, index in Timeline::spans
  int64_t hidden_ns = 0;
  friend bool operator==(const HiddenBy&, const HiddenBy&) = default;
};

/// A kernel that could have started well before it did, and did once a GEMM gave SMs back.
struct SmWait {
  size_t gemm = 0;       // index in Timeline::spans
  bool is_tail = false;  // began while the GEMM ran its last wave; else at its end
  friend bool operator==(const SmWait&, const SmWait&) = default;
};

struct CommKernel {
  size_t span = 0;  // index in Timeline::spans
  int64_t hidden_ns = 0;
  std::vector<HiddenBy> hidden_by;  // sums up to hidden_ns; a nanosecond of several is split
  std::optional<size_t> producer;   // the kernel whose output it takes to all appearance
  /// Latest end of its stream predecessor, its producer, its launch; nullopt: none of them known.
  std::optional<int64_t> could_start_ns;
  std::optional<size_t> could_start_after;  // the kernel that gives that end; nullopt: the launch
  std::optional<int64_t> start_delay_ns;
  std::optional<SmWait> sm_wait;
  friend bool operator==(const CommKernel&, const CommKernel&) = default;
};

struct Gap {
  int64_t begin_ns = 0;
  int64_t end_ns = 0;
  friend bool operator==(const Gap&, const Gap&) = default;
};

/// The schedule that the trace shows: GEMMs and communication by their starts.
struct ShownOrder {
  std::string text;    // "(GEMM, all-reduce) x 4"
  int num_chunks = 0;  // equal parts of it: the gcd of how often each word stands there
  friend bool operator==(const ShownOrder&, const ShownOrder&) = default;
};

struct RankOverlap {
  OverlapNumbers numbers;
  std::vector<CommKernel> comm;  // by start
  std::vector<size_t> gemms;     // by start
  int64_t gemm_overlap_ns = 0;   // sum of the GEMMs less their union
  int64_t fused_ns = 0;          // in kernels that are not separable
  int32_t num_sms = 0;           // 0: not known, so waiting for SMs was not judged
  int32_t compute_stream = -1;   // that with most GEMM time (without GEMMs, compute time)
  std::vector<Gap> gaps;         // above kMinGapNs on the compute stream
  ShownOrder order;
};

struct UnknownKernel {
  std::string name;
  int64_t total_ns = 0;
  double compute_percent = 0;
};

struct OverlapReport {
  std::vector<KernelName> names;       // of Timeline::names, overrides applied
  std::vector<RankOverlap> ranks;      // as Timeline::ranks
  OverlapNumbers all;                  // sums over ranks
  std::vector<UnknownKernel> unknown;  // counted as compute, 1 % of it or more, no rule knows them

  const KernelName& name_of(const TimelineSpan& span) const {
    return names[static_cast<size_t>(span.name)];
  }
};

inline constexpr int64_t kMinGapNs = 5'000;
inline constexpr int64_t kMinSmWaitNs = 5'000;

/// Throws std::invalid_argument for a pattern that is no regular expression.
OverlapReport measure_overlap(const Timeline& timeline, const OverlapOptions& options);

/// Exposed and percent follow from the rest.
OverlapNumbers overlap_numbers(int64_t comm_ns, int64_t hidden_ns, int64_t compute_ns);
OverlapNumbers sum_of(std::span<const OverlapNumbers> ranks);

}  // namespace stretto

#endif  // STRETTO_SIM_OVERLAP_H_
