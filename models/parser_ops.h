#ifndef STRETTO_MODELS_PARSER_OPS_H_
#define STRETTO_MODELS_PARSER_OPS_H_

// The statements that post something, and `given` and `ensure`: all that is no control structure.

#include <span>
#include <string_view>

#include "models/parser_cursor.h"
#include "models/syntax.h"

namespace stretto::parsing {

struct OpRule {
  std::string_view keyword;
  syntax::StatementKind kind;
  /// Reads what stands behind the keyword; may change the kind.
  void (*parse)(Cursor& cursor, syntax::Statement& statement);
};

/// Every rule, ordered by keyword.
std::span<const OpRule> op_rules();

}  // namespace stretto::parsing

#endif  // STRETTO_MODELS_PARSER_OPS_H_
