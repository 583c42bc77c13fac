#include "sim/op_match.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "sim/median.h"
#include "sim/op_cost.h"

namespace stretto {
namespace {

/// The kind of kernel that an op becomes; "" for none that a trace tells from others.
std::string kernel_kind(const Program& program, const Op& op) {
  switch (op.kind) {
    case OpKind::kGemm:
    case OpKind::kGatedGemm:
      return "GEMM";
    case OpKind::kSend:
    case OpKind::kRecv:
    case OpKind::kGroup:
      return "send/recv";
    case OpKind::kAllGather:
      return "all-gather";
    case OpKind::kReduceScatter:
      return "reduce-scatter";
    case OpKind::kAllReduce:
      return "all-reduce";
    case OpKind::kCopy: {
      const auto dst = program.slots_of(op.dst);
      const auto src = program.slots_of(op.src);
      if (dst.empty() || src.empty() || op.via == Via::kSm) return "";
      return program.rank_of(dst[0]) == program.rank_of(src[0]) ? "" : "peer copy";
    }
    default:
      return "";
  }
}

using OpsByKind = std::map<std::string, std::vector<int32_t>>;
using SpansByKind = std::map<std::string, std::vector<size_t>>;

OpsByKind expected_ops(const Program& program, int32_t rank) {
  OpsByKind result;
  const size_t place = static_cast<size_t>(rank);
  for (int32_t i = program.rank_begin[place]; i < program.rank_begin[place + 1]; ++i) {
    const Op& op = program.ops[static_cast<size_t>(i)];
    if (!is_launch(op)) continue;
    const std::string kind = kernel_kind(program, op);
    if (!kind.empty()) result[kind].push_back(i);
  }
  return result;
}

SpansByKind found_kernels(const Timeline& timeline, const OverlapReport& report,
                          const RankOverlap& rank) {
  SpansByKind result;
  if (!rank.gemms.empty()) result["GEMM"] = rank.gemms;
  for (const CommKernel& comm : rank.comm) {
    const TimelineSpan& span = timeline.spans[comm.span];
    result[report.name_of(span).operation].push_back(comm.span);
  }
  return result;
}

/// How often the trace shows the schedule: communication decides, since a GEMM is more easily split
/// or left out.
int32_t calls_of(const OpsByKind& expected, const SpansByKind& found) {
  size_t ops = 0, kernels = 0;
  for (const bool is_gemm : {false, true}) {
    if (ops > 0 && kernels > 0) break;
    ops = kernels = 0;
    for (const auto& [kind, list] : expected) {
      if ((kind == "GEMM") != is_gemm) continue;
      ops += list.size();
      const auto same = found.find(kind);
      kernels += same == found.end() ? 0 : same->second.size();
    }
  }
  if (ops == 0) return 1;
  return static_cast<int32_t>(std::max<size_t>((kernels + ops / 2) / ops, 1));
}

/// Removes the `count` kernels whose durations lie farthest from the median, and returns them.
std::vector<size_t> take_odd(const Timeline& timeline, std::vector<size_t>& kernels, size_t count) {
  std::vector<int64_t> durations;
  for (const size_t i : kernels) durations.push_back(timeline.spans[i].duration_ns());
  const int64_t middle = median(durations);
  std::vector<size_t> odd = kernels;
  std::ranges::stable_sort(odd, std::greater(), [&](size_t i) {
    return std::abs(timeline.spans[i].duration_ns() - middle);
  });
  odd.resize(count);
  std::ranges::sort(odd);
  std::erase_if(kernels, [&](size_t i) { return std::ranges::binary_search(odd, i); });
  return odd;
}

void match_kind(const Timeline& timeline, const std::string& kind, const std::vector<int32_t>& ops,
                std::vector<size_t> kernels, RankOps& rank) {
  const size_t expected = ops.size() * static_cast<size_t>(rank.num_calls);
  CountMismatch mismatch{.kind = kind,
                         .expected = static_cast<int64_t>(expected),
                         .found = static_cast<int64_t>(kernels.size())};
  if (kernels.size() > expected)
    mismatch.extra = take_odd(timeline, kernels, kernels.size() - expected);
  for (size_t n = 0; n < ops.size(); ++n) {
    MatchedOp matched{.op = ops[n], .kind = kind};
    std::vector<int64_t> durations;
    for (size_t k = n; k < kernels.size(); k += ops.size()) {
      matched.spans.push_back(kernels[k]);
      durations.push_back(timeline.spans[kernels[k]].duration_ns());
    }
    if (durations.size() < static_cast<size_t>(rank.num_calls)) mismatch.missing.push_back(ops[n]);
    if (durations.empty()) continue;
    matched.measured_ns = median(std::move(durations));
    rank.ops.push_back(std::move(matched));
  }
  if (mismatch.expected != mismatch.found) rank.mismatches.push_back(std::move(mismatch));
}

RankOps match_rank(const Timeline& timeline, const OpsByKind& expected, const SpansByKind& found) {
  RankOps rank{.num_calls = calls_of(expected, found)};
  for (const auto& [kind, ops] : expected) {
    const auto kernels = found.find(kind);
    match_kind(timeline, kind, ops,
               kernels == found.end() ? std::vector<size_t>{} : kernels->second, rank);
  }
  for (const auto& [kind, kernels] : found) {
    if (expected.contains(kind)) continue;
    rank.mismatches.push_back(
        {.kind = kind, .found = static_cast<int64_t>(kernels.size()), .extra = kernels});
  }
  std::ranges::stable_sort(rank.ops, {}, &MatchedOp::op);
  return rank;
}

}  // namespace

bool OpMatch::is_whole() const {
  return std::ranges::all_of(ranks, [](const RankOps& rank) { return rank.mismatches.empty(); });
}

void predict_ops(const Machine& machine, OpMatch& match) {
  for (RankOps& rank : match.ranks) {
    for (MatchedOp& op : rank.ops) op.predicted_ns = alone_ns(machine, match.program, op.op);
  }
}

OpMatch match_ops(const Timeline& timeline, const OverlapReport& report, Program program) {
  OpMatch match{.program = std::move(program)};
  const int32_t count = match.program.num_ranks();
  const bool is_whole_group = static_cast<int32_t>(timeline.ranks.size()) >= count;
  for (size_t r = 0; r < timeline.ranks.size(); ++r) {
    const int32_t place = is_whole_group ? static_cast<int32_t>(r) : timeline.ranks[r].device;
    const int32_t rank = place % count;
    match.ranks.push_back(match_rank(timeline, expected_ops(match.program, rank),
                                     found_kernels(timeline, report, report.ranks[r])));
    match.ranks.back().program_rank = rank;
  }
  return match;
}

}  // namespace stretto
