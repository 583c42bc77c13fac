#include "tests/oracle/slow_scope.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace stretto::oracle {

using syntax::DeclarationKind;
using syntax::Expr;
using syntax::ExprKind;

int64_t floor_mod(int64_t a, int64_t b) {
  if (b <= 0) throw std::invalid_argument("mod by " + std::to_string(b));
  return (a % b + b) % b;
}

int64_t floor_div(int64_t a, int64_t b) { return (a - floor_mod(a, b)) / b; }

static int64_t evaluate_binary(ExprKind kind, int64_t a, int64_t b) {
  switch (kind) {
    case ExprKind::kAdd:
      return a + b;
    case ExprKind::kSubtract:
      return a - b;
    case ExprKind::kMultiply:
      return a * b;
    case ExprKind::kDiv:
      return floor_div(a, b);
    case ExprKind::kMod:
      return floor_mod(a, b);
    case ExprKind::kEqual:
      return a == b;
    case ExprKind::kNotEqual:
      return a != b;
    case ExprKind::kLess:
      return a < b;
    case ExprKind::kLessEqual:
      return a <= b;
    case ExprKind::kGreater:
      return a > b;
    case ExprKind::kGreaterEqual:
      return a >= b;
    default:
      throw std::invalid_argument("operator without a meaning here");
  }
}

int64_t evaluate(const Expr& expr, const Env& env) {
  const auto arg = [&](size_t i) { return evaluate(expr.args.at(i), env); };
  switch (expr.kind) {
    case ExprKind::kNumber:
      return expr.number;
    case ExprKind::kName:
      if (!env.contains(expr.name)) throw std::invalid_argument("unknown name " + expr.name);
      return env.at(expr.name);
    case ExprKind::kNegate:
      return -arg(0);
    case ExprKind::kNot:
      return arg(0) == 0;
    case ExprKind::kAnd:
      return arg(0) != 0 && arg(1) != 0;
    case ExprKind::kOr:
      return arg(0) != 0 || arg(1) != 0;
    case ExprKind::kSelect:
      return arg(0) != 0 ? arg(1) : arg(2);
    case ExprKind::kMin:
    case ExprKind::kMax: {
      std::set<int64_t> values;
      for (const Expr& operand : expr.args) values.insert(evaluate(operand, env));
      return expr.kind == ExprKind::kMin ? *values.begin() : *values.rbegin();
    }
    default:
      return evaluate_binary(expr.kind, arg(0), arg(1));
  }
}

// The values that one index takes, reduced where the dimension is a ring.
static std::vector<int> index_values(const syntax::Index& index, int extent, bool is_ring,
                                     const Env& env) {
  std::vector<int> values;
  const bool is_all = index.kind == syntax::Index::Kind::kAll;
  const int64_t first = is_all ? 0 : evaluate(index.first, env);
  const bool is_range = index.kind == syntax::Index::Kind::kRange;
  const int64_t last = is_all ? extent - 1 : is_range ? evaluate(index.last, env) : first;
  for (int64_t i = first; i <= last; ++i) {
    values.push_back(static_cast<int>(is_ring ? floor_mod(i, extent) : i));
  }
  return values;
}

Elements find_elements(const Array& array, const std::vector<syntax::Index>& written,
                       const Env& env) {
  std::vector<syntax::Index> indices = written;
  if (indices.empty()) indices.resize(array.dims.size(), {syntax::Index::Kind::kAll, {}, {}});
  if (indices.size() != array.dims.size()) {
    throw std::invalid_argument(array.base + " has " + std::to_string(array.dims.size()) +
                                " dimensions");
  }
  Elements found;
  std::vector<int> flat = {0};  // row-major over the dimensions seen so far
  for (size_t d = 0; d < indices.size(); ++d) {
    const int extent = array.dims[d];
    const std::vector<int> values = index_values(indices[d], extent, array.is_ring[d], env);
    if (indices[d].kind != syntax::Index::Kind::kOne) {
      found.extents.push_back(static_cast<int>(values.size()));
      found.is_ring.push_back(array.is_ring[d] && indices[d].kind == syntax::Index::Kind::kAll);
    }
    std::vector<int> longer;
    for (const int prefix : flat) {
      for (const int value : values) {
        if (value < 0 || value >= extent) found.is_in_bounds = false;
        longer.push_back(prefix * extent + value);
      }
    }
    flat = longer;
  }
  if (!found.is_in_bounds) return found;
  for (const int index : flat)
    found.indices.push_back(array.elements.at(static_cast<size_t>(index)));
  return found;
}

}  // namespace stretto::oracle
