#ifndef STRETTO_TESTS_ORACLE_AGREEMENT_H_
#define STRETTO_TESTS_ORACLE_AGREEMENT_H_

// verify() looks at one run, the explorer at all of them: do they say the same?
//
//   const Exploration found = explore(program);
//   EXPECT_EQ(disagreement(program, found, verify(program)), "");

#include <string>

#include "models/program.h"
#include "tests/oracle/explorer.h"
#include "verify/verdict.h"

namespace stretto::oracle {

/// Empty, or what each of the two says, with the ops named. Compared are
///   - that every run gets stuck at the same ops, in both modes (the explorer against itself);
///   - whether something hangs, and the ops that a hang's witness leaves out; that `capturable` is
///   known
///     where the least ordering implementation ends;
///   - whether something races;
///   - with neither, what exits read, and that all runs agree on it.
/// A racing `set` lets runs differ: then only the race is compared.
/// `found` must not be too large.
std::string disagreement(const Program& program, const Exploration& found, const Verdict& verdict);

/// "hang", "race" or "good"
std::string class_of(const Exploration& found);

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_AGREEMENT_H_
