#include "sim/cli/trace_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/cli/words.h"

namespace stretto {
namespace {

constexpr size_t kMaxFindings = 5;  // of a kind

size_t place_of(const std::vector<size_t>& list, size_t span) {
  return static_cast<size_t>(std::ranges::find(list, span) - list.begin());
}

/// "first all-reduce": by operation, on its rank.
std::string comm_title(const TraceReport& report, const RankOverlap& rank, size_t number) {
  const auto operation = [&](size_t i) -> const std::string& {
    return report.overlap.name_of(report.timeline.spans[rank.comm[i].span]).operation;
  };
  size_t before = 0;
  for (size_t i = 0; i < number; ++i) before += operation(i) == operation(number) ? 1 : 0;
  return ordinal(before) + " " + operation(number);
}

std::string wait_text(const TraceReport& report, const RankOverlap& rank, size_t number) {
  const SmWait& wait = *rank.comm[number].sm_wait;
  const TimelineSpan& gemm = report.timeline.spans[wait.gemm];
  const TimelineSpan& comm = report.timeline.spans[rank.comm[number].span];
  const std::string gemm_title = ordinal(place_of(rank.gemms, wait.gemm)) + " GEMM";
  return fmt::format("the {} began {} the {}, whose grid of {} CTAs fills the device",
                     comm_title(report, rank, number),
                     wait.is_tail ? "in the tail of"
                                  : grouped(comm.start_ns - gemm.end_ns) + " ns behind the end of",
                     gemm_title, grouped(gemm.num_ctas));
}

std::string spin_text(const Spinning& spin) {
  return fmt::format(
      "the {} {} took {} ns on rank {} and {} ns on rank {}: rank {} stood in it until rank {} "
      "came "
      "(spinning)",
      ordinal(static_cast<size_t>(spin.number)), spin.operation, grouped(spin.waiting_ns),
      spin.waiting_rank, grouped(spin.late_ns), spin.late_rank, spin.waiting_rank, spin.late_rank);
}

std::string clock_text(const TraceReport& report, const FileClock& clock) {
  const std::string& file = report.timeline.ranks[static_cast<size_t>(clock.first_rank)].file;
  if (clock.num_matched == 0)
    return fmt::format("the clock of {} could not be compared: no matched collective", file);
  return fmt::format(
      "the clock of {} is {} ns {} that of {}, by the ends of {}; they scatter by {} ns (median)",
      file, grouped(std::abs(clock.offset_ns)), clock.offset_ns > 0 ? "behind" : "ahead of",
      report.timeline.ranks.front().file,
      counted(static_cast<size_t>(clock.num_matched), "matched collective"),
      grouped(clock.residual_ns));
}

/// Behind the first kMaxFindings of `count`.
void tell_rest(std::vector<std::string>& texts, size_t count, std::string_view what) {
  if (count > kMaxFindings)
    texts.push_back(fmt::format("{} {} more (--json has them all)", count - kMaxFindings, what));
}

}  // namespace

std::string ordinal(size_t number) {
  constexpr std::array<std::string_view, 10> kWords = {"first", "second", "third",   "fourth",
                                                       "fifth", "sixth",  "seventh", "eighth",
                                                       "ninth", "tenth"};
  if (number < kWords.size()) return std::string(kWords[number]);
  const size_t n = number + 1;
  const bool is_teen = n / 10 % 10 == 1;
  const std::string_view end = is_teen || n % 10 == 0 || n % 10 > 3 ? "th"
                               : n % 10 == 1                        ? "st"
                               : n % 10 == 2                        ? "nd"
                                                                    : "rd";
  return fmt::format("{}{}", n, end);
}

std::string grouped(int64_t number) {
  std::string digits = std::to_string(number);
  const size_t first = digits[0] == '-' ? 1 : 0;
  for (size_t i = digits.size(); i > first + 3;) digits.insert(i -= 3, 1, ',');
  return digits;
}

std::string percent_text(const std::optional<double>& percent) {
  return percent ? fmt::format("{:.1f} %", *percent) : "none";
}

std::string rank_title(const TraceReport& report, size_t rank) {
  const TimelineRank& device = report.timeline.ranks[rank];
  std::string text = fmt::format("rank {} (device {}", rank, device.device);
  if (device.process > 0) text += fmt::format(" of process {}", device.process);
  if (!device.device_name.empty()) text += ", " + device.device_name;
  const int32_t sms = report.overlap.ranks[rank].num_sms;
  return text + (sms > 0 ? fmt::format(", {} SMs)", sms) : ")");
}

OverlapNumbers numbers_of(const TraceReport& report, size_t rank) {
  return report.hta.empty() ? report.overlap.ranks[rank].numbers : report.hta[rank];
}

OverlapNumbers numbers_of_all(const TraceReport& report) {
  return report.hta.empty() ? report.overlap.all : sum_of(report.hta);
}

std::vector<std::string> rank_findings(const TraceReport& report, size_t r) {
  const RankOverlap& rank = report.overlap.ranks[r];
  std::vector<std::string> texts;
  size_t num_waits = 0;
  for (size_t i = 0; i < rank.comm.size(); ++i) {
    // Counting the ordinals of a text takes time: only those that are shown are written.
    if (rank.comm[i].sm_wait && ++num_waits <= kMaxFindings)
      texts.push_back(wait_text(report, rank, i));
  }
  tell_rest(texts, num_waits, "waited for SMs likewise:");
  if (rank.fused_ns > 0)
    texts.push_back(
        fmt::format("{} ns in kernels that compute and communicate at once: not "
                    "separable, in neither sum",
                    grouped(rank.fused_ns)));
  if (rank.num_sms == 0 && !rank.comm.empty())
    texts.emplace_back(
        "how many SMs the device has is not known, so nothing is said of waiting for them (--sms "
        "N)");
  return texts;
}

std::vector<std::string> common_findings(const TraceReport& report) {
  std::vector<std::string> texts;
  const auto& spinning = report.match.spinning;
  for (size_t i = 0; i < spinning.size() && i < kMaxFindings; ++i)
    texts.push_back(spin_text(spinning[i]));
  tell_rest(texts, spinning.size(), "collectives like that:");
  for (const std::string& operation : report.match.unmatched)
    texts.push_back("ranks ran " + operation + " a different number of times: not compared");
  for (const FileClock& clock : report.match.clocks) texts.push_back(clock_text(report, clock));
  const auto& unknown = report.overlap.unknown;
  for (size_t i = 0; i < unknown.size() && i < kMaxFindings; ++i)
    texts.push_back(fmt::format("counted as compute, no rule knows it ({:.1f} % of compute): {}",
                                unknown[i].compute_percent, unknown[i].name.substr(0, 100)));
  tell_rest(texts, unknown.size(), "unknown kernels:");
  return texts;
}

}  // namespace stretto
