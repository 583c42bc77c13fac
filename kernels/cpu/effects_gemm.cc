#include <Eigen/Core>
#include <algorithm>

#include "kernels/cpu/effects.h"

namespace stretto::cpu {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One slot stands for all.
static Slot pick(std::span<const Slot> slots, size_t index) {
  return slots.size() == 1 ? slots[0] : slots[index];
}

/// workspace = a * b in f32, some rows at a time, so that a watchdog sees a large one move.
static void multiply(Worker& worker, Slot a, Slot b) {
  static constexpr int64_t kMultiplicationsAtATime = 1 << 26;  // tens of milliseconds
  const Memory& memory = worker.execution.memory;
  Eigen::Map<const RowMajor> left(memory.read(a).data(), memory.rows(a), memory.cols(a));
  Eigen::Map<const RowMajor> right(memory.read(b).data(), memory.rows(b), memory.cols(b));
  worker.workspace.resize(static_cast<size_t>(left.rows() * right.cols()));
  Eigen::Map<RowMajor> result(worker.workspace.data(), left.rows(), right.cols());
  int64_t step = std::max<int64_t>(1, kMultiplicationsAtATime / (right.size() + 1));
  for (int64_t row = 0; row < left.rows(); row += step) {
    int64_t count = std::min(step, left.rows() - row);
    result.middleRows(row, count).noalias() = left.middleRows(row, count) * right;
    worker.execution.state.tick();
  }
}

static void add_to_workspace(Worker& worker, Slot addend) {
  std::span<const float> values = worker.execution.memory.read(addend);
  for (size_t i = 0; i < values.size(); ++i) worker.workspace[i] += values[i];
}

static void add_bias(Worker& worker, int64_t cols) {
  Matrix bias = worker.execution.inputs.bias(cols);
  size_t width = static_cast<size_t>(cols);
  for (size_t i = 0; i < worker.workspace.size(); ++i)
    worker.workspace[i] += bias.values[i % width];
}

void apply_gemm(Worker& worker, const Op& op) {
  const Program& program = worker.execution.program;
  std::span<const Slot> dst = program.slots_of(op.dst);
  for (size_t i = 0; i < dst.size(); ++i) {
    multiply(worker, pick(program.slots_of(op.src), i), pick(program.slots_of(op.rhs), i));
    worker.pause();
    if (op.accumulate) add_to_workspace(worker, dst[i]);
    if (op.addend.count > 0) add_to_workspace(worker, pick(program.slots_of(op.addend), i));
    if (op.add_bias) add_bias(worker, worker.execution.memory.cols(dst[i]));
    store_slowly(worker, dst[i], worker.workspace);
  }
}

}  // namespace stretto::cpu
