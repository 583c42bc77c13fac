#ifndef STRETTO_KERNELS_CPU_REFERENCE_H_
#define STRETTO_KERNELS_CPU_REFERENCE_H_

// What a term's bits are, worked out a second time: plain loops over doubles, no code shared with
// the kernels that it judges.
//
//   References references(program, inputs, Dtype::kBf16);
//   references.add(value, slot);          // throws where the value would depend on more than the
//   term says references.of(value);                 // a matrix of the slot's shape
//
// A product is the exact sum in f32, whatever the order within it; it must be representable in the
// wire type, so that it does not matter either whether it was stored before it was added. A sum in
// any order must consist of integers whose absolute values add up to what the wire type counts
// exactly (2^8 for bf16, 2^24 for f32). Everything else is done step by step as the term has it. A
// term with junk in it is NaN in every element.

#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "kernels/cpu/executor.h"
#include "kernels/cpu/inputs.h"
#include "kernels/cpu/matrix.h"
#include "models/program.h"

namespace stretto::cpu {

class References {
 public:
  References(const Program& program, const Inputs& inputs, InputKind kind, Dtype wire);

  /// Evaluates a value that `slot` is to hold. Throws std::invalid_argument, naming the slot, where
  /// the crafted numbers are not exact enough, or two blocks of a tensor are the same numbers.
  void add(ValueId value, Slot slot);
  const Matrix& of(ValueId value) const { return results_.at(value); }
  bool has(ValueId value) const { return results_.contains(value); }
  /// Frees what was only a step to a result.
  void forget_steps() { steps_.clear(); }

 private:
  struct Shape2 {
    int64_t rows = 0;
    int64_t cols = 0;
  };
  Matrix evaluate(ValueId value, Shape2 shape);
  const Matrix& step(ValueId value, Shape2 shape);
  Matrix leaf(ValueId value);
  Matrix product(const Term& term, Shape2 shape);
  Matrix sum_in_any_order(const Term& term, Shape2 shape);
  Matrix ring_sum(const Term& term, Shape2 shape);
  Matrix tree_sum(std::span<const ValueId> operands, bool is_rounded, Shape2 shape);
  Matrix added(const Matrix& a, const Matrix& b, bool is_rounded) const;
  float to_wire(float value) const;
  bool has_junk(ValueId value);
  void check_distinct(const Term& leaf, const Matrix& block);

  const Program& program_;
  const Inputs& inputs_;
  InputKind kind_;
  Dtype wire_;
  std::unordered_set<ValueId> bound_;  // names of a sequence, which stand for what an entry finds
  std::unordered_map<ValueId, Matrix> results_;
  std::unordered_map<ValueId, Matrix> steps_;
  std::unordered_map<ValueId, bool> junk_memo_;
  std::unordered_map<uint64_t, Term> blocks_;  // by hash of tensor and numbers
};

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_REFERENCE_H_
