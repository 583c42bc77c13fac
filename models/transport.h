#ifndef STRETTO_MODELS_TRANSPORT_H_
#define STRETTO_MODELS_TRANSPORT_H_

// Two-sided messages written as copies with credit, for the copy engine or for SMs. All engines see
// the result.
//
//   send x -> p     wait credit += 1; copy y@p = x via ce; bump arrived@p
//   recv y <- q     bump credit@q; wait arrived += 1
//   group           all credits, then the sends, then the waits; further streams are joined before
//   and after
//
// Each channel (communicator, from, to) has a credit counter at the sender and an arrival counter
// at the receiver. A program in which a message has no partner stays as it is: that is what there
// is to report.

#include "models/expand.h"
#include "models/program.h"

namespace stretto {

/// `program` must be linked.
void rewrite_transport(Program& program, Transport transport);

}  // namespace stretto

#endif  // STRETTO_MODELS_TRANSPORT_H_
