#include <stdexcept>
#include <string>

#include "sim/cli/command.h"
#include "sim/cli/demo.h"
#include "sim/cli/json_text.h"
#include "sim/cli/run_report.h"
#include "sim/cli/verdict_text.h"

namespace stretto {
namespace {

constexpr std::string_view kHelp = R"(usage: stretto demo [--json]

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
changed, `given x[0] = A(r)` to `given x[r] = A(r)` (tests/failures/te_1583_home_r.sched):

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

/// The tables of who holds what say the same in less room.
void shorten_dataflow(VerifyReport& report) {
  for (Finding& finding : report.findings) {
    std::string& message = finding.violation.message;
    if (finding.violation.check == Check::kDataflow) message.resize(message.find('\n'));
  }
}

std::string story(Demo demo) {
  shorten_dataflow(demo.slot_r);
  std::string text(kRing);
  text += "  $ stretto verify ring_ag_gemm --tp 2..64\n" + verdict_text(demo.ring);
  text.append(kRingRun);
  text += "  $ stretto run ring_ag_gemm --on cpu --dtype bf16\n" + run_text(demo.ring_run);
  text.append(kQuestion);
  text += "  $ stretto verify te_atomic_ag --tp 4\n" + verdict_text(demo.slot_0);
  text.append(kOtherPlacement) += verdict_text(demo.slot_r);
  text.append(kOtherRun) += run_outcome_text(demo.slot_r_run);
  return text.append(kEnd);
}

}  // namespace

int command_demo(const Arguments& arguments, std::ostream& out, std::ostream&) {
  const Options options = parse_options(arguments, {Flag::kJson});
  if (!options.names.empty()) {
    throw std::invalid_argument("found '" + options.names.front() + "'; accepted: --json");
  }
  const Demo demo = make_demo();
  out << (options.is_json ? to_json(demo) : story(demo));
  return demo.ok() ? kGood : kPropertyFails;
}

const Command kCommandDemo = {"demo", "the main job in under a minute, told as a story",
                              command_demo, kHelp};

}  // namespace stretto
