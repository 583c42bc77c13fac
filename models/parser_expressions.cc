#include "models/parser_expressions.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "models/parser_grown.h"

namespace stretto::parsing {

using syntax::Expr;
using syntax::ExprKind;
using syntax::Mark;

namespace {

/// How tightly operators bind.
enum Level : int { kOrLevel, kAndLevel, kNotLevel, kCompareLevel, kSumLevel, kProductLevel };

struct Operator {
  std::string_view text;
  ExprKind kind;
  int level;
};

constexpr auto kOperators = std::to_array<Operator>({
    {"or", ExprKind::kOr, kOrLevel},
    {"and", ExprKind::kAnd, kAndLevel},
    {"==", ExprKind::kEqual, kCompareLevel},
    {"!=", ExprKind::kNotEqual, kCompareLevel},
    {"<", ExprKind::kLess, kCompareLevel},
    {"<-", ExprKind::kLess, kCompareLevel},
    {"<=", ExprKind::kLessEqual, kCompareLevel},
    {">", ExprKind::kGreater, kCompareLevel},
    {">=", ExprKind::kGreaterEqual, kCompareLevel},
    {"+", ExprKind::kAdd, kSumLevel},
    {"-", ExprKind::kSubtract, kSumLevel},
    {"*", ExprKind::kMultiply, kProductLevel},
    {"/", ExprKind::kDivide, kProductLevel},
    {"div", ExprKind::kDiv, kProductLevel},
    {"mod", ExprKind::kMod, kProductLevel},
});

const Operator* find_operator(std::string_view text) {
  const auto found = std::find_if(kOperators.begin(), kOperators.end(),
                                  [&](const Operator& op) { return op.text == text; });
  return found == kOperators.end() ? nullptr : &*found;
}

Grown<Expr> new_expr(ExprKind kind, Mark at) {
  Grown<Expr> grown;
  grown.tree.kind = kind;
  grown.tree.at = at;
  return grown;
}

Grown<Expr> grow_expr(Cursor& cursor);
Grown<Expr> grow_operators(Cursor& cursor, int level_min);

Grown<Expr> grow_min_max(Cursor& cursor) {
  Grown<Expr> grown =
      new_expr(cursor.peek().text == "min" ? ExprKind::kMin : ExprKind::kMax, cursor.mark());
  cursor.advance();
  cursor.expect("(");
  do {
    add_operand(cursor, grown, grow_expr(cursor));
  } while (cursor.accept(","));
  cursor.expect(")");
  return grown;
}

Grown<Expr> grow_primary(Cursor& cursor) {
  const Token token = cursor.peek();
  if (token.text == "min" || token.text == "max") return grow_min_max(cursor);
  if (token.text == "(") {
    cursor.advance();
    Grown<Expr> grown = grow_expr(cursor);
    cursor.expect(")");
    return grown;
  }
  Grown<Expr> grown = new_expr(ExprKind::kName, cursor.mark());
  if (token.kind == TokenKind::kNumber) {
    grown.tree.kind = ExprKind::kNumber;
    grown.tree.number = token.number;
  } else if (token.kind == TokenKind::kName || token.text == "all") {
    grown.tree.name = std::string(token.text);
  } else {
    cursor.want_at_least("an operand");
    cursor.fail_expected();
  }
  cursor.advance();
  return grown;
}

Grown<Expr> grow_unary(Cursor& cursor, int level_min) {
  const bool is_not = cursor.peek().text == "not" && level_min <= kNotLevel;
  if (!is_not && cursor.peek().text != "-") return grow_primary(cursor);
  const Nest nest(cursor);
  Grown<Expr> grown = new_expr(is_not ? ExprKind::kNot : ExprKind::kNegate, cursor.mark());
  cursor.advance();
  add_operand(cursor, grown,
              is_not ? grow_operators(cursor, kNotLevel) : grow_unary(cursor, kProductLevel));
  return grown;
}

/// Operands joined by the operators that bind as tightly as `level_min` or more so.
Grown<Expr> grow_operators(Cursor& cursor, int level_min) {
  Grown<Expr> left = grow_unary(cursor, level_min);
  bool is_comparison = false;
  for (;;) {
    const Operator* op = find_operator(cursor.peek().text);
    if (op == nullptr || op->level < level_min) return left;
    if (op->level == kCompareLevel && is_comparison) {
      cursor.fail("a second comparison '" + std::string(op->text) +
                  "'; comparisons do not chain, join them by 'and' or put one in parentheses");
    }
    is_comparison = op->level == kCompareLevel;
    Grown<Expr> joined = new_expr(op->kind, cursor.mark());
    if (op->text == "<-") {
      cursor.split_arrow();
    } else {
      cursor.advance();
    }
    add_operand(cursor, joined, std::move(left));
    add_operand(cursor, joined, grow_operators(cursor, op->level + 1));
    left = std::move(joined);
  }
}

Grown<Expr> grow_expr(Cursor& cursor) {
  const Nest nest(cursor);
  cursor.want("an expression");
  Grown<Expr> condition = grow_operators(cursor, kOrLevel);
  if (cursor.peek().text != "?") {
    cursor.want("an operator");
    return condition;
  }
  Grown<Expr> select = new_expr(ExprKind::kSelect, cursor.mark());
  cursor.advance();
  add_operand(cursor, select, std::move(condition));
  add_operand(cursor, select, grow_expr(cursor));
  cursor.expect(":");
  add_operand(cursor, select, grow_expr(cursor));
  return select;
}

}  // namespace

Expr parse_expr(Cursor& cursor) { return grow_expr(cursor).tree; }

Expr parse_sum(Cursor& cursor) {
  cursor.want("an operand");
  Expr sum = grow_operators(cursor, kSumLevel).tree;
  cursor.want("an arithmetic operator");
  return sum;
}

}  // namespace stretto::parsing
