#include <stdexcept>

#include "kernels/cpu/effects.h"

namespace stretto::cpu {

namespace {

class OperandCheck {
 public:
  OperandCheck(const Program& program, int32_t index)
      : program_(program), index_(index), op_(program.ops[static_cast<size_t>(index)]) {}

  void run() const {
    switch (op_.kind) {
      case OpKind::kEntry:
        return require(op_.values.count >= op_.dst.count, "fewer values than slots");
      case OpKind::kExit:
        return require(op_.values.count == op_.src.count, "one value a slot");
      case OpKind::kGemm:
      case OpKind::kPart:
        return gemm();
      case OpKind::kCopy:
        return require(elements(op_.src) == elements(op_.dst) && op_.src.count == op_.dst.count,
                       "unequal sides");
      case OpKind::kReduce:
        return reduce();
      case OpKind::kRecv:
        return require(op_.meet < 0 || elements(program_.ops[static_cast<size_t>(op_.meet)].src) ==
                                           elements(op_.dst),
                       "its send has another size");
      case OpKind::kAllGather:
      case OpKind::kReduceScatter:
      case OpKind::kAllReduce:
        return collective();
      default:
        return;
    }
  }

 private:
  void require(bool holds, const char* what) const {
    if (!holds) throw std::invalid_argument(op_name(program_, index_) + ": cannot be run: " + what);
  }

  int64_t elements(Span span) const {
    int64_t total = 0;
    for (Slot slot : program_.slots_of(span)) {
      const Tensor& tensor = program_.tensor_of(slot);
      total += tensor.rows * tensor.cols;
    }
    return total;
  }

  const Tensor& tensor_at(Span span, uint32_t i) const {
    return program_.tensor_of(program_.slots_of(span)[span.count == 1 ? 0 : i]);
  }

  void gemm() const {
    require(op_.src.count > 0 && op_.rhs.count > 0, "an operand is missing");
    for (Span side : {op_.src, op_.rhs})
      require(side.count == 1 || side.count == op_.dst.count, "unequal sides");
    require(op_.addend.count <= 1 || op_.addend.count == op_.dst.count, "unequal sides");
    for (uint32_t i = 0; i < op_.dst.count; ++i) {
      const Tensor& dst = tensor_at(op_.dst, i);
      const Tensor& src = tensor_at(op_.src, i);
      const Tensor& rhs = tensor_at(op_.rhs, i);
      require(src.cols == rhs.rows && dst.rows == src.rows && dst.cols == rhs.cols,
              "the shapes do not fit");
      if (op_.addend.count == 0) continue;
      const Tensor& addend = tensor_at(op_.addend, i);
      require(addend.rows == dst.rows && addend.cols == dst.cols, "the shapes do not fit");
    }
  }

  void reduce() const {
    require(op_.dst.count > 0 && op_.src.count > 0 && op_.src.count % op_.dst.count == 0,
            "unequal sides");
    require(elements(op_.src) == elements(op_.dst) * (op_.src.count / op_.dst.count),
            "the shapes do not fit");
  }

  void collective() const {
    if (op_.meet < 0) return;
    const Meeting& meeting = program_.meetings[static_cast<size_t>(op_.meet)];
    int64_t n = static_cast<int64_t>(meeting.members.size());
    int64_t own = elements(op_.src);
    for (int32_t member : meeting.members) {
      require(member < 0 || elements(program_.ops[static_cast<size_t>(member)].src) == own,
              "its members offer different sizes");
    }
    int64_t result = op_.kind == OpKind::kAllGather       ? own * n
                     : op_.kind == OpKind::kReduceScatter ? own / n
                                                          : own;
    require(elements(op_.dst) == result, "unequal sides");
  }

  const Program& program_;
  int32_t index_;
  const Op& op_;
};

}  // namespace

void check_operands(const Program& program) {
  for (size_t i = 0; i < program.ops.size(); ++i)
    OperandCheck(program, static_cast<int32_t>(i)).run();
}

}  // namespace stretto::cpu
