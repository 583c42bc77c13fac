#include "sim/cli/verdict_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/cli/words.h"

namespace stretto {
namespace {

/// The step from each size to the next, 0 where it is not always the same.
int step_of(const std::vector<TpSize>& sizes) {
  const int step = sizes[1].value - sizes[0].value;
  for (size_t i = 2; i < sizes.size(); ++i) {
    if (sizes[i].value - sizes[i - 1].value != step) return 0;
  }
  return step;
}

bool is_of_same_program(const Finding& a, const Finding& b) {
  return a.tp == b.tp && a.set == b.set;
}

/// The stories of the first program that fails.
std::string first_stories(const VerifyReport& report) {
  const Finding& first = report.findings.front();
  std::string text;
  if (report.num_programs > 1) {
    text += fmt::format("  at tp {}{}{}:\n", first.tp.value, first.set.empty() ? "" : " ",
                        assignments_text(first.set));
  }
  for (const Finding& finding : report.findings) {
    if (is_of_same_program(finding, first)) text += indented(violation_text(finding.violation), 2);
  }
  return text;
}

/// One line a check that fails elsewhere too: "also race: tp 3..8".
std::string later_stories(const VerifyReport& report) {
  std::vector<std::pair<Check, std::vector<TpSize>>> later;
  for (const Finding& finding : report.findings) {
    if (is_of_same_program(finding, report.findings.front())) continue;
    auto found =
        std::ranges::find(later, finding.violation.check, [](auto& pair) { return pair.first; });
    if (found == later.end()) found = later.insert(found, {finding.violation.check, {}});
    std::vector<TpSize>& sizes = found->second;
    if (sizes.empty() || sizes.back() != finding.tp) sizes.push_back(finding.tp);
  }
  std::string text;
  for (const auto& [check, sizes] : later) {
    text += fmt::format("  also {}: tp {}\n", to_string(check), sizes_text(sizes));
  }
  return text;
}

std::string assumption_text(const std::string& assumption) {
  if (assumption != "quiet") return assumption;
  return "quiet: every rank has left call k before any enters call k+1";
}

std::string facts_text(const VerifyReport& report) {
  std::string text;
  if (report.is_permuted && report.ok()) {
    text += "  the output is complete but not the same on every rank, by design (permuted)\n";
  }
  for (const std::string& assumption : report.assumes) {
    text += fmt::format("  assumes {}\n", assumption_text(assumption));
  }
  for (const std::string& note : report.notes) text += indented("note: " + note, 2);
  return text;
}

/// Sizes with the first reason given; a sweep counts combinations.
std::string refused_text(const VerifyReport& report) {
  if (report.refused.empty()) return "";
  std::vector<TpSize> sizes;
  for (const Refusal& refusal : report.refused) {
    if (sizes.empty() || sizes.back() != refusal.tp) sizes.push_back(refusal.tp);
  }
  const Refusal& first = report.refused.front();
  const bool is_swept = !first.set.empty();
  return fmt::format("  skipped {}tp {}: {}{}{}\n",
                     is_swept ? counted(report.refused.size(), "combination") + " at " : "",
                     sizes_text(sizes), first.reason, is_swept ? " with " : "",
                     assignments_text(first.set));
}

std::string counts_text(const VerifyReport& report) {
  std::string sizes = counted(report.sizes.size(), "size");
  const auto programs = static_cast<size_t>(report.num_programs);
  if (programs == report.sizes.size()) return sizes;
  return sizes + ", " + counted(programs, "program");
}

}  // namespace

std::string sizes_text(const std::vector<TpSize>& sizes) {
  if (sizes.size() > 3 && step_of(sizes) > 1) {
    return fmt::format("{}, {}, .., {}", sizes[0].value, sizes[1].value, sizes.back().value);
  }
  std::vector<std::string> runs;
  for (size_t begin = 0; begin < sizes.size();) {
    size_t end = begin + 1;
    while (end < sizes.size() && sizes[end].value == sizes[end - 1].value + 1) ++end;
    const bool is_one = end == begin + 1;
    runs.push_back(is_one ? std::to_string(sizes[begin].value)
                          : fmt::format("{}..{}", sizes[begin].value, sizes[end - 1].value));
    begin = end;
  }
  return joined(runs, ", ");
}

std::string violation_text(const Violation& violation) {
  std::vector<std::string> ranks;
  for (const Rank rank : violation.ranks) ranks.push_back(std::to_string(rank.value));
  std::string heading = to_string(violation.check);
  if (!ranks.empty()) heading += (ranks.size() == 1 ? ", rank " : ", ranks ") + joined(ranks, " ");
  return heading + "\n" + indented(violation.message, 2);
}

std::string verdict_text(const VerifyReport& report) {
  if (report.is_refused()) return report.schedule + "  refused\n" + refused_text(report);
  std::string text =
      fmt::format("{}  tp {}  {}  ({}, {:.2f} s)\n", report.schedule, sizes_text(report.sizes),
                  report.ok() ? "good" : "rejected", counts_text(report), report.seconds);
  if (!report.ok()) text += first_stories(report) + later_stories(report);
  text += facts_text(report) + refused_text(report);
  if (!report.ok() && !report.contents.empty()) text += "  one run of it ends with\n";
  for (const ContentsTable& table : report.contents) text += indented(to_string(table), 2);
  return text;
}

std::string summary_text(const std::vector<VerifyReport>& reports, double seconds) {
  size_t programs = 0;
  size_t bad = 0;
  for (const VerifyReport& report : reports) {
    programs += static_cast<size_t>(report.num_programs);
    bad += report.ok() ? 0 : 1;
  }
  return fmt::format("{}, {}, {}, {:.2f} s\n", counted(reports.size(), "schedule"),
                     counted(programs, "program"),
                     bad == 0 ? "all good" : fmt::format("{} rejected", bad), seconds);
}

}  // namespace stretto
