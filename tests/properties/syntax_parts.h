#ifndef STRETTO_TESTS_PROPERTIES_SYNTAX_PARTS_H_
#define STRETTO_TESTS_PROPERTIES_SYNTAX_PARTS_H_

// Random pieces of statements: expressions, places, values and clauses, drawn from the random
// choices of the RapidCheck property that calls this.

#include <cstddef>
#include <string>
#include <vector>

#include "models/syntax.h"

namespace stretto {

/// 0..count-1; a failure shrinks to small ones.
int below(size_t count);
bool maybe();

/// Often one of the words that are keywords in some places only.
std::string any_name();

template <typename Make>
auto any_list(int least, int most, Make make) {
  std::vector<decltype(make())> list;
  const int count = least + below(most - least + 1);
  for (int i = 0; i < count; ++i) list.push_back(make());
  return list;
}

/// At most `depth` operators deep.
syntax::Expr any_expr(int depth = 3);
syntax::ValueExpr any_value(int depth = 3);

syntax::RankRef any_rank();
syntax::PlaceRef any_place();
syntax::PlaceRef any_stream();
syntax::PlaceRef any_event();
syntax::Binder any_binder();
syntax::EventUse any_event_use();
syntax::Clauses any_clauses();
syntax::Bump any_bump();
syntax::Condition any_condition();

}  // namespace stretto

#endif  // STRETTO_TESTS_PROPERTIES_SYNTAX_PARTS_H_
