#ifndef STRETTO_MODELS_LOWER_H_
#define STRETTO_MODELS_LOWER_H_

// Runs resolved schedules once per rank and call, and appends what they post to a Program.

#include <vector>

#include "models/code.h"
#include "models/expand.h"
#include "models/program.h"

namespace stretto {

/// `runs` are the schedules of a sequence in order (one for a plain schedule), laid out in
/// `program`. Appends ops, pools, communicators and misuses; meetings and matches are link()'s.
/// Throws InputError for operands that do not pair up, EvaluationError turned into InputError.
void lower(const std::vector<Code>& runs, const ExpandOptions& options, Program& program);

}  // namespace stretto

#endif  // STRETTO_MODELS_LOWER_H_
