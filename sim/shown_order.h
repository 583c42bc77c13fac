#ifndef STRETTO_SIM_SHOWN_ORDER_H_
#define STRETTO_SIM_SHOWN_ORDER_H_

// A sequence of words in the shortest form that repeats: what schedule a trace shows.
//
//   shown_order({"GEMM", "all-reduce", "GEMM", "all-reduce"}).text == "(GEMM, all-reduce) x 2"

#include <span>
#include <string_view>

#include "sim/overlap.h"

namespace stretto {

/// A sequence that does not repeat is told word by word, equal neighbours together, with `..`
/// behind the first dozen.
ShownOrder shown_order(std::span<const std::string_view> words);

}  // namespace stretto

#endif  // STRETTO_SIM_SHOWN_ORDER_H_
