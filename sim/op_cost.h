#ifndef STRETTO_SIM_OP_COST_H_
#define STRETTO_SIM_OP_COST_H_

// What one op of a Program costs on a machine with nothing else running: the first thing to hold
// beside a measured kernel. What overlap adds to it (waiting for SMs, shared links, the clock) is
// the simulator's business, not this file's.

#include <cstdint>
#include <optional>

#include "models/machine.h"
#include "models/program.h"

namespace stretto {

/// Of a gemm, gated gemm, send, recv, group, collective or copy to a peer, at two bytes an element;
/// nullopt for others and for transfers that the machine file does not know. A collective of
/// another number of ranks than was measured keeps its busbw.
std::optional<int64_t> alone_ns(const Machine& machine, const Program& program, int32_t op);

/// [m, k] times [k, n] of a gemm op; zeros for others.
Shape gemm_shape(const Program& program, const Op& op);

}  // namespace stretto

#endif  // STRETTO_SIM_OP_COST_H_
