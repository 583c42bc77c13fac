#include "sim/overlap.h"

#include <algorithm>
#include <map>
#include <regex>
#include <stdexcept>

#include "sim/comm_start.h"
#include "sim/device_sms.h"
#include "sim/intervals.h"
#include "sim/shown_order.h"

namespace stretto {
namespace {

std::optional<std::regex> compiled(const std::string& flag, const std::string& pattern) {
  if (pattern.empty()) return std::nullopt;
  try {
    return std::regex(pattern);
  } catch (const std::regex_error& error) {
    throw std::invalid_argument(flag + ": found '" + pattern +
                                "'; accepted: a regular expression (ECMAScript): " + error.what());
  }
}

std::vector<KernelName> classify_all(const std::vector<std::string>& names,
                                     const OverlapOptions& options) {
  const auto comm = compiled("--comm", options.comm_pattern);
  const auto compute = compiled("--compute", options.compute_pattern);
  std::vector<KernelName> result;
  for (const std::string& full_name : names) {
    KernelName& known = result.emplace_back(classify(full_name));
    const std::string name = full_name.substr(0, kMaxJudgedChars);
    if (comm && std::regex_search(name, *comm)) {
      if (known.kind == KernelKind::kCommunication) continue;
      known = {
          .kind = KernelKind::kCommunication, .family = "--comm", .operation = "communication"};
    } else if (compute && std::regex_search(name, *compute)) {
      if (known.kind == KernelKind::kGemm) continue;
      known = {.kind = KernelKind::kOtherCompute, .family = "--compute"};
    }
  }
  return result;
}

/// Divides what `comm` shares with compute kernels among them.
class HiddenSplitter {
 public:
  HiddenSplitter(const RankSpans& spans, const std::vector<size_t>& compute)
      : spans_(spans), compute_(compute) {
    int64_t latest = INT64_MIN;
    for (const size_t i : compute) {
      latest = std::max(latest, spans.span(i).end_ns);
      latest_end_.push_back(latest);
    }
  }
  void split(CommKernel& comm) const;

 private:
  const RankSpans& spans_;
  const std::vector<size_t>& compute_;  // by start
  std::vector<int64_t> latest_end_;     // of compute_[0..i]
};

// Between two neighbouring starts and ends the same k kernels run; each gets a k-th of that time,
// the first ones a nanosecond more where it does not divide.
void HiddenSplitter::split(CommKernel& comm) const {
  const TimelineSpan& span = spans_.span(comm.span);
  struct Change {
    int64_t at_ns;
    size_t span;
    bool is_start;
  };
  std::vector<Change> changes;
  size_t i = static_cast<size_t>(std::ranges::upper_bound(latest_end_, span.start_ns) -
                                 latest_end_.begin());
  for (; i < compute_.size() && spans_.span(compute_[i]).start_ns < span.end_ns; ++i) {
    const TimelineSpan& other = spans_.span(compute_[i]);
    const int64_t begin = std::max(other.start_ns, span.start_ns);
    const int64_t end = std::min(other.end_ns, span.end_ns);
    if (begin >= end) continue;
    changes.push_back({begin, compute_[i], true});
    changes.push_back({end, compute_[i], false});
  }
  std::ranges::stable_sort(changes, {}, &Change::at_ns);
  std::map<size_t, int64_t> share;
  std::vector<size_t> running;
  int64_t since = 0;
  for (const Change& change : changes) {
    const int64_t length = change.at_ns - since;
    const int64_t count = static_cast<int64_t>(running.size());
    for (size_t k = 0; k < running.size() && length > 0; ++k)
      share[running[k]] += length / count + (static_cast<int64_t>(k) < length % count ? 1 : 0);
    if (!running.empty()) comm.hidden_ns += length;
    since = change.at_ns;
    change.is_start ? running.push_back(change.span) : (void)std::erase(running, change.span);
  }
  for (const auto& [index, hidden] : share) comm.hidden_by.push_back({index, hidden});
  std::ranges::stable_sort(comm.hidden_by, std::greater(), &HiddenBy::hidden_ns);
}

Intervals busy(const RankSpans& spans, const std::vector<size_t>& members) {
  std::vector<Interval> intervals;
  for (const size_t i : members)
    intervals.push_back({spans.span(i).start_ns, spans.span(i).end_ns});
  return union_of(std::move(intervals));
}

int32_t busiest_stream(const RankSpans& spans, const std::vector<size_t>& members) {
  std::map<int32_t, int64_t> time;
  for (const size_t i : members) time[spans.span(i).stream] += spans.span(i).duration_ns();
  const auto most =
      std::ranges::max_element(time, {}, [](const auto& entry) { return entry.second; });
  return most == time.end() ? -1 : most->first;
}

std::vector<Gap> gaps_of(const RankSpans& spans, int32_t stream) {
  std::vector<Gap> gaps;
  std::optional<int64_t> end;
  for (size_t i = spans.begin; i < spans.end; ++i) {
    const TimelineSpan& span = spans.span(i);
    if (span.stream != stream) continue;
    if (end && span.start_ns - *end > kMinGapNs) gaps.push_back({*end, span.start_ns});
    end = std::max(end.value_or(span.end_ns), span.end_ns);
  }
  return gaps;
}

int32_t sms_of(const TimelineRank& rank, const OverlapOptions& options) {
  if (options.num_sms > 0) return options.num_sms;
  return rank.num_sms > 0 ? rank.num_sms : sms_of_device(rank.device_name);
}

ShownOrder order_of(const RankSpans& spans) {
  std::vector<std::string_view> words;
  for (size_t i = spans.begin; i < spans.end; ++i) {
    if (spans.is_gemm(i)) words.emplace_back("GEMM");
    if (spans.name(i).kind == KernelKind::kCommunication)
      words.emplace_back(spans.name(i).operation);
  }
  return shown_order(words);
}

RankOverlap measure_rank(const RankSpans& spans, const OverlapOptions& options, int32_t num_sms) {
  RankOverlap rank{.num_sms = num_sms};
  std::vector<size_t> comm, compute;
  for (size_t i = spans.begin; i < spans.end; ++i) {
    const KernelKind kind = spans.name(i).kind;
    if (spans.is_compute(i)) compute.push_back(i);
    if (spans.is_gemm(i)) rank.gemms.push_back(i);
    if (kind == KernelKind::kCommunication) comm.push_back(i);
    if (kind == KernelKind::kFused) rank.fused_ns += spans.span(i).duration_ns();
  }
  rank.comm.reserve(comm.size());
  for (const size_t i : comm) rank.comm.push_back({.span = i});
  rank.order = order_of(spans);
  const Intervals comm_busy = busy(spans, comm);
  const Intervals compute_busy = busy(spans, compute);
  rank.numbers =
      overlap_numbers(length_ns(comm_busy), length_ns(intersection_of(comm_busy, compute_busy)),
                      length_ns(compute_busy));
  for (const size_t gemm : rank.gemms) rank.gemm_overlap_ns += spans.span(gemm).duration_ns();
  rank.gemm_overlap_ns -= length_ns(busy(spans, rank.gemms));
  rank.compute_stream = busiest_stream(spans, rank.gemms.empty() ? compute : rank.gemms);
  rank.gaps = gaps_of(spans, rank.compute_stream);
  const HiddenSplitter splitter(spans, compute);
  for (CommKernel& kernel : rank.comm) splitter.split(kernel);
  explain_starts(spans, options, rank);
  return rank;
}

std::vector<UnknownKernel> unknown_kernels(const Timeline& timeline,
                                           const std::vector<KernelName>& names) {
  std::map<std::string, int64_t> unknown;
  int64_t compute_ns = 0;
  for (const TimelineSpan& span : timeline.spans) {
    const KernelName& name = names[static_cast<size_t>(span.name)];
    if (name.kind != KernelKind::kOtherCompute && name.kind != KernelKind::kGemm) continue;
    compute_ns += span.duration_ns();
    if (name.family.empty()) unknown[timeline.name_of(span)] += span.duration_ns();
  }
  std::vector<UnknownKernel> large;
  for (const auto& [name, total_ns] : unknown) {
    const double percent =
        compute_ns == 0 ? 0
                        : 100.0 * static_cast<double>(total_ns) / static_cast<double>(compute_ns);
    if (percent >= 1) large.push_back({name, total_ns, percent});
  }
  std::ranges::stable_sort(large, std::greater(), &UnknownKernel::total_ns);
  return large;
}

}  // namespace

OverlapNumbers overlap_numbers(int64_t comm_ns, int64_t hidden_ns, int64_t compute_ns) {
  OverlapNumbers numbers{.comm_ns = comm_ns,
                         .hidden_ns = hidden_ns,
                         .exposed_ns = comm_ns - hidden_ns,
                         .compute_ns = compute_ns};
  if (comm_ns > 0)
    numbers.overlap_percent = 100.0 * static_cast<double>(hidden_ns) / static_cast<double>(comm_ns);
  return numbers;
}

OverlapNumbers sum_of(std::span<const OverlapNumbers> ranks) {
  int64_t comm_ns = 0, hidden_ns = 0, compute_ns = 0;
  for (const OverlapNumbers& rank : ranks) {
    comm_ns += rank.comm_ns;
    hidden_ns += rank.hidden_ns;
    compute_ns += rank.compute_ns;
  }
  return overlap_numbers(comm_ns, hidden_ns, compute_ns);
}

OverlapReport measure_overlap(const Timeline& timeline, const OverlapOptions& options) {
  OverlapReport report{.names = classify_all(timeline.names, options)};
  for (const TimelineSpan& span : timeline.spans) {
    // A copy or a set is no compute, whatever it is called.
    KernelName& name = report.names[static_cast<size_t>(span.name)];
    if (span.activity != Activity::kKernel && name.kind != KernelKind::kCommunication)
      name = {.kind = KernelKind::kMemory, .family = "memory"};
  }
  size_t begin = 0;
  std::vector<OverlapNumbers> numbers;
  for (size_t r = 0; r < timeline.ranks.size(); ++r) {
    size_t end = begin;
    while (end < timeline.spans.size() && timeline.spans[end].rank == static_cast<int32_t>(r))
      ++end;
    report.ranks.push_back(measure_rank({timeline, report.names, begin, end}, options,
                                        sms_of(timeline.ranks[r], options)));
    numbers.push_back(report.ranks.back().numbers);
    begin = end;
  }
  report.all = sum_of(numbers);
  report.unknown = unknown_kernels(timeline, report.names);
  return report;
}

}  // namespace stretto
