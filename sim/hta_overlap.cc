#include "sim/hta_overlap.h"

#include <regex>
#include <string_view>

#include "sim/intervals.h"

namespace stretto {
namespace {

bool is_comm(const std::string& name) {
  static const std::regex kComm("^nccl.*|^hip|^hccl|.*ncclKernel.*", std::regex::optimize);
  return std::regex_search(name.substr(0, kMaxJudgedChars), kComm);
}

bool is_memory(std::string_view name) {
  return name.starts_with("Memcpy") || name.starts_with("Memset") || name.starts_with("[CUDA mem");
}

int64_t floor_us(int64_t ns) { return ns / 1000 - (ns % 1000 < 0 ? 1 : 0); }

Interval whole_us(const TimelineSpan& span) {
  return {1000 * -floor_us(-span.start_ns), 1000 * floor_us(span.end_ns)};
}

}  // namespace

std::vector<OverlapNumbers> measure_hta_overlap(const Timeline& timeline) {
  enum class Kind { kComm, kMemory, kCompute };
  std::vector<Kind> kinds;
  for (const std::string& name : timeline.names) {
    kinds.push_back(is_comm(name) ? Kind::kComm : is_memory(name) ? Kind::kMemory : Kind::kCompute);
  }
  std::vector<std::vector<Interval>> comm(timeline.ranks.size()), compute(timeline.ranks.size());
  for (const TimelineSpan& span : timeline.spans) {
    if (span.stream < 0 || span.correlation < 0 || span.is_in_last_step) continue;
    const Kind kind = kinds[static_cast<size_t>(span.name)];
    const size_t rank = static_cast<size_t>(span.rank);
    if (kind == Kind::kComm) comm[rank].push_back(whole_us(span));
    if (kind == Kind::kCompute) compute[rank].push_back(whole_us(span));
  }
  std::vector<OverlapNumbers> result;
  for (size_t r = 0; r < timeline.ranks.size(); ++r) {
    const Intervals comm_busy = union_of(std::move(comm[r]));
    const Intervals compute_busy = union_of(std::move(compute[r]));
    result.push_back(overlap_numbers(length_ns(comm_busy),
                                     length_ns(intersection_of(comm_busy, compute_busy)),
                                     length_ns(compute_busy)));
  }
  return result;
}

}  // namespace stretto
