#include "tests/oracle/slow_values.h"

#include <algorithm>
#include <stdexcept>

#include "tests/oracle/value_text.h"

namespace stretto::oracle {

using syntax::DeclarationKind;
using syntax::Index;
using syntax::ValueExpr;
using syntax::ValueKind;

std::vector<Env> assignments(const std::vector<syntax::Binder>& binders, const Env& env) {
  std::vector<Env> all = {env};
  for (const syntax::Binder& binder : binders) {
    std::vector<Env> longer;
    for (const Env& outer : all) {
      const int64_t last = evaluate(binder.last, outer);
      for (int64_t i = evaluate(binder.first, outer); i <= last; ++i) {
        longer.push_back(outer);
        longer.back()[binder.name] = i;
      }
    }
    all = longer;
  }
  return all;
}

int find_rank(const syntax::RankRef& reference, const Env& env, const Speaker& speaker) {
  const int64_t number = evaluate(reference.expr, env);
  if (reference.is_world) return static_cast<int>(number);
  return speaker.first_rank + static_cast<int>(floor_mod(number, speaker.tp));
}

static bool mentions_world(const syntax::Expr& expr) {
  if (expr.kind == syntax::ExprKind::kName && (expr.name == "w" || expr.name == "dp")) return true;
  return std::ranges::any_of(expr.args, mentions_world);
}

std::vector<int> members_of_colour(const syntax::Expr& colour, const Env& env,
                                   const Speaker& speaker) {
  const auto colour_of = [&](int rank) {
    Env inner = env;
    inner["r"] = rank % speaker.tp;
    inner["w"] = rank;
    return evaluate(colour, inner);
  };
  const bool is_world = mentions_world(colour);
  const int first = is_world ? 0 : speaker.first_rank;
  const int count = is_world ? speaker.tp * static_cast<int>(env.at("dp")) : speaker.tp;
  std::vector<int> members;
  for (int rank = first; rank < first + count; ++rank) {
    if (colour_of(rank) == colour_of(speaker.rank)) members.push_back(rank);
  }
  return members;
}

namespace {

// The value of one slot: `ordinals` says which entry of each many-valued index it is. `many` counts
// the many-valued indices met so far in a summand; the operands of an addition start alike.
struct SlotValue {
  const Scope& scope;
  const Speaker& speaker;
  const std::vector<int>& ordinals;
  bool is_wire = true;
  bool is_in_bounds = true;

  std::string rounded(const std::string& value) const {
    return is_wire ? value_text::rounded_as_asked(value) : value;
  }

  // The block that a reference names: many-valued indices pair with those of the place, in order.
  int block(const Array& array, const ValueExpr& value, const Env& env, size_t& many) {
    std::vector<Index> indices = value.ref.indices;
    if (indices.empty()) indices.resize(array.dims.size(), {Index::Kind::kAll, {}, {}});
    int flat = 0;
    for (size_t d = 0; d < indices.size(); ++d) {
      const bool is_one = indices[d].kind == Index::Kind::kOne;
      const bool is_all = indices[d].kind == Index::Kind::kAll;
      int64_t at = is_all ? 0 : evaluate(indices[d].first, env);
      if (!is_one) at += ordinals.at(many++);
      if (array.is_ring.at(d)) at = floor_mod(at, array.dims[d]);
      if (at < 0 || at >= array.dims[d]) is_in_bounds = false;
      flat = flat * array.dims[d] + static_cast<int>(at);
    }
    return flat;
  }

  std::string reference(const ValueExpr& value, const Env& env, size_t& many) {
    const Array& array = scope.tensor(value.ref.name);
    const int index = block(array, value, env, many);
    const int owner = value.ref.rank ? find_rank(*value.ref.rank, env, speaker) : speaker.rank;
    if (array.kind == DeclarationKind::kShard) {
      return value_text::shard(array.base, index, speaker.call);
    }
    if (array.kind == DeclarationKind::kLocal) {
      return value_text::local(array.base, owner, index, speaker.call);
    }
    if (array.kind == DeclarationKind::kWeight) return value_text::weight(array.base, owner, index);
    throw std::invalid_argument(array.base + " is not a value");
  }

  std::vector<std::string> operands(const ValueExpr& value, const Env& env, size_t& many) {
    std::vector<std::string> texts;
    const size_t before = many;
    for (const Env& inner : assignments(value.binders, env)) {
      for (const ValueExpr& arg : value.args) {
        size_t after = before;
        texts.push_back(text(arg, inner, after));
        many = std::max(many, after);
      }
    }
    return texts;
  }

  std::string product(const ValueExpr& value, const Env& env, size_t& many) {
    std::string total = text(value.args.at(0), env, many);
    for (size_t i = 1; i < value.args.size(); ++i) {
      total = value_text::product(total, text(value.args[i], env, many));
    }
    return total;
  }

  std::string text(const ValueExpr& value, const Env& env, size_t& many) {
    switch (value.kind) {
      case ValueKind::kRef:
        return reference(value, env, many);
      case ValueKind::kBias:
        return value_text::bias();
      case ValueKind::kMultiply:
        return product(value, env, many);
      case ValueKind::kAdd:
        return value_text::chain(operands(value, env, many), false);
      case ValueKind::kSum:
        return value_text::sum(operands(value, env, many));
      case ValueKind::kChain:
        return value_text::chain(operands(value, env, many), is_wire);
      case ValueKind::kFold:
        return rounded(value_text::chain(operands(value, env, many), false));
    }
    throw std::invalid_argument("unknown kind of value");
  }
};

// Row-major position to one ordinal for each many-valued index.
std::vector<int> ordinals_of(size_t position, const std::vector<int>& extents) {
  std::vector<int> ordinals(extents.size());
  for (size_t d = extents.size(); d-- > 0;) {
    ordinals[d] = static_cast<int>(position) % extents[d];
    position /= static_cast<size_t>(extents[d]);
  }
  return ordinals;
}

}  // namespace

bool append_values(const syntax::Statement& statement, const Scope& scope, const Env& env,
                   const Speaker& speaker, std::vector<PlainValue>& values) {
  bool is_in_bounds = true;
  for (const Env& inner : assignments(statement.binders, env)) {
    const Array& array = scope.tensor(statement.target.name);
    const Elements place = find_elements(array, statement.target.indices, inner);
    is_in_bounds = is_in_bounds && place.is_in_bounds;
    for (size_t i = 0; i < place.indices.size(); ++i) {
      const std::vector<int> ordinals = ordinals_of(i, place.extents);
      size_t many = 0;
      SlotValue value{scope, speaker, ordinals, !array.is_f32};
      const std::string text = value.rounded(value.text(statement.value, inner, many));
      const std::string slot =
          value_text::place_name(array.base, array.base_dims, place.indices[i], speaker.rank);
      values.push_back({slot, text});
      is_in_bounds = is_in_bounds && value.is_in_bounds;
    }
  }
  return is_in_bounds;
}

}  // namespace stretto::oracle
