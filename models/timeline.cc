#include "models/timeline.h"

#include <algorithm>
#include <tuple>

namespace stretto {

int32_t TimelineBuilder::name(std::string_view name) {
  auto [it, is_new] =
      names_.try_emplace(std::string(name), static_cast<int32_t>(timeline_.names.size()));
  if (is_new) timeline_.names.emplace_back(name);
  return it->second;
}

int32_t TimelineBuilder::rank(int64_t process, int32_t device) {
  auto [it, is_new] =
      ranks_.try_emplace(std::pair(device, process), static_cast<int32_t>(timeline_.ranks.size()));
  if (is_new) timeline_.ranks.push_back({.file = file_, .process = process, .device = device});
  return it->second;
}

// Not a stable sort, which would double the memory; what ties in all of this is alike.
static void sort_spans(std::vector<TimelineSpan>& spans) {
  std::ranges::sort(spans, {}, [](const TimelineSpan& span) {
    return std::tuple(span.rank, span.start_ns, span.end_ns, span.stream, span.correlation,
                      span.name);
  });
}

Timeline TimelineBuilder::take() {
  std::vector<int32_t> place(ranks_.size());
  std::vector<TimelineRank> ranks;
  for (const auto& [key, seen_as] : ranks_) {
    place[static_cast<size_t>(seen_as)] = static_cast<int32_t>(ranks.size());
    ranks.push_back(std::move(timeline_.ranks[static_cast<size_t>(seen_as)]));
  }
  timeline_.ranks = std::move(ranks);
  for (TimelineSpan& span : timeline_.spans) span.rank = place[static_cast<size_t>(span.rank)];
  sort_spans(timeline_.spans);
  return std::move(timeline_);
}

void append(Timeline& timeline, Timeline more) {
  if (timeline.ranks.empty()) {
    timeline = std::move(more);
    return;
  }
  std::unordered_map<std::string_view, int32_t> known;
  for (size_t i = 0; i < timeline.names.size(); ++i)
    known.emplace(timeline.names[i], static_cast<int32_t>(i));
  std::vector<int32_t> names;
  std::vector<std::string> added;
  for (const std::string& name : more.names) {
    auto it = known.find(name);
    if (it == known.end()) {
      names.push_back(static_cast<int32_t>(timeline.names.size() + added.size()));
      added.push_back(name);
    } else {
      names.push_back(it->second);
    }
  }
  timeline.names.insert(timeline.names.end(), added.begin(), added.end());
  int32_t first_rank = static_cast<int32_t>(timeline.ranks.size());
  timeline.ranks.insert(timeline.ranks.end(), more.ranks.begin(), more.ranks.end());
  for (TimelineSpan span : more.spans) {
    span.rank += first_rank;
    span.name = names[static_cast<size_t>(span.name)];
    timeline.spans.push_back(span);
  }
}

}  // namespace stretto
