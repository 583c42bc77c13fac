#ifndef STRETTO_VERIFY_RACE_H_
#define STRETTO_VERIFY_RACE_H_

// Are any two conflicting accesses ordered, in every run of the least ordering implementation?
//
// Accesses to a slot are taken in the order of one run. A read must follow the last write, a write
// must follow the last write and all reads since; if all these neighbours are ordered, so is every
// conflicting pair. On a signal a `set` conflicts with everything, on a pad any two barriers of a
// rank do.

#include <optional>
#include <vector>

#include "verify/happens_before.h"
#include "verify/verdict.h"

namespace stretto {

/// Two conflicting ops that nothing orders.
struct Race {
  int32_t first = -1;  // in the order of the run that was followed
  int32_t second = -1;
  Slot slot;                     // of the first example
  std::optional<Signal> signal;  // instead of a slot
  bool first_writes = false;
  bool second_writes = false;
};

/// Appends race violations (grouped by statements and buffer) and returns the races, one a group.
std::vector<Race> check_races(const Program& program, const Order& order,
                              const HappensBefore& before, std::vector<Violation>& violations);

}  // namespace stretto

#endif  // STRETTO_VERIFY_RACE_H_
