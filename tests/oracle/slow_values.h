#ifndef STRETTO_TESTS_ORACLE_SLOW_VALUES_H_
#define STRETTO_TESTS_ORACLE_SLOW_VALUES_H_

// `given P = V` and `ensure P = V`, slot by slot, as text.

#include <vector>

#include "models/syntax.h"
#include "tests/oracle/listing.h"
#include "tests/oracle/slow_scope.h"

namespace stretto::oracle {

/// Who says it, and when: values without `@` are this rank's, values are tagged by call.
struct Speaker {
  int rank = 0;        // in the world
  int first_rank = 0;  // of the group
  int tp = 1;
  int call = 0;
};

/// The assignments of nested binders in the order of the text; one empty assignment without
/// binders.
std::vector<Env> assignments(const std::vector<syntax::Binder>& binders, const Env& env);

/// Appends a slot and its value for every slot of the statement's place and every binding.
/// Returns false where an index leaves its dimension.
bool append_values(const syntax::Statement& statement, const Scope& scope, const Env& env,
                   const Speaker& speaker, std::vector<PlainValue>& values);

/// A rank behind `@`, `->` or `<-`: in the world.
int find_rank(const syntax::RankRef& reference, const Env& env, const Speaker& speaker);

/// The ranks whose colour equals the speaker's: of its group, or of the world where the colour
/// mentions `w` or `dp`. Ascending.
std::vector<int> members_of_colour(const syntax::Expr& colour, const Env& env,
                                   const Speaker& speaker);

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_SLOW_VALUES_H_
