#ifndef STRETTO_MODELS_PARSER_DECLARATIONS_H_
#define STRETTO_MODELS_PARSER_DECLARATIONS_H_

// What stands between `schedule` and `rank r:`.

#include <string_view>

#include "models/parser_cursor.h"
#include "models/syntax.h"

namespace stretto::parsing {

/// Reads one declaration, without the `;` or the end of line behind it. `keyword` is the keyword of
/// the declaration before it (empty: none), which is repeated where there is no other, and becomes
/// that of this one, even if the rest of it fails.
syntax::Declaration parse_declaration(Cursor& cursor, std::string_view& keyword);

}  // namespace stretto::parsing

#endif  // STRETTO_MODELS_PARSER_DECLARATIONS_H_
