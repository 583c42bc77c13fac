#ifndef STRETTO_MODELS_LINK_H_
#define STRETTO_MODELS_LINK_H_

// Who meets whom: the k-th send of (communicator, from, to) meets the k-th recv in posting order,
// the k-th call on a communicator (or pad) meets the k-th. Fills Op::meet and Program::meetings;
// what stays unmatched keeps -1, and verify reports it.

#include <cstdint>

#include "models/program.h"

namespace stretto {

void link(Program& program);

/// One number per (communicator, from, to) of a send or recv.
uint64_t channel_key(const Program& program, const Op& op);

}  // namespace stretto

#endif  // STRETTO_MODELS_LINK_H_
