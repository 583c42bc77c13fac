// "Why one pass is enough" (DESIGN.md, section 5), tested: on small random programs every run is
// tried, and verify() must say of one run what is true of all.
//
// In the most blocking legal implementation every run gets stuck at the same ops; in the least
// ordering one two accesses are unordered exactly if they can be in flight together; without
// either, contents are unique.

#include <gtest/gtest.h>

#include "models/expand.h"
#include "models/parser.h"
#include "tests/oracle/agreement.h"
#include "tests/oracle/explorer.h"
#include "tests/properties/check_property.h"
#include "tests/properties/random_program.h"
#include "verify/verdict.h"

namespace stretto {
namespace {

constexpr int kUsualCases = 400;
constexpr size_t kMaxStates = 30'000;

Program program_of(const RandomProgram& random) {
  return expand(parse(to_text(random), "random.sched"), options_of(random));
}

oracle::Exploration explore_small(const Program& program) {
  return oracle::explore(program, {.max_states = kMaxStates, .seed = 1, .num_runs = 3});
}

TEST(monotone, one_pass_says_what_all_runs_do) {
  check_property("one pass says what all runs do", kUsualCases, [] {
    const RandomProgram random = *random_program();
    Program program = program_of(random);
    const oracle::Exploration found = explore_small(program);
    RC_PRE(!found.is_too_large);
    RC_TAG(oracle::class_of(found));
    const Verdict verdict = verify(program);
    RC_ASSERT(oracle::disagreement(program, found, verdict) == "");
  });
}

// With a set beside a bump or a wait, the order of events decides and nothing else is promised.
TEST(monotone, an_unordered_set_is_the_violation) {
  check_property("an unordered set is the violation", kUsualCases / 4, [] {
    const RandomProgram random = *random_program(true);
    Program program = program_of(random);
    oracle::Exploration found = explore_small(program);
    RC_PRE(!found.is_too_large);
    RC_TAG(oracle::class_of(found));
    const Verdict verdict = verify(program);
    if (!found.races.empty()) {
      RC_ASSERT(!verdict.ok());
    } else {
      RC_ASSERT(oracle::disagreement(program, found, verdict) == "");
    }
  });
}

}  // namespace
}  // namespace stretto
