#include <algorithm>
#include <chrono>
#include <iostream>
#include <stdexcept>

#include "models/library.h"
#include "models/parser.h"
#include "sim/cli/command.h"
#include "sim/cli/json_text.h"
#include "sim/cli/schedule_source.h"
#include "sim/cli/terminal.h"
#include "sim/cli/verdict_text.h"
#include "sim/cli/verify_report.h"
#include "sim/cli/words.h"

namespace stretto {
namespace {

constexpr std::string_view kHelp =
    R"(usage: stretto verify NAME|FILE|--all [--tp N | --tp A..B] [--calls K] [--shape MxNxK]
                      [--set p=v].. [--dp N] [--sweep] [--json]

Proves a schedule right, or says what is wrong with it and where. Exit code 0 good, 1 rejected,
2 bad input or every size refused by the text's own `require`.

  --tp A..B    group sizes; default 4, with --all 2..8; sizes that `require` refuses are listed
  --calls K    the schedule K times back to back, default 1
  --shape ..   of the GEMM; default: the smallest in which everything divides, times 8
  --set p=v    a parameter of the schedule, or transport=ce|sm
  --sweep      every combination of the parameters that --set leaves open
  --all        every shipped schedule
  --json       the verdict as JSON

$ stretto verify ring_ag_gemm --tp 2..64
ring_ag_gemm  tp 2..64  good  (63 sizes, 0.31 s)

$ stretto verify te_atomic_ag --tp 4
te_atomic_ag  tp 4  good  (1 size, 0.00 s)
  the output is complete but not the same on every rank, by design (permuted)
  assumes quiet: every rank has left call k before any enters call k+1
  x[0..3] holds A(c), by slot:
    slot   0 1 2 3
    rank 0 0 3 2 1
    rank 1 1 0 3 2
    rank 2 2 1 0 3
    rank 3 3 2 1 0
..
)";

constexpr TpRange kRangeOfAll = {2, 8};

/// On a terminal, one line that is written over.
Progress progress_on(std::ostream& err) {
  if (!is_terminal(err)) return [](const std::string&) {};
  return [&err](const std::string& text) { write_over(err, text); };
}

std::vector<syntax::File> load_all() {
  std::vector<syntax::File> files;
  for (const ShippedSchedule& shipped : shipped_schedules()) {
    files.push_back(parse(shipped.text, std::string(shipped.path)));
  }
  return files;
}

std::vector<VerifyReport> verify_each(const std::vector<syntax::File>& files,
                                      const Options& options, std::ostream& err) {
  const TpRange range = options.tp.value_or(options.is_all ? kRangeOfAll : TpRange{});
  const Progress progress = progress_on(err);
  std::vector<VerifyReport> reports;
  reports.reserve(files.size());
  for (const syntax::File& file : files) {
    reports.push_back(verify_over(file, range, options, progress));
  }
  progress("");
  return reports;
}

/// Nothing was verified: every size of every schedule is refused.
void check_some_verified(const std::vector<VerifyReport>& reports) {
  if (!std::ranges::all_of(reports, &VerifyReport::is_refused)) return;
  std::string reasons;
  for (const VerifyReport& report : reports) {
    for (const Refusal& refusal : report.refused) {
      if (reasons.find(refusal.reason) == std::string::npos) {
        reasons += (reasons.empty() ? "" : "\n") + refusal.reason;
      }
    }
  }
  throw std::invalid_argument(reasons);
}

std::string report_text(const std::vector<VerifyReport>& reports, const Options& options,
                        double seconds) {
  if (options.is_json) return options.is_all ? to_json(reports) : to_json(reports.front());
  std::string text;
  for (const VerifyReport& report : reports) text += verdict_text(report);
  return options.is_all ? text + summary_text(reports, seconds) : text;
}

}  // namespace

int command_verify(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  const auto begin = std::chrono::steady_clock::now();
  const Options options =
      parse_options(arguments, {Flag::kTp, Flag::kShape, Flag::kSet, Flag::kCalls, Flag::kDp,
                                Flag::kAll, Flag::kSweep, Flag::kJson});
  if (options.is_all && !options.names.empty()) {
    throw std::invalid_argument("--all: found '" + options.names.front() +
                                "' beside it; accepted: one or the other");
  }
  const std::vector<syntax::File> files =
      options.is_all ? load_all() : std::vector{load_schedule(only_name(options))};
  const std::vector<VerifyReport> reports = verify_each(files, options, err);
  check_some_verified(reports);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  out << report_text(reports, options, elapsed.count());
  return std::ranges::all_of(reports, &VerifyReport::ok) ? kGood : kPropertyFails;
}

const Command kCommandVerify = {"verify", "proves a schedule right, or says what is wrong",
                                command_verify, kHelp};

}  // namespace stretto
