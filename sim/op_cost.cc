#include "sim/op_cost.h"

#include <algorithm>
#include <cmath>

namespace stretto {
namespace {

constexpr int64_t kElementBytes = 2;

int64_t elements_of(const Program& program, Span span) {
  int64_t sum = 0;
  for (const Slot slot : program.slots_of(span)) {
    const Tensor& tensor = program.tensor_of(slot);
    sum += tensor.rows * tensor.cols;
  }
  return sum;
}

std::optional<int64_t> transfer_ns(const Machine& machine, const std::string& operation,
                                   int64_t elements) {
  const auto table = machine.transfers.find(operation);
  if (table == machine.transfers.end()) return std::nullopt;
  return time_ns(table->second, elements * kElementBytes);
}

/// nccl-tests' busbw: a rank moves (n-1)/n of the bytes (twice that in an all-reduce).
double share(int64_t ranks) {
  return ranks < 2 ? 0 : static_cast<double>(ranks - 1) / static_cast<double>(ranks);
}

std::optional<int64_t> collective_ns(const Machine& machine, const Program& program, const Op& op,
                                     const std::string& operation, Span whole) {
  const std::optional<int64_t> measured =
      transfer_ns(machine, operation, elements_of(program, whole));
  if (!measured || op.communicator < 0) return measured;
  const size_t ranks = program.communicators[static_cast<size_t>(op.communicator)].members.size();
  const double factor = share(static_cast<int64_t>(ranks)) / share(machine.transfer_ranks);
  return std::llround(static_cast<double>(*measured) * factor);
}

int64_t gemm_op_ns(const Machine& machine, const Program& program, const Op& op) {
  const Shape shape = gemm_shape(program, op);
  return gemm_ns(machine, shape.m, shape.n, shape.k);
}

/// Sends and receives run both ways at once: the larger sum counts.
int64_t group_elements(const Program& program, int32_t index) {
  int64_t sent = 0, received = 0;
  const Op& group = program.ops[static_cast<size_t>(index)];
  for (int32_t i = 1; i <= group.num_children; ++i) {
    const Op& child = program.ops[static_cast<size_t>(index + i)];
    if (child.kind == OpKind::kSend) sent += elements_of(program, child.src);
    if (child.kind == OpKind::kRecv) received += elements_of(program, child.dst);
  }
  return std::max(sent, received);
}

}  // namespace

// dst [m, n] = src [m, k] * rhs [k, n]; several slots are row blocks.
Shape gemm_shape(const Program& program, const Op& op) {
  const auto src = program.slots_of(op.src);
  const auto dst = program.slots_of(op.dst);
  if (src.empty() || dst.empty()) return {};
  const int64_t n = program.tensor_of(dst[0]).cols;
  return {.m = elements_of(program, op.dst) / std::max<int64_t>(n, 1),
          .n = n,
          .k = program.tensor_of(src[0]).cols};
}

std::optional<int64_t> alone_ns(const Machine& machine, const Program& program, int32_t index) {
  const Op& op = program.ops[static_cast<size_t>(index)];
  switch (op.kind) {
    case OpKind::kGemm:
      return gemm_op_ns(machine, program, op);
    case OpKind::kGatedGemm: {
      int64_t sum = 0;
      for (int32_t i = 1; i <= op.num_children; ++i)
        sum += gemm_op_ns(machine, program, program.ops[static_cast<size_t>(index + i)]);
      return sum;
    }
    case OpKind::kSend:
      return transfer_ns(machine, "send/recv", elements_of(program, op.src));
    case OpKind::kRecv:
      return transfer_ns(machine, "send/recv", elements_of(program, op.dst));
    case OpKind::kGroup:
      return transfer_ns(machine, "send/recv", group_elements(program, index));
    case OpKind::kAllGather:
      return collective_ns(machine, program, op, "all-gather", op.dst);
    case OpKind::kReduceScatter:
      return collective_ns(machine, program, op, "reduce-scatter", op.src);
    case OpKind::kAllReduce:
      return collective_ns(machine, program, op, "all-reduce", op.src);
    case OpKind::kCopy:
      return transfer_ns(machine, "peer copy", elements_of(program, op.src));
    default:
      return std::nullopt;
  }
}

}  // namespace stretto
