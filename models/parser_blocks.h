#ifndef STRETTO_MODELS_PARSER_BLOCKS_H_
#define STRETTO_MODELS_PARSER_BLOCKS_H_

// Blocks, and how parsing goes on behind an error: with the next statement of the line, or with the
// next line; deeper lines below a statement that failed are read for their own errors.

#include <vector>

#include "models/parser_cursor.h"
#include "models/syntax.h"

namespace stretto::parsing {

/// Reads `:` and the block behind it: the rest of the line, or the deeper lines that follow.
std::vector<syntax::Statement> parse_block(Cursor& cursor);

/// Reads `if E: ..` and the `else` below it, behind the keyword.
void parse_if(Cursor& cursor, bool is_inline, syntax::Statement& statement);

}  // namespace stretto::parsing

#endif  // STRETTO_MODELS_PARSER_BLOCKS_H_
