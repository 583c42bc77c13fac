#ifndef STRETTO_VERIFY_CHECKS_H_
#define STRETTO_VERIFY_CHECKS_H_

// The checks of a verdict other than races (race.h), one .cc each. Each appends its violations.

#include <vector>

#include "verify/contents.h"
#include "verify/happens_before.h"
#include "verify/verdict.h"

namespace stretto {

/// matching.cc: sends and receives without a partner or of another size, collectives that some
/// member never enters or enters with another kind, waits for more than all bumps give, events
/// never recorded, peers outside the world.
void check_matching(const Program& program, std::vector<Violation>& violations);

/// communicators.cc: ops of two communicators that share two or more ranks must be ordered, and the
/// same way on all shared ranks.
void check_communicators(const Program& program, const HappensBefore& before,
                         std::vector<Violation>& violations);

/// deadlock.cc: `blocking` is a most blocking run that is not complete. Tells the shortest cycle,
/// or what is waited for in vain; which blocking-only edges it needs; the fewest hardware queues
/// that do not hang.
void check_deadlock(const Program& program, const Order& order, const RunResult& blocking,
                    std::vector<Violation>& violations);

/// dataflow.cc: what each exit reads against what it should.
void check_dataflow(Program& program, Contents& contents, std::vector<Violation>& violations);

/// contract.cc: the ensures cover each block of the result exactly once.
void check_contract(Program& program, std::vector<Violation>& violations);

/// replicas.cc: what the collective promises to be equal is equal on every rank. Returns whether it
/// is; null when nothing is replicated.
std::optional<bool> check_replicas(Program& program, Contents& contents,
                                   std::vector<Violation>& violations);

/// bounds.cc: indices that leave their dimension, ops that read what they overwrite.
void check_bounds(const Program& program, std::vector<Violation>& violations);

/// joins.cc: has everything ended before the caller's stream goes on? A violation only under
/// `require capturable`.
bool check_joins(const Program& program, std::vector<Violation>& violations);

}  // namespace stretto

#endif  // STRETTO_VERIFY_CHECKS_H_
