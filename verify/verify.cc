#include <algorithm>
#include <future>
#include <iterator>
#include <optional>

#include "verify/checks.h"
#include "verify/race.h"
#include "verify/verdict.h"

namespace stretto {

// A run in which the race shows: one of the two held back as long as possible. Prefers one with
// wrong contents.
static void find_witness(Program& program, const Runner& runner, const RunResult& run,
                         const std::vector<Race>& races, Verdict& verdict) {
  const Order& order = runner.order();
  for (const Race& race : races) {
    for (int32_t late : {race.first, race.second}) {
      RunResult other = runner.run(Mode::kLeastOrdering, end_of(owner_of(program, late)));
      if (!other.is_complete) continue;
      Contents contents = compute_contents(program, order, other.order);
      bool is_wrong = has_wrong_exit(program, contents);
      if (is_wrong || !verdict.witness)
        verdict.witness = Witness{op_order(program, order, other.order), false};
      if (is_wrong) return;
    }
  }
  if (!verdict.witness) verdict.witness = Witness{op_order(program, order, run.order), false};
}

static bool has(const std::vector<Violation>& violations, Check check) {
  return std::ranges::any_of(violations, [&](const Violation& v) { return v.check == check; });
}

static void add_assumptions(const Program& program, Verdict& verdict) {
  if (program.assumes_quiet) verdict.assumes.push_back("quiet");
}

// What the order of the ops decides. Reads the program; contents (which intern values) run beside
// it.
struct OrderFindings {
  std::vector<Violation> violations;
  std::vector<Race> races;
  std::optional<bool> capturable;
};

static OrderFindings check_order(const Program& program, const Runner& runner,
                                 const RunResult& run) {
  OrderFindings found;
  HappensBefore before(program, runner, run);
  check_communicators(program, before, found.violations);
  found.races = check_races(program, runner.order(), before, found.violations);
  if (run.is_complete) found.capturable = check_joins(program, found.violations);
  return found;
}

// Below this a thread costs more than it saves.
static constexpr size_t kNumOpsForTwoThreads = 10'000;

Verdict verify(Program& program) {
  Verdict verdict;
  add_assumptions(program, verdict);
  Order order = make_order(program);
  Runner runner(program, order);
  check_bounds(program, verdict.violations);
  check_matching(program, verdict.violations);
  // A complete run of the most blocking implementation is a run of the least ordering one, too.
  RunResult run = runner.run(Mode::kMostBlocking);
  bool hangs = !run.is_complete;
  if (hangs) {
    check_deadlock(program, order, run, verdict.violations);
    verdict.witness = Witness{op_order(program, order, run.order), true};
    run = runner.run(Mode::kLeastOrdering);
  }
  bool is_large = program.ops.size() > kNumOpsForTwoThreads;
  auto ordering = std::async(is_large ? std::launch::async : std::launch::deferred,
                             [&] { return check_order(program, runner, run); });
  std::vector<Violation> of_contents;
  Contents contents = compute_contents(program, order, run.order);
  check_dataflow(program, contents, of_contents);
  check_contract(program, of_contents);
  verdict.replicas_identical = check_replicas(program, contents, of_contents);
  OrderFindings found = ordering.get();
  verdict.capturable = found.capturable;
  for (auto* violations : {&found.violations, &of_contents})
    std::ranges::move(*violations, std::back_inserter(verdict.violations));
  if (!hangs && !found.races.empty()) {
    find_witness(program, runner, run, found.races, verdict);
  } else if (!hangs && has(verdict.violations, Check::kDataflow)) {
    verdict.witness = Witness{op_order(program, order, run.order), false};
  }
  verdict.contents = std::move(contents.at_end);
  verdict.exit_contents = std::move(contents.at_exit);
  return verdict;
}

}  // namespace stretto
