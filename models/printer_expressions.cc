#include <string>
#include <string_view>
#include <vector>

#include "models/printer.h"
#include "models/printer_parts.h"

namespace stretto {
namespace {

using printing::print_list;
using syntax::Binder;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Index;
using syntax::PlaceRef;
using syntax::RankRef;
using syntax::ValueExpr;
using syntax::ValueKind;

/// How tightly an expression binds; an operand that binds less tightly than its place wants
/// parentheses.
enum Level : int {
  kSelectLevel,
  kOrLevel,
  kAndLevel,
  kNotLevel,
  kCompareLevel,
  kSumLevel,
  kProductLevel,
  kNegateLevel,
  kPrimaryLevel,
};

struct Spelling {
  std::string_view word;
  Level level;
};

Spelling spelling_of(ExprKind kind) {
  switch (kind) {
    case ExprKind::kAdd:
      return {"+", kSumLevel};
    case ExprKind::kSubtract:
      return {"-", kSumLevel};
    case ExprKind::kMultiply:
      return {"*", kProductLevel};
    case ExprKind::kDivide:
      return {"/", kProductLevel};
    case ExprKind::kDiv:
      return {"div", kProductLevel};
    case ExprKind::kMod:
      return {"mod", kProductLevel};
    case ExprKind::kNegate:
      return {"-", kNegateLevel};
    case ExprKind::kEqual:
      return {"==", kCompareLevel};
    case ExprKind::kNotEqual:
      return {"!=", kCompareLevel};
    case ExprKind::kLess:
      return {"<", kCompareLevel};
    case ExprKind::kLessEqual:
      return {"<=", kCompareLevel};
    case ExprKind::kGreater:
      return {">", kCompareLevel};
    case ExprKind::kGreaterEqual:
      return {">=", kCompareLevel};
    case ExprKind::kAnd:
      return {"and", kAndLevel};
    case ExprKind::kOr:
      return {"or", kOrLevel};
    case ExprKind::kNot:
      return {"not", kNotLevel};
    case ExprKind::kSelect:
      return {"?", kSelectLevel};
    case ExprKind::kMin:
      return {"min", kPrimaryLevel};
    case ExprKind::kMax:
      return {"max", kPrimaryLevel};
    case ExprKind::kNumber:
    case ExprKind::kName:
      return {"", kPrimaryLevel};
  }
  return {"", kPrimaryLevel};
}

std::string operand(const Expr& expr, Level level) {
  return spelling_of(expr.kind).level < level ? "(" + print(expr) + ")" : print(expr);
}

/// True when the text has a space outside parentheses.
bool is_loose(std::string_view text) {
  int open = 0;
  for (const char c : text) {
    if (c == '(') ++open;
    if (c == ')') --open;
    if (c == ' ' && open == 0) return true;
  }
  return false;
}

/// `a+b*c`, but `a div b - c` and `a < b`.
std::string print_binary(const Expr& expr) {
  const auto [word, level] = spelling_of(expr.kind);
  const Level left_level = level == kCompareLevel ? kSumLevel : level;
  const std::string left = operand(expr.args[0], left_level);
  const std::string right = operand(expr.args[1], static_cast<Level>(level + 1));
  const bool is_tight = word.size() == 1 && level >= kSumLevel && !is_loose(left) &&
                        !is_loose(right) && !right.starts_with('-');
  const std::string gap = is_tight ? "" : " ";
  return left + gap + std::string(word) + gap + right;
}

std::string print_rank(const RankRef& rank) {
  const std::string text = print(rank.expr);
  if (rank.is_world) return "world(" + text + ")";
  const bool is_plain = rank.expr.kind == ExprKind::kNumber ||
                        (rank.expr.kind == ExprKind::kName && rank.expr.name != "all");
  return is_plain ? text : "(" + text + ")";
}

std::string print_index(const Index& index) {
  switch (index.kind) {
    case Index::Kind::kAll:
      return "*";
    case Index::Kind::kRange:
      return print(index.first) + ".." + print(index.last);
    case Index::Kind::kOne:
      break;
  }
  return print(index.first);
}

std::string print_value_ref(const PlaceRef& ref) {
  std::string text = ref.name;
  if (ref.rank) text += "@" + print_rank(*ref.rank);
  if (!ref.indices.empty()) text += "(" + print_list(ref.indices, print_index) + ")";
  return text;
}

std::string print_reduction(std::string_view word, const ValueExpr& value) {
  std::string text = std::string(word) + "(";
  if (!value.binders.empty()) text += printing::print_binders(value.binders) + ": ";
  return text + print_list(value.args, [](const ValueExpr& arg) { return print(arg); }) + ")";
}

std::string factor(const ValueExpr& value, bool is_right) {
  const bool is_bare =
      value.kind != ValueKind::kAdd && !(is_right && value.kind == ValueKind::kMultiply);
  return is_bare ? print(value) : "(" + print(value) + ")";
}

std::string term(const ValueExpr& value, bool is_right) {
  return is_right && value.kind == ValueKind::kAdd ? "(" + print(value) + ")" : print(value);
}

}  // namespace

std::string print(const Expr& expr) {
  const auto [word, level] = spelling_of(expr.kind);
  switch (expr.kind) {
    case ExprKind::kNumber:
      return std::to_string(expr.number);
    case ExprKind::kName:
      return expr.name;
    case ExprKind::kMin:
    case ExprKind::kMax:
      return std::string(word) + "(" + printing::print_exprs(expr.args) + ")";
    case ExprKind::kNegate:
      return "-" + operand(expr.args[0], kNegateLevel);
    case ExprKind::kNot:
      return "not " + operand(expr.args[0], kNotLevel);
    case ExprKind::kSelect:
      return operand(expr.args[0], kOrLevel) + " ? " + print(expr.args[1]) + " : " +
             print(expr.args[2]);
    default:
      return print_binary(expr);
  }
}

std::string print(const PlaceRef& place) {
  std::string text = place.name;
  if (!place.indices.empty()) text += "[" + print_list(place.indices, print_index) + "]";
  if (place.rank) text += "@" + print_rank(*place.rank);
  return text;
}

std::string print(const ValueExpr& value) {
  switch (value.kind) {
    case ValueKind::kRef:
      return print_value_ref(value.ref);
    case ValueKind::kBias:
      return "bias";
    case ValueKind::kMultiply:
      return factor(value.args[0], false) + " * " + factor(value.args[1], true);
    case ValueKind::kAdd:
      return term(value.args[0], false) + " + " + term(value.args[1], true);
    case ValueKind::kSum:
      return print_reduction("sum", value);
    case ValueKind::kChain:
      return print_reduction("chain", value);
    case ValueKind::kFold:
      return print_reduction("fold", value);
  }
  return "";
}

namespace printing {

std::string print_exprs(const std::vector<Expr>& exprs) {
  return print_list(exprs, [](const Expr& expr) { return print(expr); });
}

std::string print_binders(const std::vector<Binder>& binders) {
  return print_list(binders, [](const Binder& binder) {
    return binder.name + " in " + print(binder.first) + ".." + print(binder.last);
  });
}

std::string print_sum(const Expr& expr) { return operand(expr, kSumLevel); }

std::string print_peer(const RankRef& rank) {
  return rank.is_world ? "world(" + print(rank.expr) + ")" : print(rank.expr);
}

}  // namespace printing

}  // namespace stretto
