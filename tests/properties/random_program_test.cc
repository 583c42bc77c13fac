// The generator does what it is for: every text expands, and good schedules, races and hangs are
// common.

#include "tests/properties/random_program.h"

#include <gtest/gtest.h>

#include <map>

#include "models/expand.h"
#include "models/parser.h"
#include "tests/oracle/agreement.h"
#include "tests/oracle/explorer.h"

namespace stretto {
namespace {

TEST(random_program, every_class_is_common) {
  const rc::Gen<RandomProgram> generator = random_program();
  std::map<std::string, int> count;
  int explored = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const RandomProgram random = generator(rc::Random(seed), rc::kNominalSize).value();
    const Program program = expand(parse(to_text(random), "random.sched"), options_of(random));
    const oracle::Exploration found =
        oracle::explore(program, {.max_states = 20'000, .seed = 1, .num_runs = 1});
    if (found.is_too_large) continue;
    ++explored;
    ++count[oracle::class_of(found)];
  }
  EXPECT_GT(explored, 150);
  for (const char* name : {"good", "race", "hang"}) {
    EXPECT_GE(count[name] * 10, explored) << name << ": " << count[name] << " of " << explored;
  }
}

}  // namespace
}  // namespace stretto
