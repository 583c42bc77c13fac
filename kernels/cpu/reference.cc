#include "kernels/cpu/reference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/cpu/random.h"

namespace stretto::cpu {

static constexpr double kExactInF32 = 16777216;  // 2^24
static constexpr double kExactInBf16 = 256;      // 2^8

static bool is_sum(TermKind kind) { return kind >= TermKind::kSum; }

References::References(const Program& program, const Inputs& inputs, InputKind kind, Dtype wire)
    : program_(program), inputs_(inputs), kind_(kind), wire_(wire) {
  for (const Op& op : program.ops) {
    if (op.kind != OpKind::kEntry) continue;
    std::span<const ValueId> found = program.values_of(op.values).subspan(op.dst.count);
    bound_.insert(found.begin(), found.end());
  }
}

void References::add(ValueId value, Slot slot) {
  if (has(value)) return;
  const Tensor& tensor = program_.tensor_of(slot);
  Shape2 shape{tensor.rows, tensor.cols};
  if (has_junk(value)) {
    Matrix junk = Matrix::zeros(shape.rows, shape.cols);
    std::ranges::fill(junk.values, std::numeric_limits<float>::quiet_NaN());
    results_.emplace(value, std::move(junk));
    return;
  }
  try {
    Matrix result = step(value, shape);
    if (result.rows != shape.rows || result.cols != shape.cols) {
      throw std::invalid_argument("a value of " + std::to_string(result.rows) + " x " +
                                  std::to_string(result.cols) + " in a slot of " +
                                  std::to_string(shape.rows) + " x " + std::to_string(shape.cols));
    }
    results_.emplace(value, std::move(result));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(slot_name_at(program_, slot) + " = " + value_name(program_, value) +
                                ": " + error.what());
  }
}

const Matrix& References::step(ValueId value, Shape2 shape) {
  auto known = steps_.find(value);
  if (known != steps_.end()) return known->second;
  Matrix result = evaluate(value, shape);
  return steps_.emplace(value, std::move(result)).first->second;
}

Matrix References::evaluate(ValueId value, Shape2 shape) {
  const Term& term = program_.values.term(value);
  switch (term.kind) {
    case TermKind::kProduct:
      return product(term, shape);
    case TermKind::kAdd:
      return added(step(term.index, shape), step(term.extra, shape), term.is_rounded);
    case TermKind::kSum:
      return sum_in_any_order(term, shape);
    case TermKind::kRingSum:
      return ring_sum(term, shape);
    case TermKind::kTreeSum:
      return tree_sum(program_.values.operands(term), term.is_rounded, shape);
    case TermKind::kBias: {
      Matrix row = inputs_.bias(shape.cols);
      Matrix block = Matrix::zeros(shape.rows, shape.cols);
      for (int64_t i = 0; i < shape.rows; ++i) {
        for (int64_t j = 0; j < shape.cols; ++j) block.at(i, j) = row.at(0, j);
      }
      return block;
    }
    default:
      return leaf(value);
  }
}

Matrix References::leaf(ValueId value) {
  if (bound_.contains(value)) {
    throw std::invalid_argument(
        value_name(program_, value) +
        " is what a run of a sequence finds: its contents must be expected");
  }
  const Term& term = program_.values.term(value);
  Matrix block = inputs_.block(term);
  check_distinct(term, block);
  return block;
}

/// Equal blocks of two ranks show in their sums; those of one rank could be exchanged unseen.
void References::check_distinct(const Term& leaf, const Matrix& block) {
  if (kind_ == InputKind::kOrder) return;
  uint64_t hash = hash_of({leaf.name, leaf.rank});
  for (float number : block.values) hash = mix(hash ^ std::bit_cast<uint32_t>(number));
  auto [known, is_new] = blocks_.emplace(hash, leaf);
  if (is_new || known->second == leaf) return;
  auto name = [&](const Term& term) {
    return program_.tensors[static_cast<size_t>(term.name)].name + "(" +
           std::to_string(term.index) + ") of rank " + std::to_string(term.rank) + ", call " +
           std::to_string(term.extra);
  };
  throw std::invalid_argument("the shape is too small: " + name(leaf) +
                              " holds the same numbers as " + name(known->second));
}

namespace {

struct InnerProduct {
  double total = 0;
  double magnitude = 0;
  int num_nonzeros = 0;

  void add(float a, float b) {
    double one = static_cast<double>(a) * static_cast<double>(b);
    total += one;
    magnitude += std::abs(one);
    num_nonzeros += one != 0;
  }
  /// Whatever the order of the additions in f32.
  bool is_exact() const {
    return num_nonzeros <= 1 || (magnitude <= kExactInF32 && total == std::trunc(total));
  }
};

}  // namespace

Matrix References::product(const Term& term, Shape2 shape) {
  const Term& right = program_.values.term(term.extra);
  Shape2 inner = shape;
  if (right.kind <= TermKind::kWeight)
    inner.rows = program_.tensors[static_cast<size_t>(right.name)].rows;
  const Matrix& a = step(term.index, {shape.rows, inner.rows});
  const Matrix& b = step(term.extra, inner);
  if (a.cols != b.rows) throw std::invalid_argument("a product of shapes that do not fit");
  Matrix result = Matrix::zeros(a.rows, b.cols);
  for (int64_t i = 0; i < a.rows; ++i) {
    std::vector<InnerProduct> row(static_cast<size_t>(b.cols));
    for (int64_t k = 0; k < a.cols; ++k) {
      for (int64_t j = 0; j < b.cols; ++j) row[static_cast<size_t>(j)].add(a.at(i, k), b.at(k, j));
    }
    for (int64_t j = 0; j < b.cols; ++j) {
      const InnerProduct& inner_product = row[static_cast<size_t>(j)];
      float stored = static_cast<float>(inner_product.total);
      if (!inner_product.is_exact() ||
          static_cast<double>(to_wire(stored)) != inner_product.total) {
        throw std::invalid_argument("an inner product is not exact in the wire type: " +
                                    std::to_string(inner_product.total));
      }
      result.at(i, j) = stored;
    }
  }
  return result;
}

Matrix References::added(const Matrix& a, const Matrix& b, bool is_rounded) const {
  if (a.rows != b.rows || a.cols != b.cols)
    throw std::invalid_argument("a sum of different shapes");
  Matrix result = Matrix::zeros(a.rows, a.cols);
  for (size_t i = 0; i < result.values.size(); ++i) {
    double exact = static_cast<double>(a.values[i]) + static_cast<double>(b.values[i]);
    float once = static_cast<float>(exact);
    result.values[i] = is_rounded ? to_wire(once) : once;
  }
  return result;
}

Matrix References::sum_in_any_order(const Term& term, Shape2 shape) {
  if (kind_ == InputKind::kOrder) {
    throw std::invalid_argument(
        "a sum in any order has no bits of its own: ask for a chain or a fold, or for kOrigin");
  }
  Matrix result = Matrix::zeros(shape.rows, shape.cols);
  std::vector<int64_t> totals(result.values.size());
  std::vector<int64_t> magnitudes(result.values.size());
  for (ValueId operand : program_.values.operands(term)) {
    const Matrix& block = step(operand, shape);
    if (block.values.size() != totals.size())
      throw std::invalid_argument("a sum of different shapes");
    for (size_t i = 0; i < totals.size(); ++i) {
      int64_t number = static_cast<int64_t>(block.values[i]);
      if (static_cast<float>(number) != block.values[i])
        throw std::invalid_argument("a summand is no integer");
      totals[i] += number;
      magnitudes[i] += std::abs(number);
    }
  }
  double limit = wire_ == Dtype::kBf16 ? kExactInBf16 : kExactInF32;
  for (size_t i = 0; i < totals.size(); ++i) {
    if (static_cast<double>(magnitudes[i]) > limit) {
      throw std::invalid_argument("the numbers of a sum add up to " +
                                  std::to_string(magnitudes[i]) +
                                  ", more than the wire type counts exactly");
    }
    result.values[i] = static_cast<float>(totals[i]);
  }
  return result;
}

/// Element e of n blocks belongs to the block c with floor(count c / n) <= e < floor(count (c + 1)
/// / n); its sum starts at operand c + 1.
Matrix References::ring_sum(const Term& term, Shape2 shape) {
  std::vector<const Matrix*> operands;
  for (ValueId operand : program_.values.operands(term)) operands.push_back(&step(operand, shape));
  int64_t n = static_cast<int64_t>(operands.size());
  Matrix result = Matrix::zeros(shape.rows, shape.cols);
  int64_t count = shape.rows * shape.cols;
  int64_t block = 0;
  for (int64_t e = 0; e < count; ++e) {
    while ((block + 1) * count / n <= e) ++block;
    double total = 0;
    for (int64_t hop = 1; hop <= n; ++hop) {
      float number =
          operands[static_cast<size_t>((block + hop) % n)]->values[static_cast<size_t>(e)];
      float once = static_cast<float>(total + static_cast<double>(number));
      total = static_cast<double>(term.is_rounded ? to_wire(once) : once);
    }
    result.values[static_cast<size_t>(e)] = static_cast<float>(total);
  }
  return result;
}

Matrix References::tree_sum(std::span<const ValueId> operands, bool is_rounded, Shape2 shape) {
  if (operands.size() == 1) return step(operands[0], shape);
  size_t half = (operands.size() + 1) / 2;
  Matrix first = tree_sum(operands.first(half), is_rounded, shape);
  Matrix second = tree_sum(operands.subspan(half), is_rounded, shape);
  return added(first, second, is_rounded);
}

/// Eight significant bits, ties to even.
float References::to_wire(float value) const {
  if (wire_ == Dtype::kF32 || value == 0 || !std::isfinite(value)) return value;
  int exponent = 0;
  double fraction = std::frexp(static_cast<double>(value), &exponent);
  return static_cast<float>(std::ldexp(std::nearbyint(std::ldexp(fraction, 8)), exponent - 8));
}

bool References::has_junk(ValueId value) {
  auto known = junk_memo_.find(value);
  if (known != junk_memo_.end()) return known->second;
  const Term& term = program_.values.term(value);
  bool found = term.kind == TermKind::kNothing || term.kind == TermKind::kJunk;
  if (term.kind == TermKind::kProduct || term.kind == TermKind::kAdd) {
    found = has_junk(term.index) || has_junk(term.extra);
  } else if (is_sum(term.kind)) {
    found = std::ranges::any_of(program_.values.operands(term),
                                [&](ValueId operand) { return has_junk(operand); });
  }
  return junk_memo_[value] = found;
}

}  // namespace stretto::cpu
