#ifndef STRETTO_MODELS_PARSER_GROWN_H_
#define STRETTO_MODELS_PARSER_GROWN_H_

// Trees while they grow: `a + a + ..` makes high trees without deep recursion in the parser, and
// everything that walks a tree recurses, so that the height has a limit of its own.

#include <algorithm>
#include <utility>

#include "models/parser_cursor.h"

namespace stretto::parsing {

/// A syntax::Expr or syntax::ValueExpr and the number of nodes from its root to its farthest leaf.
template <typename Tree>
struct Grown {
  Tree tree;
  int height = 1;
};

/// Throws a Failure, already reported, when the parent grows beyond kDepthMax.
template <typename Tree>
void add_operand(Cursor& cursor, Grown<Tree>& parent, Grown<Tree> operand) {
  parent.height = std::max(parent.height, operand.height + 1);
  if (parent.height > kDepthMax) cursor.fail_too_deep();
  parent.tree.args.push_back(std::move(operand.tree));
}

}  // namespace stretto::parsing

#endif  // STRETTO_MODELS_PARSER_GROWN_H_
