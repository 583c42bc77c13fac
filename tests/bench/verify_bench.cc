// Expanding and verifying the nvFuser ring, ops per second by tp.
//
//   bazel run //tests/bench:verify_bench
//
// Goals on one core: tp 256 in 0.2 s, tp 1024 in 5 s and 3 GiB (expansion included). Peers, from
// public runs on a machine of this size: msccl-tools builds and checks the all-gather alone in
// 0.36 s at 64 ranks and 4.5 s at 256.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "models/expand.h"
#include "models/library.h"
#include "models/parser.h"
#include "verify/verdict.h"

namespace stretto {

static syntax::File shipped(std::string_view name) {
  auto all = shipped_schedules();
  auto it = std::ranges::find(all, name, &ShippedSchedule::name);
  return parse(it->text, std::string(it->path));
}

static void expand_ring(benchmark::State& state) {
  syntax::File file = shipped("ring_ag_gemm");
  ExpandOptions options{.tp = TpSize{state.range(0)}};
  size_t ops = 0;
  for (auto _ : state) {
    Program program = expand(file, options);
    ops += program.ops.size();
    benchmark::DoNotOptimize(program.ops.data());
  }
  state.counters["ops"] = benchmark::Counter(static_cast<double>(ops), benchmark::Counter::kIsRate);
}

static void verify_ring(benchmark::State& state) {
  syntax::File file = shipped("ring_ag_gemm");
  ExpandOptions options{.tp = TpSize{state.range(0)},
                        .num_calls = static_cast<int32_t>(state.range(1))};
  size_t ops = 0;
  for (auto _ : state) {
    Program program = expand(file, options);
    Verdict verdict = verify(program);
    if (!verdict.ok()) state.SkipWithError("the ring must verify");
    ops += program.ops.size();
  }
  state.counters["ops"] = benchmark::Counter(static_cast<double>(ops), benchmark::Counter::kIsRate);
}

BENCHMARK(expand_ring)->Arg(8)->Arg(64)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(verify_ring)
    ->ArgNames({"tp", "calls"})
    ->Args({8, 1})
    ->Args({64, 1})
    ->Args({256, 1})
    ->Args({1024, 1})
    ->Args({256, 2})
    ->Unit(benchmark::kMillisecond);

}  // namespace stretto
