#ifndef STRETTO_MODELS_PARSER_EXPRESSIONS_H_
#define STRETTO_MODELS_PARSER_EXPRESSIONS_H_

// Integer expressions. Each verb reads one at the cursor and throws a Failure (already reported)
// when there is none.

#include "models/parser_cursor.h"
#include "models/syntax.h"

namespace stretto::parsing {

syntax::Expr parse_expr(Cursor& cursor);

/// An expression without comparison, `not and or` and `?` outside parentheses, as in `s >= n and
/// ..`.
syntax::Expr parse_sum(Cursor& cursor);

}  // namespace stretto::parsing

#endif  // STRETTO_MODELS_PARSER_EXPRESSIONS_H_
