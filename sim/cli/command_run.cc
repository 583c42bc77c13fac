#include <stdexcept>

#include "sim/cli/command.h"
#include "sim/cli/json_text.h"
#include "sim/cli/run_report.h"
#include "sim/cli/schedule_source.h"

namespace stretto {
namespace {

constexpr std::string_view kHelp =
    R"(usage: stretto run NAME|FILE --on cpu [--tp N] [--shape MxNxK] [--dtype f32|bf16] [--seed S]
                   [--calls K] [--set p=v].. [--dp N] [--force] [--replay] [--json]

Verifies a schedule, then runs it: a thread per stream and rank, real buffers, random delays, every
result compared bit for bit. Exit code 0 right, 1 rejected or wrong, 2 bad input, 3 no such
executor in this build.

  --on cpu     where; this build has no CUDA executor yet
  --tp N       ranks, default 4
  --shape ..   of the GEMM; default: blocks of at least 64 x 64
  --dtype ..   of what travels: f32 (default) or bf16
  --seed S     of the inputs and the delays, default 0
  --force      runs what verify rejects
  --calls K    the schedule K times back to back, default 1
  --set p=v    a parameter of the schedule, or transport=ce|sm
  --replay     with --force: in the order of verify's witness, so that the wrong bytes or the hang
               come every time
  --json       the result as JSON

$ stretto run ring_ag_gemm --on cpu --tp 4 --dtype bf16
ring_ag_gemm  tp 4  256x256x256 bf16  bitwise right  (0.54 s)
  4 ranks x 5 streams on this CPU, random delays; 1048576 elements compared bit for bit, none wrong
  replicas hold the same bytes on every rank
)";

}  // namespace

int command_run(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  const Options options = parse_options(
      arguments, {Flag::kOn, Flag::kTp, Flag::kShape, Flag::kDtype, Flag::kSeed, Flag::kCalls,
                  Flag::kSet, Flag::kDp, Flag::kForce, Flag::kReplay, Flag::kJson});
  if (options.on.empty()) throw std::invalid_argument("--on is missing; accepted: --on cpu");
  if (options.is_replay && !options.is_forced) {
    throw std::invalid_argument("--replay without --force; accepted: --force --replay");
  }
  const syntax::File file = load_schedule(only_name(options));
  if (options.on == "cuda") {
    err << "stretto run: this build has no CUDA executor yet\n";
    return kEnvironment;
  }
  const RunReport report = run_on_cpu(file, options);
  out << (options.is_json ? to_json(report) : run_text(report));
  return report.ok() ? kGood : kPropertyFails;
}

const Command kCommandRun = {"run", "runs a schedule on this CPU and compares every bit",
                             command_run, kHelp};

}  // namespace stretto
