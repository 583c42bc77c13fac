#include "sim/cli/run_report.h"

#include <algorithm>
#include <chrono>

#include "kernels/cpu/executor.h"
#include "models/expand.h"

namespace stretto {
namespace {

constexpr int64_t kBlockExtentMin = 64;

/// By how much the default shape must grow for its smallest block to be big enough.
int64_t growth(const Program& program) {
  int64_t smallest = kBlockExtentMin;
  for (const Tensor& tensor : program.tensors) {
    smallest = std::min({smallest, tensor.rows, tensor.cols});
  }
  return (kBlockExtentMin + smallest - 1) / std::max<int64_t>(smallest, 1);
}

Program expand_to_run(const syntax::File& file, const Options& options) {
  ExpandOptions expand_options = stretto::expand_options(options, only_tp(options, TpSize{4}));
  Program program = expand(file, expand_options);
  const int64_t factor = growth(program);
  if (options.shape || factor == 1) return program;
  const Shape& shape = program.shape;
  expand_options.shape = Shape{shape.m * factor, shape.n * factor, shape.k * factor};
  return expand(file, expand_options);
}

CpuOptions cpu_options(const Options& options, const Verdict& verdict, InputKind input) {
  CpuOptions cpu;
  cpu.dtype = options.dtype == "bf16" ? Dtype::kBf16 : Dtype::kF32;
  cpu.input = input;
  cpu.seed = options.seed;
  cpu.random_delays = true;
  if (!options.is_replay || !verdict.witness) return cpu;
  cpu.random_delays = false;
  cpu.most_blocking = verdict.witness->is_hang;
  if (!verdict.witness->is_hang) cpu.replay = verdict.witness->order;
  return cpu;
}

std::string order_text(const Options& options, const Verdict& verdict) {
  if (!options.is_replay) return "random delays";
  if (!verdict.witness) return "random delays (verify has no order to replay)";
  return verdict.witness->is_hang ? "as blocking as is legal" : "in the order of verify's witness";
}

WrongSlot wrong_slot(const Program& program, const SlotMismatch& mismatch,
                     std::span<const ValueId> expected) {
  const Op& exit = program.ops[static_cast<size_t>(mismatch.exit_op)];
  const auto slots = program.slots_of(exit.src);
  const size_t entry = static_cast<size_t>(std::ranges::find(slots, mismatch.slot) - slots.begin());
  return {.rank = program.rank_of(mismatch.slot),
          .slot = slot_name(program, mismatch.slot),
          .row = mismatch.row,
          .col = mismatch.col,
          .found = mismatch.found,
          .expected = mismatch.expected,
          .should_be = value_name(program, expected[exit.values.begin + entry]),
          .num_wrong = mismatch.num_wrong};
}

void add_result(RunReport& report, const Program& program, const CpuResult& result,
                std::span<const ValueId> expected) {
  report.finished = result.finished;
  report.num_compared += result.num_compared;
  for (const SlotMismatch& mismatch : result.mismatches) {
    report.wrong.push_back(wrong_slot(program, mismatch, expected));
  }
  for (const BlockedOp& blocked : result.blocked) {
    report.blocked.push_back({op_name(program, blocked.op), blocked.waits_for});
  }
}

/// Do all ranks read the same bytes wherever the text asks them to hold the same value? Exits are
/// compared place by place, in the order of the text; null where no place is asked to be the same
/// on two ranks.
std::optional<bool> same_bytes_on_all_ranks(const Program& program, const CpuResult& result) {
  std::optional<bool> same;
  const Op* first = nullptr;
  for (const Op& op : program.ops) {
    if (op.kind != OpKind::kExit || op.call != program.num_calls - 1) continue;
    if (first == nullptr) first = &op;
    for (uint32_t i = 0; i < std::min(first->values.count, op.values.count); ++i) {
      const size_t a = first->values.begin + i;
      const size_t b = op.values.begin + i;
      if (a == b || program.slot_values[a] != program.slot_values[b]) continue;
      same = same.value_or(true) && result.exit_hashes[a] == result.exit_hashes[b];
    }
  }
  return same;
}

/// A schedule that is permuted by design is not compared: verify knows that its ranks differ.
std::optional<bool> replicas_by_bytes(const Program& program, const Verdict& verdict,
                                      const CpuResult& result) {
  if (verdict.ok() && verdict.replicas_identical != true) return verdict.replicas_identical;
  if (!result.finished) return std::nullopt;
  return same_bytes_on_all_ranks(program, result);
}

size_t count_exit_slots(const Program& program) {
  size_t count = 0;
  for (const Op& op : program.ops) {
    if (op.kind == OpKind::kExit) count += op.src.count;
  }
  return count;
}

/// A schedule that verify rejects has no contents to hold its second run against: that run only
/// shows whether replicas differ.
void run_both_inputs(RunReport& report, const Program& program, const Verdict& verdict,
                     const Options& options) {
  const CpuResult origin = execute_on_cpu(program, program.slot_values,
                                          cpu_options(options, verdict, InputKind::kOrigin));
  add_result(report, program, origin, program.slot_values);
  report.replicas_identical = replicas_by_bytes(program, verdict, origin);
  if (!origin.finished) return;
  const CpuResult order = execute_on_cpu(program, verdict.exit_contents,
                                         cpu_options(options, verdict, InputKind::kOrder));
  if (verdict.ok()) add_result(report, program, order, verdict.exit_contents);
  const auto replicas = replicas_by_bytes(program, verdict, order);
  if (replicas == false) report.replicas_identical = false;
}

}  // namespace

RunReport run_on_cpu(const syntax::File& file, const Options& options) {
  Program program = expand_to_run(file, options);
  const Verdict verdict = verify(program);
  RunReport report;
  report.schedule = program.name;
  report.tp = program.tp;
  report.shape = program.shape;
  report.dtype = options.dtype;
  report.seed = options.seed;
  report.num_streams = static_cast<int>(program.streams.size());
  report.violations = verdict.violations;
  report.contents = contents_tables(program, verdict, ContentsScope::kBlocks);
  if (!verdict.ok() && !options.is_forced) return report;
  report.is_run = true;
  report.order = order_text(options, verdict);
  report.num_slots = count_exit_slots(program);
  const auto begin = std::chrono::steady_clock::now();
  run_both_inputs(report, program, verdict, options);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace stretto
