#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/cli/run_report.h"
#include "sim/cli/verdict_text.h"
#include "sim/cli/words.h"

namespace stretto {
namespace {

constexpr size_t kListedMax = 8;

std::string outcome(const RunReport& report) {
  if (!report.is_run) return "not run";
  if (!report.finished) return "hang";
  return report.wrong.empty() ? "bitwise right" : "wrong";
}

std::string heading(const RunReport& report) {
  return fmt::format("{}  tp {}  {}x{}x{} {}  {}{}\n", report.schedule, report.tp.value,
                     report.shape.m, report.shape.n, report.shape.k, report.dtype, outcome(report),
                     report.is_run ? fmt::format("  ({:.2f} s)", report.seconds) : "");
}

std::string rejected_text(const RunReport& report) {
  if (report.violations.empty()) return "";
  std::string text = fmt::format("  verify rejects it{}:\n",
                                 report.is_run ? "" : ", so it is not run (--force runs it)");
  for (const Violation& violation : report.violations) {
    text += indented(violation_text(violation), 4);
  }
  return text;
}

/// Every slot is poisoned with NaN before a run.
std::string found_text(float found) {
  return std::isnan(found) ? "nan (never written)" : fmt::format("{}", found);
}

std::string wrong_text(const RunReport& report) {
  if (report.wrong.empty()) return "";
  std::string text = fmt::format("  {} of {} slots that the caller reads are wrong:\n",
                                 report.wrong.size(), report.num_slots);
  for (size_t i = 0; i < std::min(report.wrong.size(), kListedMax); ++i) {
    const WrongSlot& wrong = report.wrong[i];
    text +=
        fmt::format("    rank {}: {} should be {}; row {}, col {} is {}, should be {} ({} wrong)\n",
                    wrong.rank.value, wrong.slot, wrong.should_be, wrong.row, wrong.col,
                    found_text(wrong.found), wrong.expected,
                    counted(static_cast<size_t>(wrong.num_wrong), "element"));
  }
  if (report.wrong.size() > kListedMax) {
    text += fmt::format("    and {} more\n", report.wrong.size() - kListedMax);
  }
  return text;
}

std::string blocked_text(const RunReport& report) {
  std::string text;
  for (size_t i = 0; i < std::min(report.blocked.size(), kListedMax); ++i) {
    text += fmt::format("    {}\n      waits for {}\n", report.blocked[i].op,
                        report.blocked[i].waits_for);
  }
  if (report.blocked.size() > kListedMax) {
    text += fmt::format("    and {} more\n", report.blocked.size() - kListedMax);
  }
  return text.empty() ? "" : "  these never end:\n" + text;
}

std::string facts(const RunReport& report) {
  std::string text =
      fmt::format("  {} x {} on this CPU, {}; {} compared bit for bit, {} wrong\n",
                  counted(static_cast<size_t>(report.tp.value), "rank"),
                  counted(static_cast<size_t>(report.num_streams), "stream"), report.order,
                  counted(static_cast<size_t>(report.num_compared), "element"),
                  report.wrong.empty() ? "none" : counted(report.wrong.size(), "slot"));
  if (report.replicas_identical) {
    text += fmt::format("  {}\n", *report.replicas_identical
                                      ? "replicas hold the same bytes on every rank"
                                      : "not the same bytes on every rank");
  }
  return text;
}

}  // namespace

static std::string body(const RunReport& report) {
  if (!report.is_run) return "";
  std::string text = facts(report) + wrong_text(report) + blocked_text(report);
  if (report.violations.empty() && !report.bitwise_equal()) {
    text += fmt::format("  but verify accepts it: a bug of Stretto; --seed {} replays it\n",
                        report.seed);
  }
  return text;
}

std::string run_text(const RunReport& report) {
  return heading(report) + rejected_text(report) + body(report);
}

std::string run_outcome_text(const RunReport& report) { return heading(report) + body(report); }

}  // namespace stretto
