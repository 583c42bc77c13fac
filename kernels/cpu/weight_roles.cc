#include "kernels/cpu/weight_roles.h"

#include <map>
#include <set>
#include <utility>

namespace stretto::cpu {

namespace {

bool is_addition(TermKind kind) { return kind >= TermKind::kAdd; }

class RoleFinder {
 public:
  explicit RoleFinder(const Program& program)
      : values_(program.values), roles_(program.tensors.size()), seen_(values_.size()) {}

  void visit(ValueId value) {
    if (std::exchange(seen_[static_cast<size_t>(value)], 1)) return;
    const Term& term = values_.term(value);
    if (term.kind == TermKind::kProduct) {
      visit(term.index);
      visit(term.extra);
    } else if (is_addition(term.kind)) {
      std::vector<ValueId> summands;
      flatten(value, summands);
      visit_sum(summands);
    }
  }

  std::vector<WeightRole> roles() const { return roles_; }

 private:
  void flatten(ValueId value, std::vector<ValueId>& summands) {
    const Term& term = values_.term(value);
    if (is_addition(term.kind)) seen_[static_cast<size_t>(value)] = 1;
    if (term.kind == TermKind::kAdd) {
      flatten(term.index, summands);
      flatten(term.extra, summands);
    } else if (is_addition(term.kind)) {
      for (ValueId operand : values_.operands(term)) flatten(operand, summands);
    } else {
      summands.push_back(value);
    }
  }

  void visit_sum(const std::vector<ValueId>& summands) {
    std::map<int32_t, std::set<int32_t>> owners;  // by weight
    std::set<int32_t> without_local;
    for (ValueId summand : summands) {
      visit(summand);
      const Term& product = values_.term(summand);
      if (product.kind != TermKind::kProduct) continue;
      const Term& right = values_.term(product.extra);
      if (right.kind != TermKind::kWeight) continue;
      owners[right.name].insert(right.rank);
      if (!has_local(product.index)) without_local.insert(right.name);
    }
    for (const auto& [name, ranks] : owners) {
      if (ranks.size() < 2) continue;
      WeightRole& role = roles_[static_cast<size_t>(name)];
      role.is_summed = true;
      role.is_masked = role.is_masked || without_local.contains(name);
    }
  }

  bool has_local(ValueId value) const {
    const Term& term = values_.term(value);
    if (term.kind == TermKind::kLocal) return true;
    if (term.kind == TermKind::kProduct) return has_local(term.index);
    if (term.kind == TermKind::kAdd) return has_local(term.index) || has_local(term.extra);
    return is_addition(term.kind) && has_local(values_.operands(term)[0]);
  }

  const ValueTable& values_;
  std::vector<WeightRole> roles_;
  std::vector<char> seen_;
};

}  // namespace

std::vector<WeightRole> weight_roles(const Program& program, std::span<const ValueId> wanted) {
  RoleFinder finder(program);
  for (ValueId value : wanted) finder.visit(value);
  return finder.roles();
}

}  // namespace stretto::cpu
