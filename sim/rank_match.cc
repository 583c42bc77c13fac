#include "sim/rank_match.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "sim/median.h"

namespace stretto {
namespace {

/// Collectives of one rank by operation, by start.
using ByOperation = std::map<std::string, std::vector<const TimelineSpan*>>;

std::vector<ByOperation> collectives(const Timeline& timeline, const OverlapReport& report) {
  std::vector<ByOperation> ranks;
  for (const RankOverlap& rank : report.ranks) {
    ByOperation& operations = ranks.emplace_back();
    for (const CommKernel& comm : rank.comm) {
      const TimelineSpan& span = timeline.spans[comm.span];
      if (span.activity != Activity::kKernel) continue;
      operations[report.name_of(span).operation].push_back(&span);
    }
  }
  return ranks;
}

/// Only ranks that communicate count.
bool is_matched(const std::vector<ByOperation>& ranks, const std::string& operation, size_t count) {
  return std::ranges::all_of(ranks, [&](const ByOperation& rank) {
    const auto found = rank.find(operation);
    return rank.empty() || (found != rank.end() && found->second.size() == count);
  });
}

std::optional<Spinning> spinning_of(const std::vector<const TimelineSpan*>& members) {
  const auto [least, most] = std::ranges::minmax_element(
      members, {}, [](const TimelineSpan* span) { return span->duration_ns(); });
  const int64_t late_ns = (*least)->duration_ns();
  const int64_t waiting_ns = (*most)->duration_ns();
  if (waiting_ns < 2 * late_ns || waiting_ns - late_ns < kMinSpinNs) return std::nullopt;
  return Spinning{.waiting_rank = (*most)->rank,
                  .late_rank = (*least)->rank,
                  .waiting_ns = waiting_ns,
                  .late_ns = late_ns};
}

}  // namespace

RankMatch match_ranks(const Timeline& timeline, const OverlapReport& report) {
  RankMatch match;
  std::vector<ByOperation> ranks = collectives(timeline, report);
  const auto reference = std::ranges::find_if(ranks, [](const auto& r) { return !r.empty(); });
  if (reference == ranks.end()) return match;
  std::map<std::string, std::vector<int64_t>> differences;  // of ends, by file
  for (const auto& [operation, spans] : *reference) {
    if (!is_matched(ranks, operation, spans.size())) {
      match.unmatched.push_back(operation);
      continue;
    }
    for (size_t n = 0; n < spans.size(); ++n) {
      std::vector<const TimelineSpan*> members;
      for (const ByOperation& rank : ranks) {
        if (!rank.empty()) members.push_back(rank.at(operation)[n]);
      }
      for (const TimelineSpan* member : members) {
        const std::string& file = timeline.ranks[static_cast<size_t>(member->rank)].file;
        differences[file].push_back(spans[n]->end_ns - member->end_ns);
      }
      if (std::optional<Spinning> spinning = spinning_of(members)) {
        spinning->operation = operation;
        spinning->number = static_cast<int32_t>(n);
        match.spinning.push_back(*spinning);
      }
    }
  }
  std::ranges::stable_sort(match.spinning, std::greater(), &Spinning::waiting_ns);
  for (size_t r = 0; r < timeline.ranks.size(); ++r) {
    const std::string& file = timeline.ranks[r].file;
    if (file == timeline.ranks.front().file || timeline.ranks[r - 1].file == file) continue;
    FileClock clock{.first_rank = static_cast<int32_t>(r)};
    if (std::vector<int64_t>& found = differences[file]; !found.empty()) {
      clock.num_matched = static_cast<int32_t>(found.size());
      clock.offset_ns = median(found);
      for (int64_t& value : found) value = std::abs(value - clock.offset_ns);
      clock.residual_ns = median(found);
    }
    match.clocks.push_back(clock);
  }
  return match;
}

Timeline aligned(Timeline timeline, const std::vector<FileClock>& clocks) {
  std::map<std::string, int64_t> offset_of_file;
  for (const FileClock& clock : clocks)
    offset_of_file[timeline.ranks[static_cast<size_t>(clock.first_rank)].file] = clock.offset_ns;
  std::vector<int64_t> offsets;
  for (const TimelineRank& rank : timeline.ranks) offsets.push_back(offset_of_file[rank.file]);
  for (TimelineSpan& span : timeline.spans) {
    const int64_t offset_ns = offsets[static_cast<size_t>(span.rank)];
    span.start_ns += offset_ns;
    span.end_ns += offset_ns;
    if (span.launch_ns) *span.launch_ns += offset_ns;
  }
  return timeline;
}

}  // namespace stretto
