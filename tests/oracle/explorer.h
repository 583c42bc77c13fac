#ifndef STRETTO_TESTS_ORACLE_EXPLORER_H_
#define STRETTO_TESTS_ORACLE_EXPLORER_H_

// Every run of a small Program, one by one: the judge of verify().
//
// The idea: a run is an order of events. Each op has a start and an end; a copy that bumps `each`
// has one event more per share but the last, a non-blocking copy a landing. A state is the set of
// events that have happened (and the counters that a `set` has touched, the only thing that order
// can change). From every state, every enabled event is tried; states met before are not tried
// again. No theory is used, so that the theory behind verify() (DESIGN.md, "Why one pass is
// enough") can be tested:
//
//   Exploration found = explore(program, {.max_states = 100000});
//
//   most blocking (Guaranteed and Blocking only edges of program.h): where every run gets stuck,
//   and
//     whether all runs get stuck at the same ops;
//   least ordering (Guaranteed only): two conflicting accesses in flight in one state are a race;
//   contents: what each exit reads in several random runs, when nothing hangs and nothing races.
//
// An access lasts from the start to the end of its op: to its landing for a non-blocking copy; from
// the start of the launch to the start of the part for what a part awaits. On slots: write against
// read or write. On signals: a set against a bump, a wait or another set; two barriers on one pad.

#include <cstdint>
#include <string>
#include <vector>

#include "models/program.h"

namespace stretto::oracle {

struct ExploreOptions {
  size_t max_states = 100'000;  // of each of the two modes
  uint64_t seed = 1;            // of the runs that look at contents
  int num_runs = 3;
};

/// Two ops that can be in flight together, and what both touch ("x[1]@0").
struct Race {
  int32_t first = -1;  // op, the smaller index
  int32_t second = -1;
  std::string what;
  friend auto operator<=>(const Race&, const Race&) = default;
};

struct Exploration {
  bool is_too_large = false;  // then nothing else is known
  size_t num_states = 0;
  std::vector<int32_t>
      never_end;            // ops that do not end in the first run that gets stuck, ascending
  bool hangs_alike = true;  // every run gets stuck at these ops and no others
  std::vector<int32_t> least_never_end;  // the same in the least ordering mode
  bool least_hangs_alike = true;
  std::vector<Race> races;    // ascending
  bool has_set_race = false;  // one of them is a set's: then runs need not be alike
  /// Parallel to Program::slot_values: what exits read (value_text.h, exact), empty elsewhere.
  /// Filled when there is neither hang nor race.
  std::vector<std::string> exit_contents;
  bool contents_alike = true;  // the runs agreed
};

Exploration explore(const Program& program, const ExploreOptions& options = {});

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_EXPLORER_H_
