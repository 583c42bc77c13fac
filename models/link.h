#ifndef STRETTO_MODELS_LINK_H_
#define STRETTO_MODELS_LINK_H_

// Who meets whom: the k-th send of (communicator, from, to) meets the k-th recv in posting order,
// the k-th call on a communicator (or pad) meets the k-th. Fills Op::meet and Program::meetings;
// what stays unmatched keeps -1, and verify reports it.

#include "models/program.h"

namespace stretto {

void link(Program& program);

}  // namespace stretto

#endif  // STRETTO_MODELS_LINK_H_
