#ifndef STRETTO_SIM_OP_MATCH_H_
#define STRETTO_SIM_OP_MATCH_H_

// Which kernel of a trace is which op of a schedule: by kind and by order. On each rank the n-th
// GEMM kernel is the n-th gemm op, the n-th all-reduce the n-th all_reduce, and so on; a trace of
// several calls repeats the whole. A send and its recv are one kernel if the schedule groups them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/machine.h"
#include "models/program.h"
#include "models/timeline.h"
#include "sim/overlap.h"

namespace stretto {

struct MatchedOp {
  int32_t op = 0;             // in Program::ops; of the first rank of the group that runs it
  std::string kind;           // "GEMM", "all-reduce", ..
  std::vector<size_t> spans;  // a kernel a call, in Timeline::spans
  int64_t measured_ns = 0;    // median over the calls
  std::optional<int64_t> predicted_ns;  // alone on the machine asked for, where its file says
};

/// Fewer or more kernels of a kind than the schedule has ops.
struct CountMismatch {
  std::string kind;
  int64_t expected = 0;  // over all calls
  int64_t found = 0;
  std::vector<size_t> extra;     // kernels no op asks for: the durations farthest from the median
  std::vector<int32_t> missing;  // ops without a kernel
};

struct RankOps {
  int32_t program_rank = 0;
  int32_t num_calls = 0;
  std::vector<MatchedOp> ops;
  std::vector<CountMismatch> mismatches;
};

struct OpMatch {
  Program program;
  std::vector<RankOps> ranks;  // as Timeline::ranks
  bool is_whole() const;       // no mismatch on any rank
};

/// A trace's rank d of a program of n ranks is rank d mod n, where d is its place in the timeline
/// if that has n ranks or more, and its device otherwise.
OpMatch match_ops(const Timeline& timeline, const OverlapReport& report, Program program);

/// Fills predicted_ns (op_cost.h).
void predict_ops(const Machine& machine, OpMatch& match);

}  // namespace stretto

#endif  // STRETTO_SIM_OP_MATCH_H_
