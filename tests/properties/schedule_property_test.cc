// What holds for every shipped schedule, whatever the tp and the parameters: a text survives being
// printed; exchanges that do not depend on each other may be made in any order; what verify() calls
// good is bit for bit right when it is run for real under random delays. The last also for random
// programs, with their hangs.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <regex>
#include <set>

#include "kernels/cpu/executor.h"
#include "models/expand.h"
#include "models/library.h"
#include "models/parser.h"
#include "models/printer.h"
#include "tests/oracle/explorer.h"
#include "tests/oracle/listing.h"
#include "tests/oracle/program_dump.h"
#include "tests/properties/check_property.h"
#include "tests/properties/random_program.h"
#include "verify/verdict.h"

namespace stretto {
namespace {

// A shipped schedule for some tp and parameters; models/schedules holds the texts.
struct Choice {
  std::string name;
  std::string text;
  ExpandOptions options;
};

void showValue(const Choice& choice, std::ostream& out) {
  out << choice.name << " --tp " << choice.options.tp.value;
  for (const auto& [parameter, value] : choice.options.set) {
    out << " --set " << parameter << "=" << value;
  }
}

Choice choose(const ShippedSchedule& shipped, int tp) {
  Choice choice{std::string(shipped.name), std::string(shipped.text), {}};
  choice.options.tp = TpSize{tp};
  const syntax::File file = parse(shipped.text, std::string(shipped.path));
  for (const ParameterDomain& domain : parameter_domains(file, choice.options)) {
    const bool is_default = *rc::gen::inRange(0, 2) == 0;
    if (is_default || domain.values.empty()) continue;
    choice.options.set.push_back({domain.name, *rc::gen::elementOf(domain.values)});
  }
  return choice;
}

rc::Gen<Choice> any_choice(int tp_max) {
  return rc::gen::exec([tp_max] {
    const auto shipped = shipped_schedules();
    const size_t index = *rc::gen::inRange<size_t>(0, shipped.size());
    return choose(shipped[index], *rc::gen::inRange(2, tp_max + 1));
  });
}

// The program, or a discarded case where `require`, a domain or a shape refuses.
Program program_of(const std::string& text, const ExpandOptions& options) {
  try {
    return expand(parse(text, "shipped.sched"), options);
  } catch (const InputError& refusal) {
    RC_DISCARD(std::string(refusal.what()));
  }
  return {};
}

std::string dump_without_lines(const Program& program) {
  oracle::Listing listing = oracle::listing_of(program);
  for (oracle::PlainOp& op : listing.ops) op.line = 0;
  return oracle::canonical_dump(listing);
}

std::string messages(const Verdict& verdict) {
  std::string text;
  for (const Violation& v : verdict.violations)
    text += to_string(v.check) + ": " + v.message + "\n";
  return text;
}

TEST(schedules, print_and_parse_change_nothing) {
  check_property("print and parse change nothing", 100, [] {
    const Choice choice = *any_choice(8);
    const syntax::File file = parse(choice.text, "shipped.sched");
    const std::string printed = print(file);
    RC_ASSERT(parse(printed, "printed.sched") == file);
    const Program program = program_of(choice.text, choice.options);
    RC_ASSERT(dump_without_lines(program) ==
              dump_without_lines(program_of(printed, choice.options)));
  });
}

// "for k in 1..tp-1: .." becomes "for k_ in 1..tp-1: let k = k_ * factor mod tp; ..".
std::string permuted(const std::string& text, int factor) {
  static const std::regex kLoop("\n( *)for (\\w+) in ([01]) *\\.\\. *tp *- *1(.*):\n");
  const std::string body =
      "\n$1for $2_ in $3..tp-1$4:\n$1  let $2 = $2_ * " + std::to_string(factor) + " mod tp\n";
  return std::regex_replace(text, kLoop, body);
}

TEST(schedules, independent_exchanges_may_come_in_any_order) {
  static const std::set<std::string_view> kDirect = {"direct_ag", "direct_rs", "nvfuser_direct_rs",
                                                     "direct_ag_pull", "flux_ag"};
  std::vector<ShippedSchedule> direct;
  for (const ShippedSchedule& shipped : shipped_schedules()) {
    if (kDirect.contains(shipped.name)) direct.push_back(shipped);
  }
  ASSERT_EQ(direct.size(), kDirect.size());
  check_property("independent exchanges may come in any order", 60, [&] {
    const size_t index = *rc::gen::inRange<size_t>(0, direct.size());
    const Choice choice = choose(direct[index], *rc::gen::inRange(2, 9));
    const int tp = choice.options.tp.value;
    const int factor = *rc::gen::inRange(1, tp);
    RC_PRE(std::gcd(factor, tp) == 1);
    const std::string text = permuted(print(parse(choice.text, "shipped.sched")), factor);
    RC_ASSERT(text.find("_ * ") != std::string::npos);
    Program program = program_of(text, choice.options);
    RC_ASSERT(messages(verify(program)) == "");
  });
}

std::string wrong_slots(const Program& program, const CpuResult& result) {
  std::string text = result.finished ? "" : "did not finish\n";
  for (const BlockedOp& blocked : result.blocked) {
    text += op_name(program, blocked.op) + " waits for " + blocked.waits_for + "\n";
  }
  for (const SlotMismatch& mismatch : result.mismatches) {
    text += slot_name_at(program, mismatch.slot) + ": " + std::to_string(mismatch.num_wrong) +
            " elements are wrong\n";
  }
  return text;
}

CpuOptions random_run(InputKind input) {
  CpuOptions options;
  options.input = input;
  options.dtype = *rc::gen::element(Dtype::kF32, Dtype::kBf16);
  options.seed = *rc::gen::arbitrary<uint64_t>();
  options.random_delays = true;
  options.watchdog_ms = 10'000;
  return options;
}

TEST(schedules, what_is_called_good_runs_bit_for_bit) {
  check_property("what is called good runs bit for bit", 60, [] {
    const Choice choice = *any_choice(8);
    Program program = program_of(choice.text, choice.options);
    const Verdict verdict = verify(program);
    RC_PRE(verdict.ok());
    const InputKind input = *rc::gen::element(InputKind::kOrigin, InputKind::kOrder);
    RC_TAG(input == InputKind::kOrigin ? "as ensured" : "in the order predicted");
    const std::vector<ValueId>& expected =
        input == InputKind::kOrigin ? program.slot_values : verdict.exit_contents;
    const CpuResult result = execute_on_cpu(program, expected, random_run(input));
    RC_ASSERT(wrong_slots(program, result) == "");
    RC_ASSERT(result.num_compared > 0);
  });
}

bool is_sound(const Verdict& verdict) {
  static const std::set<Check> kOrders = {Check::kMatching, Check::kDeadlock, Check::kRace,
                                          Check::kCalls, Check::kBounds};
  return std::ranges::none_of(verdict.violations,
                              [](const Violation& v) { return kOrders.contains(v.check); });
}

TEST(schedules, what_is_good_stays_good_on_every_transport) {
  check_property("what is good stays good on every transport", 60, [] {
    Choice choice = *any_choice(8);
    Program program = program_of(choice.text, choice.options);
    RC_PRE(verify(program).ok());
    choice.options.set.push_back({"transport", *rc::gen::element<std::string>("ce", "sm")});
    Program rewritten = program_of(choice.text, choice.options);
    RC_ASSERT(messages(verify(rewritten)) == "");
  });
}

// Numbers that would not be exact, and calls that meet with different sizes, cannot be run.
CpuResult run_or_discard(const Program& program, std::span<const ValueId> expected,
                         const CpuOptions& options) {
  try {
    return execute_on_cpu(program, expected, options);
  } catch (const std::invalid_argument& refusal) {
    RC_DISCARD(std::string(refusal.what()));
  }
  return {};
}

TEST(random_programs, without_race_or_hang_contents_are_as_predicted) {
  check_property("without race or hang contents are as predicted", 100, [] {
    RandomProgram random = *random_program();
    random.is_filled = true;
    Program program = expand(parse(to_text(random), "random.sched"), options_of(random));
    const Verdict verdict = verify(program);
    RC_PRE(is_sound(verdict));
    const CpuOptions options = random_run(*rc::gen::element(InputKind::kOrigin, InputKind::kOrder));
    const CpuResult result = run_or_discard(program, verdict.exit_contents, options);
    RC_ASSERT(wrong_slots(program, result) == "");
  });
}

TEST(random_programs, sound_ones_stay_sound_on_every_transport) {
  check_property("sound ones stay sound on every transport", 100, [] {
    const RandomProgram random = *random_program();
    const syntax::File file = parse(to_text(random), "random.sched");
    ExpandOptions options = options_of(random);
    Program program = expand(file, options);
    RC_PRE(is_sound(verify(program)));
    options.set.push_back({"transport", *rc::gen::element<std::string>("ce", "sm")});
    Program rewritten = expand(file, options);
    const Verdict verdict = verify(rewritten);
    if (!is_sound(verdict)) RC_FAIL(messages(verdict));
  });
}

TEST(random_programs, the_most_blocking_run_ends_where_nothing_hangs) {
  check_property("the most blocking run ends where nothing hangs", 60, [] {
    const RandomProgram random = *random_program();
    const Program program = expand(parse(to_text(random), "random.sched"), options_of(random));
    const oracle::Exploration found =
        oracle::explore(program, {.max_states = 10'000, .seed = 1, .num_runs = 1});
    RC_PRE(!found.is_too_large);
    const bool hangs = !found.never_end.empty();
    RC_TAG(hangs ? "hang" : "no hang");
    CpuOptions options = random_run(InputKind::kOrigin);
    options.most_blocking = true;
    options.watchdog_ms = hangs ? 100 : 10'000;
    const std::vector<ValueId> nothing(program.slot_values.size(), program.values.nothing());
    const CpuResult result = run_or_discard(program, nothing, options);
    RC_ASSERT(result.finished == !hangs);
  });
}

}  // namespace
}  // namespace stretto
