#include <algorithm>
#include <stdexcept>

#include "models/expand.h"
#include "models/trace.h"
#include "sim/chrome_trace.h"
#include "sim/cli/command.h"
#include "sim/cli/machine_source.h"
#include "sim/cli/schedule_source.h"
#include "sim/cli/terminal.h"
#include "sim/cli/trace_report.h"
#include "sim/cli/user_file.h"
#include "sim/hta_overlap.h"
#include "sim/op_cost.h"

namespace stretto {
namespace {

constexpr std::string_view kHelp =
    R"(usage: stretto trace FILE.. [--json | --markdown] [--definition own|hta] [--comm REGEX]
                     [--compute REGEX] [--shape MxNxK] [--sms N] [--report FILE.html]
                     [--trace FILE.json]
                     [--schedule NAME|FILE [--tp N] [--set p=v].. [--machine M]]

Did communication run while compute ran? Reads profilers' traces and answers with numbers: by rank,
by communication kernel, and why it began late. Several files are several ranks.

Files: Nsight Systems (`nsys stats -r cuda_gpu_trace` as CSV or table, `nsys export -t sqlite`),
PyTorch profiler and `stretto trace --trace` (Chrome JSON); texts may be gzipped.

  --definition hta   the percentage as HolisticTraceAnalysis computes it
  --comm REGEX       kernels that are communication, ahead of the built-in table
  --compute REGEX    kernels that are compute, likewise
  --shape MxNxK      of each GEMM kernel, or with --schedule of the whole: with the tile in a GEMM's
                     name it gives the number of waves
  --sms N            of the device, where neither trace nor name tells
  --schedule ..      which kernel is which op of a schedule; exit code 1 if they do not match
  --machine M        what each of its ops takes alone on that machine, beside what was measured;
                     a name of `stretto list machines` or a FILE.json; for the shape of --shape
  --markdown         the verdict for a pull request
  --report FILE      a page with the timelines drawn
  --trace FILE       all ranks on one clock as Chrome JSON, for Perfetto
  --json             everything as JSON

$ stretto trace tests/data/linear_all_reduce_2xh100.txt
rank 0 (device 0, NVIDIA H100 80GB HBM3, 132 SMs)
  overlap  29.5 %: communication 546,780 ns, hidden 161,247 ns, exposed 385,533 ns
..
)";

ReadProgress progress_on(std::ostream& err, const std::string& file) {
  if (!is_terminal(err)) return {};
  return [&err, file, shown = int64_t{-1}](int64_t done, int64_t total) mutable {
    const int64_t percent = total > 0 ? std::min<int64_t>(100 * done / total, 100) : 0;
    if (percent == shown) return;
    shown = percent;
    const size_t filled = static_cast<size_t>(percent / 4);
    write_over(err, file + " [" + std::string(filled, '#') + std::string(25 - filled, '.') + "] " +
                        std::to_string(percent) + " %");
  };
}

Timeline read_all(const Arguments& files, std::ostream& err) {
  Timeline timeline;
  for (const std::string& file : files) {
    const ReadProgress progress = progress_on(err, file);
    append(timeline, read_trace(user_path(file), progress));
    if (progress) write_over(err, "");
  }
  return timeline;
}

void check(const Options& options) {
  if (options.names.empty())
    throw std::invalid_argument("trace: found no file; accepted: one or more trace files");
  if (options.is_json && options.is_markdown)
    throw std::invalid_argument("--markdown: found beside --json; accepted: one of them");
  const bool needs_schedule = options.tp || !options.set.empty() || !options.machine.empty();
  if (needs_schedule && options.schedule.empty())
    throw std::invalid_argument("--tp, --set, --machine: found without --schedule NAME");
}

/// Of each GEMM kernel: as it was said, or as the schedule divides it. nullopt: not known.
std::optional<GemmShape> gemm_shape_of(const Options& options,
                                       const std::optional<Program>& program) {
  if (!options.shape) return std::nullopt;
  if (!program) return GemmShape{options.shape->m, options.shape->n};
  for (const Op& op : program->ops) {
    if (op.kind != OpKind::kGemm || !is_launch(op)) continue;
    const Shape shape = gemm_shape(*program, op);
    return GemmShape{shape.m, shape.n};
  }
  return std::nullopt;
}

}  // namespace

int command_trace(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  const Options options = parse_options(
      arguments, {Flag::kJson, Flag::kMarkdown, Flag::kDefinition, Flag::kComm, Flag::kCompute,
                  Flag::kSms, Flag::kReport, Flag::kTrace, Flag::kSchedule, Flag::kMachine,
                  Flag::kTp, Flag::kShape, Flag::kSet});
  check(options);
  OverlapOptions overlap_options{
      .comm_pattern = options.comm, .compute_pattern = options.compute, .num_sms = options.num_sms};
  std::optional<Program> program;
  if (!options.schedule.empty())
    program = expand(load_schedule(options.schedule),
                     expand_options(options, only_tp(options, TpSize{4})));
  overlap_options.gemm_shape = gemm_shape_of(options, program);
  std::optional<Machine> machine;
  if (!options.machine.empty()) machine = load_machine(options.machine);
  TraceReport report{.timeline = read_all(options.names, err)};
  report.overlap = measure_overlap(report.timeline, overlap_options);
  report.match = match_ranks(report.timeline, report.overlap);
  if (options.definition == "hta") report.hta = measure_hta_overlap(report.timeline);
  if (program) report.ops = match_ops(report.timeline, report.overlap, std::move(*program));
  if (report.ops && machine) predict_ops(*machine, *report.ops);
  if (!options.report.empty()) write_user_text("--report", options.report, trace_html(report));
  if (!options.trace.empty())
    write_user_text("--trace", options.trace,
                    chrome_trace(aligned(report.timeline, report.match.clocks)));
  out << (options.is_json       ? trace_json(report)
          : options.is_markdown ? trace_markdown(report)
                                : trace_text(report));
  return report.ops && !report.ops->is_whole() ? kPropertyFails : kGood;
}

const Command kCommandTrace = {"trace", "did it overlap? numbers from a profiler's trace",
                               command_trace, kHelp};

}  // namespace stretto
