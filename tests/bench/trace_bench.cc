// How fast a trace is read: 109,000 events as the PyTorch profiler writes them, a third of them
// kernels, plain and gzipped. HolisticTraceAnalysis takes 2.36 s for a file of that many events;
// ours is to take 0.16 s plain (250 MB/s) and 0.35 s gzipped.
//
//   bazel run //tests/bench:trace_bench

#include <benchmark/benchmark.h>
#include <zlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "models/trace.h"

namespace stretto {
namespace {

constexpr int kEvents = 109'000;

/// One event; `i` also says when.
std::string event(int i) {
  const std::string ts = std::to_string(1'694'128'201'545'000 + 5 * i) + ".125";
  const std::string number = std::to_string(i / 3);
  if (i % 3 == 0)
    return R"(  {
    "ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1234, "tid": 1234,
    "ts": )" +
           ts + R"(, "dur": 5.123,
    "args": {
      "External id": )" +
           number + R"(, "cbid": 211, "correlation": )" + number + "\n    }\n  }";
  if (i % 3 == 1)
    return R"(  {
    "ph": "X", "cat": "kernel", "name": "nvjet_hsh_128x256_64x4_2x1_v_bz_coopA_TNN",
    "pid": 0, "tid": 7,
    "ts": )" +
           ts + R"(, "dur": 6.250,
    "args": {
      "External id": )" +
           number + R"(, "queued": 0, "device": 0, "context": 1, "stream": 7, "correlation": )" +
           number + R"(,
      "registers per thread": 168, "shared memory": 213000, "blocks per SM": 1.0,
      "warps per SM": 12.0, "grid": [132, 1, 1], "block": [384, 1, 1],
      "est. achieved occupancy %": 19
    }
  })";
  return R"(  {
    "ph": "X", "cat": "cpu_op", "name": "aten::linear", "pid": 1234, "tid": 1234,
    "ts": )" +
         ts + R"(, "dur": 15.5,
    "args": {
      "External id": )" +
         number + R"(, "Record function id": 0, "Ev Idx": )" + number + "\n    }\n  }";
}

/// The file, written once.
std::string trace_file(bool is_gzipped) {
  const std::string path = std::filesystem::temp_directory_path() /
                           (is_gzipped ? "stretto_bench.json.gz" : "stretto_bench.json");
  std::string text = "{\"schemaVersion\": 1, \"traceEvents\": [\n";
  for (int i = 0; i < kEvents; ++i) text += (i == 0 ? "" : ",\n") + event(i);
  text += "\n]}\n";
  if (is_gzipped) {
    gzFile file = gzopen(path.c_str(), "wb6");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
  } else {
    std::ofstream(path, std::ios::binary) << text;
  }
  return path;
}

void read_chrome_json(benchmark::State& state) {
  const bool is_gzipped = state.range(0) == 1;
  const std::string path = trace_file(is_gzipped);
  size_t spans = 0;
  for (auto _ : state) spans = read_trace(path).spans.size();
  const auto runs = static_cast<int64_t>(state.iterations());
  state.SetBytesProcessed(runs * static_cast<int64_t>(std::filesystem::file_size(path)));
  state.SetItemsProcessed(runs * kEvents);
  state.SetLabel(std::string(is_gzipped ? "gzipped, " : "plain, ") + std::to_string(spans) +
                 " kernels");
  std::filesystem::remove(path);
}
BENCHMARK(read_chrome_json)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace stretto
