#ifndef STRETTO_SIM_CLI_OP_TEXT_H_
#define STRETTO_SIM_CLI_OP_TEXT_H_

// An op as a statement about concrete slots, and what it waits for.
//
//   op_text(program, 17) == "gemm d[1] = x[1] * W"
//   waits_text(program, 17) == "after 12"

#include <string>

#include "models/program.h"

namespace stretto {

/// Places are of the op's own rank unless they say @rank; long lists are cut in the middle.
std::string op_text(const Program& program, int32_t index);

/// Events, the other side of a match or meeting, and counters: "after 12; meets 40"; empty: only
/// its stream.
std::string waits_text(const Program& program, int32_t index);

/// "main", "comm, tx[1]" for a group; "host" for an op on no stream.
std::string stream_text(const Program& program, const Op& op);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_OP_TEXT_H_
