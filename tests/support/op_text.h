#ifndef STRETTO_TESTS_SUPPORT_OP_TEXT_H_
#define STRETTO_TESTS_SUPPORT_OP_TEXT_H_

// An op of a Program as one short line, for whole-value comparisons:
//
//   gemm d[1] = x[1] * W on compute[0] after 3
//   send x[1] -> 2
//   copy x[1]@2 = x[0] via ce bump arrived@2 on comm
//
// Places name their rank where it is not the op's own; a launch on main names no stream; `after`
// lists events as positions among the ops of the rank, entry being 0.

#include <initializer_list>
#include <string>
#include <vector>

#include "models/program.h"

namespace stretto {

std::string op_text(const Program& program, int32_t op);

/// The ops of one rank in posting order; with `kinds`, only those.
std::vector<std::string> ops_text(const Program& program, Rank rank,
                                  std::initializer_list<OpKind> kinds = {});

}  // namespace stretto

#endif  // STRETTO_TESTS_SUPPORT_OP_TEXT_H_
