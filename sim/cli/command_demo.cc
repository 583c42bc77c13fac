#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "models/library.h"
#include "models/parser.h"
#include "sim/cli/command.h"
#include "sim/cli/run_report.h"
#include "sim/cli/schedule_source.h"
#include "sim/cli/verdict_text.h"
#include "sim/cli/verify_report.h"
#include "sim/cli/words.h"

namespace stretto {
namespace {

constexpr std::string_view kHelp = R"(usage: stretto demo

The main job in under a minute: a ring all-gather beside its GEMMs is proved and run, then the
public question TransformerEngine#1583 is answered.

$ stretto demo
1. A ring all-gather beside its GEMMs
..
Next: stretto list; stretto show te_atomic_ag --tp 4; stretto verify --all
)";

constexpr std::string_view kRing = R"(1. A ring all-gather beside its GEMMs

Rank r multiplies the chunk it holds while it passes that chunk on to rank r+1, tp times over. Is
that right for every group size? Can it hang? Can a slot be overwritten too early?

)";

constexpr std::string_view kRingRun = R"(
So far no byte has moved. Now for real: a thread per stream and rank, real buffers, random delays.

)";

constexpr std::string_view kQuestion = R"(
2. Where does a rank's own chunk belong? (TransformerEngine#1583)

In the atomic all-gather step i sends slot i into slot i+1 of the next rank, and one GEMM waits
chunk by chunk. TransformerEngine puts a rank's own chunk into slot 0:

)";

constexpr std::string_view kOtherPlacement = R"(
Complete, but every rank holds another rotation: block j of rank r is chunk r-1-j. That is the
design; the matching reduce-scatter takes the blocks in just that order.

The question was whether the own chunk should sit in slot r instead. The same text with one line
changed, `{}` to `{}` (tests/failures/te_1583_home_r.sched):

)";

constexpr std::string_view kOtherRun = R"(
Forced to run in the order that verify gives as witness, where the race goes the other way, even
blocks that looked right come out wrong:

)";

constexpr std::string_view kEnd = R"(
So slot 0 is right, and rotated on purpose; slot r races with the neighbour's copy and sends slots
before anything is in them.

Next: stretto list; stretto show te_atomic_ag --tp 4; stretto verify --all
)";

constexpr std::string_view kShippedLine = "given x[0] = A(r)";
constexpr std::string_view kAskedLine = "given x[r] = A(r)";

/// te_atomic_ag with the own chunk in slot r, as the issue asks.
syntax::File asked_placement() {
  const auto all = shipped_schedules();
  const auto shipped = std::ranges::find(all, "te_atomic_ag", &ShippedSchedule::name);
  const size_t at = shipped == all.end() ? std::string::npos : shipped->text.find(kShippedLine);
  if (at == std::string::npos) throw std::logic_error("te_atomic_ag has no line to change");
  std::string text(shipped->text);
  text.replace(at, kShippedLine.size(), kAskedLine);
  return parse(text, std::string(shipped->path));
}

VerifyReport verified(const syntax::File& file, TpRange range) {
  return verify_over(file, range, {}, [](const std::string&) {});
}

/// The tables of who holds what say the same in less room.
void shorten_dataflow(VerifyReport& report) {
  for (Finding& finding : report.findings) {
    std::string& message = finding.violation.message;
    if (finding.violation.check == Check::kDataflow) message.resize(message.find('\n'));
  }
}

/// True when the ring is good at every size and runs right.
bool tell_ring(std::ostream& out) {
  const syntax::File ring = load_schedule("ring_ag_gemm");
  out << kRing << "  $ stretto verify ring_ag_gemm --tp 2..64\n";
  const VerifyReport proof = verified(ring, {2, 64});
  out << verdict_text(proof) << kRingRun << "  $ stretto run ring_ag_gemm --on cpu --dtype bf16\n";
  Options options;
  options.dtype = "bf16";
  const RunReport run = run_on_cpu(ring, options);
  out << run_text(run);
  return proof.ok() && run.ok();
}

/// True when slot 0 is good, slot r is rejected, and the forced run of it is wrong.
bool tell_placements(std::ostream& out) {
  out << kQuestion << "  $ stretto verify te_atomic_ag --tp 4\n";
  const VerifyReport shipped = verified(load_schedule("te_atomic_ag"), {4, 4});
  out << verdict_text(shipped);
  out << fmt::format(fmt::runtime(kOtherPlacement), kShippedLine, kAskedLine);
  const syntax::File asked = asked_placement();
  VerifyReport rejected = verified(asked, {4, 4});
  shorten_dataflow(rejected);
  out << verdict_text(rejected) << kOtherRun;
  Options options;
  options.is_forced = true;
  options.is_replay = true;
  RunReport run = run_on_cpu(asked, options);
  run.violations.clear();  // told above
  out << run_text(run) << kEnd;
  return shipped.ok() && !rejected.ok() && !run.wrong.empty();
}

}  // namespace

int command_demo(const Arguments& arguments, std::ostream& out, std::ostream&) {
  const Options options = parse_options(arguments, {});
  if (!options.names.empty()) {
    throw std::invalid_argument("found '" + options.names.front() + "'; accepted: nothing");
  }
  const bool is_ring_good = tell_ring(out);
  const bool is_question_answered = tell_placements(out);
  return is_ring_good && is_question_answered ? kGood : kPropertyFails;
}

const Command kCommandDemo = {"demo", "the main job in under a minute, told as a story",
                              command_demo, kHelp};

}  // namespace stretto
