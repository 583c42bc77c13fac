#include "models/code.h"

#include <algorithm>

namespace stretto {

int64_t floor_div(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? quotient - 1 : quotient;
}

int64_t floor_mod(int64_t a, int64_t b) { return a - floor_div(a, b) * b; }

static int64_t checked(const Node& node, int64_t a, int64_t b,
                       bool (*op)(int64_t, int64_t, int64_t*)) {
  int64_t result = 0;
  if (op(a, b, &result))
    throw EvaluationError{.at = node.at, .message = "the number leaves 64 bits"};
  return result;
}

static int64_t negated(const Node& node, int64_t a) {
  return checked(node, 0, a,
                 [](int64_t x, int64_t y, int64_t* z) { return __builtin_sub_overflow(x, y, z); });
}

static int64_t divide(const Code& code, ExprId id, int64_t a, int64_t b) {
  const Node& node = code.nodes[static_cast<size_t>(id)];
  if (b == 0) throw EvaluationError{.at = node.at, .message = "division by zero"};
  // The least number divided by -1 is the one quotient that leaves 64 bits.
  if (b == -1) return node.kind == syntax::ExprKind::kMod ? 0 : negated(node, a);
  if (node.kind == syntax::ExprKind::kMod) return floor_mod(a, b);
  if (node.kind == syntax::ExprKind::kDiv) return floor_div(a, b);
  if (a % b == 0) return a / b;
  if (node.is_ragged) return floor_div(a + b - 1, b);
  std::string text = std::to_string(a) + " is not divisible by " + std::to_string(b) +
                     "; accepted: a multiple, or `ragged` behind the shape (rounds up and pads)";
  throw EvaluationError{
      .at = node.at, .message = text, .divide_node = id, .numerator = a, .denominator = b};
}

static int64_t extreme(const Code& code, const Node& node, Frames& frames) {
  int64_t best = evaluate(code, code.lists[static_cast<size_t>(node.a)], frames);
  for (int32_t i = 1; i < node.b; ++i) {
    int64_t next = evaluate(code, code.lists[static_cast<size_t>(node.a + i)], frames);
    best = node.kind == syntax::ExprKind::kMin ? std::min(best, next) : std::max(best, next);
  }
  return best;
}

int64_t evaluate_operation(const Code& code, ExprId id, Frames& frames) {
  using enum syntax::ExprKind;
  const Node& node = code.nodes[static_cast<size_t>(id)];
  if (node.kind == kMin || node.kind == kMax) return extreme(code, node, frames);
  int64_t a = evaluate(code, node.a, frames);
  switch (node.kind) {
    case kNegate:
      return negated(node, a);
    case kNot:
      return a == 0;
    case kAnd:
      return a != 0 && evaluate(code, node.b, frames) != 0;
    case kOr:
      return a != 0 || evaluate(code, node.b, frames) != 0;
    case kSelect:
      return evaluate(code, a != 0 ? node.b : node.c, frames);
    default:
      break;
  }
  int64_t b = evaluate(code, node.b, frames);
  switch (node.kind) {
    case kAdd:
      return checked(node, a, b, [](int64_t x, int64_t y, int64_t* z) {
        return __builtin_add_overflow(x, y, z);
      });
    case kSubtract:
      return checked(node, a, b, [](int64_t x, int64_t y, int64_t* z) {
        return __builtin_sub_overflow(x, y, z);
      });
    case kMultiply:
      return checked(node, a, b, [](int64_t x, int64_t y, int64_t* z) {
        return __builtin_mul_overflow(x, y, z);
      });
    case kDivide:
    case kDiv:
    case kMod:
      return divide(code, id, a, b);
    case kEqual:
      return a == b;
    case kNotEqual:
      return a != b;
    case kLess:
      return a < b;
    case kLessEqual:
      return a <= b;
    case kGreater:
      return a > b;
    case kGreaterEqual:
      return a >= b;
    default:
      throw EvaluationError{.at = node.at, .message = "not an expression"};
  }
}

}  // namespace stretto
