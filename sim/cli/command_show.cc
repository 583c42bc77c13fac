#include <stdexcept>

#include "models/expand.h"
#include "sim/cli/command.h"
#include "sim/cli/contents_table.h"
#include "sim/cli/json_text.h"
#include "sim/cli/program_text.h"
#include "sim/cli/schedule_source.h"
#include "verify/verdict.h"

namespace stretto {
namespace {

constexpr std::string_view kHelp =
    R"(usage: stretto show NAME|FILE [--tp N] [--shape MxNxK] [--set p=v].. [--calls K] [--dp N]
                    [--rank R] [--json] [--dot]

Shows what a schedule comes to: every rank's ops in posting order, then which slot holds what at the
end.

  --tp N       group size, default 4
  --rank R     the ops of one rank only
  --set p=v    a parameter of the schedule, or transport=ce|sm
  --calls K    the schedule K times back to back, default 1
  --dot        a graphviz digraph: solid stream order, dashed events, bold matches, dotted signals
  --json       ops and contents as JSON

$ stretto show te_atomic_ag --tp 2 --rank 1
te_atomic_ag  tp 2  8x8x8  (24 ops)
rank 1
  op  stream  what                                       waits for  line
  12  main    given x[0] = A(1)
  13  main    set ready[0] = 0, set ready[1] = 0                    17
..
x[0..1] holds A(c), by slot:
  slot   0 1
  rank 0 0 1
  rank 1 1 0
t[0..2] holds A(c) * W, by slot:
  slot   0 1 2
  rank 0 0 1 0
  rank 1 1 0 1
)";

void check_rank(const Program& program, const Options& options) {
  if (!options.rank || *options.rank < program.num_ranks()) return;
  throw std::invalid_argument("--rank: found '" + std::to_string(*options.rank) +
                              "'; accepted: 0 to " + std::to_string(program.num_ranks() - 1));
}

std::string whole_text(const Program& program, const Verdict& verdict, const Options& options) {
  const auto rank = options.rank ? std::optional<Rank>(Rank{*options.rank}) : std::nullopt;
  std::string text = program_text(program, rank);
  for (const ContentsTable& table : contents_tables(program, verdict, ContentsScope::kAll)) {
    text += to_string(table);
  }
  return text;
}

}  // namespace

int command_show(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  const Options options =
      parse_options(arguments, {Flag::kTp, Flag::kShape, Flag::kSet, Flag::kCalls, Flag::kDp,
                                Flag::kRank, Flag::kJson, Flag::kDot});
  const syntax::File file = load_schedule(only_name(options));
  Program program = expand(file, expand_options(options, only_tp(options, TpSize{4})));
  check_rank(program, options);
  if (options.is_dot) {
    out << program_dot(program);
    return kGood;
  }
  const Verdict verdict = verify(program);
  if (options.is_json) {
    out << to_json(program, contents_tables(program, verdict, ContentsScope::kAll));
  } else {
    out << whole_text(program, verdict, options);
  }
  if (!verdict.ok()) {
    err << "verify rejects this schedule; the contents are those of one run of it\n";
  }
  return kGood;
}

const Command kCommandShow = {"show", "every rank's ops, and who holds what at the end",
                              command_show, kHelp};

}  // namespace stretto
