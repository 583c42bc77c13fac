#include "kernels/cpu/executor.h"

#include <chrono>
#include <numeric>
#include <stdexcept>

#include "kernels/cpu/blocked.h"
#include "kernels/cpu/effects.h"
#include "kernels/cpu/execution.h"
#include "kernels/cpu/replay.h"
#include "kernels/cpu/threads.h"

namespace stretto {

namespace {

/// What entries write and exits should find, as indices in program.slot_values with their slots.
template <class Visit>
void for_each_value(const Program& program, std::span<const ValueId> expected, Visit visit) {
  for (const Op& op : program.ops) {
    bool is_entry = op.kind == OpKind::kEntry;
    if (!is_entry && op.kind != OpKind::kExit) continue;
    std::span<const Slot> slots = program.slots_of(is_entry ? op.dst : op.src);
    for (size_t i = 0; i < slots.size(); ++i) {
      size_t entry = op.values.begin + i;
      visit(is_entry ? program.slot_values[entry] : expected[entry], slots[i]);
    }
  }
}

cpu::References evaluate(const Program& program, std::span<const ValueId> expected,
                         const cpu::Inputs& inputs, const CpuOptions& options) {
  cpu::References references(program, inputs, options.input, options.dtype);
  Rank rank{0};
  for_each_value(program, expected, [&](ValueId value, Slot slot) {
    if (program.rank_of(slot) != rank) references.forget_steps();
    rank = program.rank_of(slot);
    references.add(value, slot);
  });
  references.forget_steps();
  return references;
}

CpuResult result_of(const cpu::Execution& execution) {
  CpuResult result;
  result.finished = execution.state.all_ended();
  if (!result.finished) result.blocked = cpu::blocked_ops(execution);
  for (const auto& mismatch : execution.mismatches) {
    if (mismatch) result.mismatches.push_back(*mismatch);
  }
  result.num_compared =
      std::accumulate(execution.num_compared.begin(), execution.num_compared.end(), int64_t{0});
  result.exit_hashes = execution.exit_hashes;
  return result;
}

}  // namespace

CpuResult execute_on_cpu(const Program& program, std::span<const ValueId> expected,
                         const CpuOptions& options) {
  if (expected.size() != program.slot_values.size()) {
    throw std::invalid_argument("expected has " + std::to_string(expected.size()) +
                                " values, the program " +
                                std::to_string(program.slot_values.size()));
  }
  cpu::check_operands(program);
  std::vector<ValueId> wanted;
  for_each_value(program, expected, [&](ValueId value, Slot) { wanted.push_back(value); });
  cpu::Inputs inputs(program, wanted, options.input, options.seed);
  cpu::References references = evaluate(program, expected, inputs, options);
  cpu::Execution execution(program, expected, options, inputs, references);
  auto begin = std::chrono::steady_clock::now();
  options.replay.empty() ? cpu::run_threads(execution) : cpu::replay(execution);
  auto end = std::chrono::steady_clock::now();
  CpuResult result = result_of(execution);
  result.seconds = std::chrono::duration<double>(end - begin).count();
  return result;
}

}  // namespace stretto
