#ifndef STRETTO_MODELS_PARSER_VALUES_H_
#define STRETTO_MODELS_PARSER_VALUES_H_

// The values of `given` and `ensure`: products, sums and reductions of tensors.

#include "models/parser_cursor.h"
#include "models/syntax.h"

namespace stretto::parsing {

/// Reads a value at the cursor; throws a Failure (already reported) when there is none.
syntax::ValueExpr parse_value(Cursor& cursor);

}  // namespace stretto::parsing

#endif  // STRETTO_MODELS_PARSER_VALUES_H_
