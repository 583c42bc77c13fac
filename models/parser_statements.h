#ifndef STRETTO_MODELS_PARSER_STATEMENTS_H_
#define STRETTO_MODELS_PARSER_STATEMENTS_H_

// One statement of a body. Statements that hold others call back into parser_blocks.h.

#include "models/parser_cursor.h"
#include "models/syntax.h"

namespace stretto::parsing {

/// Where a statement stands in its block.
struct Context {
  /// Behind a `:` on the same line, where no `else` can follow.
  bool is_inline = false;
  /// The keyword that a statement without one repeats: `given`, `ensure` or empty. A statement sets
  /// it for the next one, even if the rest of it fails.
  std::string_view repeated;
};

/// Reads one statement; a simple one without the `;` or the end of line behind it, one that ends in
/// a block with the whole block.
syntax::Statement parse_statement(Cursor& cursor, Context& context);

}  // namespace stretto::parsing

#endif  // STRETTO_MODELS_PARSER_STATEMENTS_H_
