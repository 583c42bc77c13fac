#ifndef STRETTO_MODELS_PARSER_CLAUSES_H_
#define STRETTO_MODELS_PARSER_CLAUSES_H_

// What statements end in. Each verb reads one clause, behind its keyword where it has one, and
// throws a Failure (already reported) when it is malformed.

#include <string_view>
#include <vector>

#include "models/parser_cursor.h"
#include "models/syntax.h"

namespace stretto::parsing {

/// `on`, `after`, `as` and `sms` in any order, each at most once. `clauses` holds what was read
/// before.
void parse_clauses(Cursor& cursor, syntax::Clauses& clauses);

/// True at `on`, `after`, `as` and `sms`.
bool at_clause(const Cursor& cursor);

/// `e[i] [if E], ..`
std::vector<syntax::EventUse> parse_events(Cursor& cursor);

/// `s[i], ..`
std::vector<syntax::PlaceRef> parse_streams(Cursor& cursor);

/// `s >= n`, `s += n` or `s mod m == n`
syntax::Condition parse_condition(Cursor& cursor);

/// Behind `bump`: `s [by n | each]`
syntax::Bump parse_bump_clause(Cursor& cursor);

/// Behind `via`: `word`, which means `kind`, or `sm(n)`.
void parse_via(Cursor& cursor, std::string_view word, syntax::Via::Kind kind, syntax::Via& via);

}  // namespace stretto::parsing

#endif  // STRETTO_MODELS_PARSER_CLAUSES_H_
