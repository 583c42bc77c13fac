#include "models/program.h"

#include <algorithm>
#include <stdexcept>

namespace stretto {

bool Meeting::is_complete() const {
  return std::ranges::none_of(members, [](int32_t op) { return op < 0; });
}

bool is_collective(OpKind kind) { return kind >= OpKind::kAllGather && kind <= OpKind::kBarrier; }

bool is_launch(const Op& op) { return op.parent < 0 && op.kind != OpKind::kSync; }

const Tensor& Program::tensor_of(Slot slot) const {
  int32_t local = slot.value % slots_per_rank;
  for (const Tensor& tensor : tensors) {
    if (tensor.first_slot >= 0 && local >= tensor.first_slot &&
        local < tensor.first_slot + tensor.num_blocks)
      return tensor;
  }
  throw std::logic_error("slot " + std::to_string(slot.value) + " belongs to no tensor");
}

/// "[1, 2]" for the row-major index of a block; "" where there are no dimensions.
static std::string index_text(const std::vector<int32_t>& dims, int32_t index) {
  if (dims.empty()) return "";
  std::string text;
  for (size_t d = dims.size(); d-- > 0;) {
    text = std::to_string(index % dims[d]) + (text.empty() ? "" : ", ") + text;
    index /= dims[d];
  }
  return "[" + text + "]";
}

std::string slot_name(const Program& program, Slot slot) {
  const Tensor& tensor = program.tensor_of(slot);
  return tensor.name +
         index_text(tensor.dims, slot.value % program.slots_per_rank - tensor.first_slot);
}

std::string slot_name_at(const Program& program, Slot slot) {
  return slot_name(program, slot) + "@" + std::to_string(program.rank_of(slot).value);
}

std::string signal_name_at(const Program& program, Signal signal) {
  int32_t local = signal.value / program.num_ranks();
  std::string rank = "@" + std::to_string(program.rank_of(signal).value);
  for (const SignalArray& array : program.signal_arrays) {
    if (local >= array.first_signal && local < array.first_signal + array.num_signals) {
      return array.name + index_text(array.dims, local - array.first_signal) + rank;
    }
  }
  return "signal " + std::to_string(local) + rank;
}

std::string op_name(const Program& program, int32_t index) {
  const Op& op = program.ops[static_cast<size_t>(index)];
  std::string text = "rank " + std::to_string(op.rank.value) + ": ";
  if (op.kind == OpKind::kEntry || op.kind == OpKind::kExit) {
    text += op.kind == OpKind::kEntry ? "the caller at entry" : "the caller at exit";
  } else {
    const StatementInfo& statement = program.statements[static_cast<size_t>(op.statement)];
    text += statement.file + ":" + std::to_string(statement.at.line) + ": " + statement.text;
    std::string variables;
    auto values = program.numbers_of(op.variables);
    for (size_t i = 0; i < values.size(); ++i) {
      variables += (i ? ", " : "") + statement.variables[i] + "=" + std::to_string(values[i]);
    }
    if (!variables.empty()) text += " (" + variables + ")";
  }
  if (program.num_calls > 1) text += " in call " + std::to_string(op.call);
  return text;
}

std::string to_string(OpKind kind) {
  static constexpr const char* kNames[] = {
      "entry", "exit", "gemm",  "gated_gemm", "part",           "copy",       "reduce",
      "send",  "recv", "group", "all_gather", "reduce_scatter", "all_reduce", "barrier",
      "bump",  "set",  "wait",  "kernel",     "flush",          "after",      "sync"};
  return kNames[static_cast<size_t>(kind)];
}

std::string value_name(const Program& program, ValueId value) {
  std::vector<TensorName> names;
  for (const Tensor& tensor : program.tensors) names.push_back({tensor.name, tensor.dims});
  return to_string(program.values, value, names);
}

}  // namespace stretto
