// A trace holds no event waits, so the producer is inferred. It is a GEMM on another stream that
// had ended when the communication began and that the host had posted before it (by launch time,
// else by correlation number, which counts up). Of several it is the latest to end. Where the trace
// knows no posting order and there are as many GEMMs as communication kernels, each of which began
// behind the end of the GEMM with its number, that GEMM is the producer. Elementwise kernels that
// follow the GEMM on its stream belong to it.
//
// Waiting for SMs: a GEMM with W waves on S SMs keeps them all until (W-1)/W of its time; in the
// last wave some come free. A kernel that could have started well before, and started then, waited
// for that.

#include "sim/comm_start.h"

#include <algorithm>
#include <array>
#include <map>

#include "models/tiles.h"

namespace stretto {
namespace {

constexpr int64_t kAfterEndNs = 5'000;     // a launch behind the end of a GEMM takes this at most
constexpr double kTailTolerance = 0.05;    // of the GEMM's duration
constexpr double kTailWithoutWaves = 0.8;  // where the number of waves is not known

class StartExplainer {
 public:
  StartExplainer(const RankSpans& spans, const OverlapOptions& options, RankOverlap& rank)
      : spans_(spans), options_(options), rank_(rank) {}
  void run();

 private:
  void index_streams();
  bool pairs_by_number() const;
  std::optional<bool> is_posted_before(size_t first, size_t second) const;
  std::optional<size_t> producer_gemm(const CommKernel& comm) const;
  size_t with_followers(size_t gemm, const CommKernel& comm) const;
  double tail_fraction(size_t gemm) const;
  std::optional<SmWait> sm_wait(const CommKernel& comm) const;
  void explain(CommKernel& comm, size_t number);

  const RankSpans& spans_;
  const OverlapOptions& options_;
  RankOverlap& rank_;
  std::vector<int32_t> next_;  // distance to the next on its stream, by index - begin; 0: none
  std::vector<std::optional<size_t>> predecessor_;  // last to end on its stream, by rank_.comm
  std::vector<size_t> gemms_by_end_;
  int64_t longest_gemm_ns_ = 0;
  bool is_paired_ = false;
};

void StartExplainer::index_streams() {
  struct Last {
    size_t begun = 0;
    size_t to_end = 0;
  };
  std::map<int32_t, Last> streams;
  next_.assign(spans_.end - spans_.begin, 0);
  for (size_t i = spans_.begin, comm = 0; i < spans_.end; ++i) {
    const auto [stream, is_first] = streams.try_emplace(spans_.span(i).stream, Last{i, i});
    Last& last = stream->second;
    if (comm < rank_.comm.size() && rank_.comm[comm].span == i) {
      predecessor_.push_back(is_first ? std::nullopt : std::optional(last.to_end));
      ++comm;
    }
    if (!is_first) next_[last.begun - spans_.begin] = static_cast<int32_t>(i - last.begun);
    last.begun = i;
    if (spans_.span(i).end_ns >= spans_.span(last.to_end).end_ns) last.to_end = i;
  }
  gemms_by_end_ = rank_.gemms;
  std::ranges::stable_sort(gemms_by_end_, {}, [&](size_t i) { return spans_.span(i).end_ns; });
  for (const size_t gemm : rank_.gemms)
    longest_gemm_ns_ = std::max(longest_gemm_ns_, spans_.span(gemm).duration_ns());
}

/// nullopt: the trace does not say.
std::optional<bool> StartExplainer::is_posted_before(size_t first, size_t second) const {
  const TimelineSpan& a = spans_.span(first);
  const TimelineSpan& b = spans_.span(second);
  if (a.launch_ns && b.launch_ns && *a.launch_ns != *b.launch_ns)
    return *a.launch_ns < *b.launch_ns;
  if (a.correlation > 0 && b.correlation > 0 && a.correlation != b.correlation)
    return a.correlation < b.correlation;
  return std::nullopt;
}

bool StartExplainer::pairs_by_number() const {
  if (rank_.comm.size() != rank_.gemms.size()) return false;
  for (size_t i = 0; i < rank_.comm.size(); ++i) {
    const size_t comm = rank_.comm[i].span;
    const size_t gemm = rank_.gemms[i];
    if (is_posted_before(gemm, comm)) return false;
    if (spans_.span(comm).start_ns < spans_.span(gemm).end_ns) return false;
    if (spans_.span(comm).stream == spans_.span(gemm).stream) return false;
  }
  return true;
}

std::optional<size_t> StartExplainer::producer_gemm(const CommKernel& comm) const {
  const TimelineSpan& span = spans_.span(comm.span);
  auto end = std::ranges::upper_bound(gemms_by_end_, span.start_ns, {},
                                      [&](size_t i) { return spans_.span(i).end_ns; });
  while (end != gemms_by_end_.begin()) {
    const size_t gemm = *--end;
    if (spans_.span(gemm).stream == span.stream) continue;
    if (is_posted_before(gemm, comm.span).value_or(true)) return gemm;
  }
  return std::nullopt;
}

/// The last of the elementwise kernels behind `gemm` on its stream that `comm` may take from.
size_t StartExplainer::with_followers(size_t gemm, const CommKernel& comm) const {
  size_t last = gemm;
  while (const int32_t step = next_[last - spans_.begin]) {
    const size_t next = last + static_cast<size_t>(step);
    const bool follows = spans_.is_compute(next) && !spans_.is_gemm(next) &&
                         spans_.span(next).end_ns <= spans_.span(comm.span).start_ns &&
                         is_posted_before(next, comm.span).value_or(true);
    if (!follows) break;
    last = next;
  }
  return last;
}

/// Share of the GEMM's time at which its last wave begins, less the tolerance.
double StartExplainer::tail_fraction(size_t gemm) const {
  const GemmName& name = spans_.name(gemm).gemm;
  const int64_t sms = rank_.num_sms;
  int64_t tiles = 0;
  if (options_.gemm_shape && name.tile_m > 0 && name.tile_n > 0) {
    const auto [m, n] = *options_.gemm_shape;
    tiles = num_tiles(m, n, name.tile_m, name.tile_n);
  } else if (spans_.span(gemm).num_ctas > sms) {
    tiles = spans_.span(gemm).num_ctas;  // not persistent: a CTA is a tile
  }
  if (tiles == 0) return kTailWithoutWaves;
  const double waves = static_cast<double>(num_waves(tiles, sms));
  return std::max((waves - 1) / waves - kTailTolerance, 0.0);
}

std::optional<SmWait> StartExplainer::sm_wait(const CommKernel& comm) const {
  if (!comm.start_delay_ns || rank_.num_sms == 0) return std::nullopt;
  const int64_t start = spans_.span(comm.span).start_ns;
  const auto begun = std::ranges::upper_bound(rank_.gemms, start, {},
                                              [&](size_t i) { return spans_.span(i).start_ns; });
  for (auto it = begun; it != rank_.gemms.begin();) {
    const size_t index = *--it;
    const TimelineSpan& gemm = spans_.span(index);
    if (gemm.start_ns + longest_gemm_ns_ + kAfterEndNs < start) break;
    if (gemm.num_ctas < rank_.num_sms || start > gemm.end_ns + kAfterEndNs) continue;
    if (gemm.stream == spans_.span(comm.span).stream) continue;
    const double duration = static_cast<double>(gemm.duration_ns());
    const int64_t tail = gemm.start_ns + static_cast<int64_t>(tail_fraction(index) * duration);
    const int64_t well_before =
        std::max(kMinSmWaitNs, static_cast<int64_t>(kTailTolerance * duration));
    if (start < tail || *comm.could_start_ns >= tail || *comm.start_delay_ns < well_before)
      continue;
    return SmWait{.gemm = index, .is_tail = start < gemm.end_ns};
  }
  return std::nullopt;
}

void StartExplainer::explain(CommKernel& comm, size_t number) {
  const TimelineSpan& span = spans_.span(comm.span);
  const std::optional<size_t> gemm =
      is_paired_ ? std::optional(rank_.gemms[number]) : producer_gemm(comm);
  if (gemm) comm.producer = with_followers(*gemm, comm);
  int64_t could_start = span.launch_ns.value_or(INT64_MIN);
  const std::array before_it = {predecessor_[number], comm.producer};
  for (const std::optional<size_t>& before : before_it) {
    if (!before || spans_.span(*before).end_ns < could_start) continue;
    could_start = spans_.span(*before).end_ns;
    comm.could_start_after = before;
  }
  if (could_start == INT64_MIN) return;
  // A clock of the host may be off by more than a launch takes.
  comm.could_start_ns = std::min(could_start, span.start_ns);
  comm.start_delay_ns = span.start_ns - *comm.could_start_ns;
  comm.sm_wait = sm_wait(comm);
}

void StartExplainer::run() {
  index_streams();
  is_paired_ = pairs_by_number();
  for (size_t i = 0; i < rank_.comm.size(); ++i) explain(rank_.comm[i], i);
}

}  // namespace

void explain_starts(const RankSpans& spans, const OverlapOptions& options, RankOverlap& rank) {
  StartExplainer(spans, options, rank).run();
}

}  // namespace stretto
