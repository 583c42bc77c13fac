#include "kernels/cpu/effects.h"

#include <algorithm>
#include <numeric>

namespace stretto::cpu {

void store_slowly(Worker& worker, Slot slot, std::span<const float> values) {
  Memory& memory = worker.execution.memory;
  size_t half = values.size() / 2;
  memory.store(slot, 0, values.first(half));
  worker.pause();
  memory.store(slot, static_cast<int64_t>(half), values.subspan(half));
}

void offer(Execution& execution, int32_t index) {
  const Op& op = execution.op(index);
  if (op.kind == OpKind::kBarrier) return;
  std::vector<float>& offered = execution.offers[static_cast<size_t>(index)];
  for (Slot slot : execution.program.slots_of(op.src)) {
    std::span<const float> values = execution.memory.read(slot);
    offered.insert(offered.end(), values.begin(), values.end());
  }
}

/// The caller writes: inputs where a value is given, NaN where it is junk.
static void apply_entry(Worker& worker, const Op& op) {
  Execution& execution = worker.execution;
  std::span<const Slot> slots = execution.program.slots_of(op.dst);
  std::span<const ValueId> values = execution.program.values_of(op.values);
  for (size_t i = 0; i < slots.size(); ++i) {
    store_slowly(worker, slots[i], execution.references.of(values[i]).values);
  }
}

/// The elements begin..end-1 of the slots laid one behind the other.
static void copy_range(Memory& memory, std::span<const Slot> dst, std::span<const Slot> src,
                       int64_t begin, int64_t end) {
  int64_t first = 0;
  for (size_t i = 0; i < dst.size(); ++i) {
    int64_t size = memory.size(dst[i]);
    int64_t from = std::max(begin - first, int64_t{0});
    int64_t count = std::min(end - first, size) - from;
    if (count > 0) {
      std::span<const float> values = memory.read(src[i]);
      memory.store(dst[i], from,
                   values.subspan(static_cast<size_t>(from), static_cast<size_t>(count)));
    }
    first += size;
  }
}

/// A copy by n CTAs is n shares of the rows, in any order, each with its own bump under `each`.
static void apply_copy(Worker& worker, const Op& op) {
  Execution& execution = worker.execution;
  std::span<const Slot> dst = execution.program.slots_of(op.dst);
  std::span<const Slot> src = execution.program.slots_of(op.src);
  if (dst.empty()) return;
  int64_t cols = execution.memory.cols(dst[0]);
  int64_t rows = execution.memory.rows(dst[0]) * static_cast<int64_t>(dst.size());
  std::vector<int64_t> shares(static_cast<size_t>(op.bump_each ? std::max<int>(op.ctas, 1) : 2));
  std::iota(shares.begin(), shares.end(), 0);
  if (execution.options.random_delays) worker.random.shuffle(shares);
  int64_t n = static_cast<int64_t>(shares.size());
  for (int64_t share : shares) {
    copy_range(execution.memory, dst, src, rows * share / n * cols, rows * (share + 1) / n * cols);
    worker.pause();
    if (!op.bump_each) continue;
    for (const SignalUse& use : execution.program.signals_of(op))
      execution.state.bump(use.signal, 1);
  }
}

/// Slot i of operand k is src[k * dst.count + i]. A chain rounds at each step, a fold at the store.
static void apply_reduce(Worker& worker, const Op& op) {
  Execution& execution = worker.execution;
  std::span<const Slot> dst = execution.program.slots_of(op.dst);
  std::span<const Slot> src = execution.program.slots_of(op.src);
  for (size_t i = 0; i < dst.size(); ++i) {
    std::span<const float> first = execution.memory.read(src[i]);
    worker.workspace.assign(first.begin(), first.end());
    for (size_t k = i + dst.size(); k < src.size(); k += dst.size()) {
      worker.pause();
      std::span<const float> next = execution.memory.read(src[k]);
      for (size_t e = 0; e < next.size(); ++e) {
        float total = worker.workspace[e] + next[e];
        worker.workspace[e] = op.in_wire ? execution.memory.rounded(dst[i], total) : total;
      }
    }
    store_slowly(worker, dst[i], worker.workspace);
  }
}

static void apply_recv(Worker& worker, const Op& op) {
  Execution& execution = worker.execution;
  std::vector<float>& offered = execution.offers[static_cast<size_t>(op.meet)];
  std::span<const float> rest = offered;
  for (Slot slot : execution.program.slots_of(op.dst)) {
    size_t size = static_cast<size_t>(execution.memory.size(slot));
    store_slowly(worker, slot, rest.first(size));
    rest = rest.subspan(size);
  }
  std::vector<float>().swap(offered);  // nobody else reads it
}

static void apply_signals(Execution& execution, const Op& op) {
  if (op.kind == OpKind::kBarrier || op.bump_each) return;
  for (const SignalUse& use : execution.program.signals_of(op)) {
    if (op.kind == OpKind::kSet) {
      execution.state.set(use.signal, use.amount);
    } else {
      execution.state.bump(use.signal, use.amount);
    }
  }
}

void apply(Worker& worker, int32_t index) {
  const Op& op = worker.execution.op(index);
  if (op.kind == OpKind::kEntry) apply_entry(worker, op);
  if (op.kind == OpKind::kExit) apply_exit(worker, index);
  if (op.kind == OpKind::kGemm || op.kind == OpKind::kPart) apply_gemm(worker, op);
  if (op.kind == OpKind::kCopy) apply_copy(worker, op);
  if (op.kind == OpKind::kReduce) apply_reduce(worker, op);
  if (op.kind == OpKind::kRecv) apply_recv(worker, op);
  if (is_collective(op.kind)) apply_collective(worker, index);
  apply_signals(worker.execution, op);
}

}  // namespace stretto::cpu
