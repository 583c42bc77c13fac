#ifndef STRETTO_SIM_CHROME_TRACE_H_
#define STRETTO_SIM_CHROME_TRACE_H_

// A timeline as Chrome JSON, for Perfetto and chrome://tracing, and for read_trace to read back:
//
//   {"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA H100", "numSms": 132}],
//    "traceEvents": [
//     {"ph": "X", "cat": "kernel", "name": "nvjet_..", "pid": 0, "tid": 7, "ts": 35564.678,
//      "dur": 1350.935, "args": {"stream": 7, "correlation": 12, "grid": [132, 1, 1]}}, ..]}
//
// pid is the rank, tid the stream; times are microseconds with three decimals, which are whole
// nanoseconds. The launch of a kernel is an event of category cuda_runtime with its correlation.

#include <string>

#include "models/timeline.h"

namespace stretto {

std::string chrome_trace(const Timeline& timeline);

}  // namespace stretto

#endif  // STRETTO_SIM_CHROME_TRACE_H_
