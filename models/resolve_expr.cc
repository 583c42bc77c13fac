#include <algorithm>

#include "models/resolver.h"

namespace stretto {

ExprId Resolver::add_node(Node node) {
  code_.nodes.push_back(node);
  return static_cast<ExprId>(code_.nodes.size() - 1);
}

ExprId Resolver::constant(int64_t number) {
  return add_node({.kind = syntax::ExprKind::kNumber, .number = number});
}

ExprId Resolver::name_expr(const syntax::Expr& expr) {
  for (size_t i = scope_.size(); i-- > 0;) {
    if (scope_[i].name != expr.name) continue;
    return add_node({.kind = syntax::ExprKind::kName,
                     .scope = scope_[i].scope,
                     .a = scope_[i].position,
                     .at = expr.at});
  }
  for (size_t i = 0; i < global_names_.size(); ++i) {
    if (global_names_[i] == expr.name) {
      return add_node(
          {.kind = syntax::ExprKind::kName, .a = static_cast<int32_t>(i), .at = expr.at});
    }
  }
  if (auto it = enumerators_.find(expr.name); it != enumerators_.end()) return constant(it->second);
  std::vector<std::string> names = global_names_;
  for (const Variable& variable : scope_) names.push_back(variable.name);
  for (const auto& [name, number] : enumerators_) names.push_back(name);
  error(expr.at, "unknown name '" + expr.name + "'; " + known(names));
  return constant(0);
}

ExprId Resolver::expr(const syntax::Expr& expr) {
  using enum syntax::ExprKind;
  if (expr.kind == kNumber) return constant(expr.number);
  if (expr.kind == kName) return name_expr(expr);
  std::vector<ExprId> args;
  for (const syntax::Expr& arg : expr.args) args.push_back(this->expr(arg));
  Node node{.kind = expr.kind, .is_ragged = divide_rounds_up_, .at = expr.at};
  if (expr.kind == kMin || expr.kind == kMax) {
    node.a = static_cast<int32_t>(code_.lists.size());
    node.b = static_cast<int32_t>(args.size());
    code_.lists.insert(code_.lists.end(), args.begin(), args.end());
    return add_node(node);
  }
  if (!args.empty()) node.a = args[0];
  if (args.size() > 1) node.b = args[1];
  if (args.size() > 2) node.c = args[2];
  return add_node(node);
}

int64_t Resolver::number_of(ExprId id) {
  Frames frames{.globals = code_.globals,
                .stack = std::vector<int64_t>(static_cast<size_t>(frame_size_) + 1)};
  return evaluate(code_, id, frames);
}

CodeRank Resolver::rank(const std::optional<syntax::RankRef>& ref) {
  if (!ref) return {};
  return {.is_given = true, .is_world = ref->is_world, .expr = expr(ref->expr)};
}

std::vector<CodeIndex> Resolver::indices(const std::vector<syntax::Index>& list, size_t num_dims,
                                         std::string_view what, const syntax::PlaceRef& ref) {
  if (!list.empty() && list.size() != num_dims) {
    error(ref.at, std::string(what) + " '" + ref.name + "' has " + std::to_string(num_dims) +
                      " dimensions, found " + std::to_string(list.size()) + " indices");
  }
  std::vector<CodeIndex> result;
  for (const syntax::Index& index : list) {
    CodeIndex code{.kind = index.kind};
    if (index.kind != syntax::Index::Kind::kAll) code.first = expr(index.first);
    if (index.kind == syntax::Index::Kind::kRange) code.last = expr(index.last);
    result.push_back(code);
  }
  if (list.size() != num_dims) result.clear();
  return result;
}

CodeBinder Resolver::binder(const syntax::Binder& binder) {
  CodeBinder code{.first = expr(binder.first), .last = expr(binder.last)};
  code.variable = new_variable(binder.name);
  code.scope = in_def_ ? VariableScope::kLocal : VariableScope::kTop;
  return code;
}

CodeValue Resolver::value_ref(const syntax::ValueExpr& value) {
  CodeValue code{.kind = value.kind, .rank = rank(value.ref.rank), .at = value.at};
  auto it = values_.find(value.ref.name);
  if (it == values_.end()) {
    std::vector<std::string> names;
    for (const auto& [name, tensor] : values_) names.push_back(name);
    error(value.at, "'" + value.ref.name + "' is no shard, local or weight; " + known(names));
    return code;
  }
  const Tensor& tensor = program_.tensors[static_cast<size_t>(it->second)];
  code.tensor = it->second;
  code.indices = indices(value.ref.indices, tensor.dims.size(), "value", value.ref);
  if (tensor.kind == TensorKind::kShard && code.rank.is_given) {
    error(value.at, "shard '" + value.ref.name + "' is the same on every rank; accepted: no '@'");
  }
  return code;
}

// Sums are the same for many ranks and slots; lower() keeps them by the variables they read.
void Resolver::note_reads(size_t first_node, CodeValue& code) {
  for (size_t i = first_node; i < code_.nodes.size(); ++i) {
    const Node& node = code_.nodes[i];
    if (node.kind != syntax::ExprKind::kName) continue;
    auto same = [&](const CodeBinder& b) { return b.variable == node.a && b.scope == node.scope; };
    bool is_own = node.scope != VariableScope::kGlobal && std::ranges::any_of(code.binders, same);
    if (is_own || std::ranges::any_of(code.reads, same)) continue;
    code.reads.push_back({.variable = node.a, .scope = node.scope});
  }
}

static bool names_own_rank(const CodeValue& value, const Program& program) {
  if (value.kind == syntax::ValueKind::kRef && value.tensor >= 0) {
    return !value.rank.is_given &&
           program.tensors[static_cast<size_t>(value.tensor)].kind != TensorKind::kShard;
  }
  return std::ranges::any_of(value.args,
                             [&](const CodeValue& arg) { return names_own_rank(arg, program); });
}

CodeValue Resolver::value(const syntax::ValueExpr& value) {
  if (value.kind == syntax::ValueKind::kRef) return value_ref(value);
  CodeValue code{.kind = value.kind, .at = value.at};
  size_t scope_size = scope_.size();
  size_t first_node = code_.nodes.size();
  int32_t used = frame_used_;
  for (const syntax::Binder& b : value.binders) code.binders.push_back(binder(b));
  for (const syntax::ValueExpr& arg : value.args) code.args.push_back(this->value(arg));
  scope_.resize(scope_size);
  frame_used_ = used;
  if (!value.binders.empty()) {
    code.memo = code_.num_sums++;
    code.reads_rank = names_own_rank(code, program_);
    note_reads(first_node, code);
  }
  return code;
}

}  // namespace stretto
