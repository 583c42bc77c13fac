#include "kernels/cpu/execution.h"

#include <chrono>

namespace stretto::cpu {

Execution::Execution(const Program& program, std::span<const ValueId> expected,
                     const CpuOptions& options, const Inputs& inputs, const References& references)
    : program(program),
      expected(expected),
      options(options),
      inputs(inputs),
      references(references),
      plan(make_plan(program, options.most_blocking)),
      memory(program, options.dtype),
      state(program),
      offers(program.ops.size()),
      mismatches(program.slot_values.size()),
      exit_hashes(program.slot_values.size()),
      num_compared(program.slot_values.size()) {
  for (int32_t name = 0; name < static_cast<int32_t>(program.tensors.size()); ++name) {
    const Tensor& tensor = program.tensors[static_cast<size_t>(name)];
    if (tensor.kind != TensorKind::kWeight) continue;
    for (int32_t rank = 0; rank < program.num_ranks(); ++rank) {
      for (int32_t block = 0; block < tensor.num_blocks; ++block) {
        Term term{.kind = TermKind::kWeight,
                  .is_rounded = true,
                  .name = name,
                  .rank = rank,
                  .index = block};
        memory.store(program.slot(Rank{rank}, tensor.first_slot + block), 0,
                     inputs.block(term).values);
      }
    }
  }
}

Worker::Worker(Execution& execution, uint64_t seed) : execution(execution), random(seed) {
  pace_ = static_cast<Pace>(random.below(3));
}

void Worker::pause() {
  execution.state.tick();
  if (!execution.options.random_delays || pace_ == Pace::kFast) return;
  uint64_t longest_us = pace_ == Pace::kSlow ? 250 : 60;
  if (pace_ == Pace::kUneven && random.below(2) == 0) return;
  std::this_thread::sleep_for(std::chrono::microseconds(random.below(longest_us)));
}

Worker::~Worker() {
  for (Landing& landing : landings) {
    if (landing.thread.joinable()) landing.thread.join();
  }
}

}  // namespace stretto::cpu
