#ifndef STRETTO_TESTS_VERIFY_WITH_BODY_H_
#define STRETTO_TESTS_VERIFY_WITH_BODY_H_

// A schedule that keeps its promise whatever its body does: every rank is given all of x and
// ensures all of x. What a test puts behind it works on z, y, t and counters, so that the verdict
// speaks of the body alone.

#include <string>

namespace stretto {

/// The line on which the body begins.
inline constexpr int kBodyLine = 21;

inline std::string with_body(const std::string& body) {
  return R"(schedule s computes all_gather
shard A[tp] : [M/tp, N]
weight W : [N, N]
communicator twin by 0
communicator half by r mod 2
buffer x[tp] : [M/tp, N]
buffer z[4] : [M/tp, N]
buffer t[2] : [M/tp, N] f32
buffer y : [M, N]
signal f
signal g[4]
signal pad
signal other
stream c
stream d

rank r:
  given x[*] = A(*)
  ensure x[*] = A(*)
  fork c, d
)" + body;
}

}  // namespace stretto

#endif  // STRETTO_TESTS_VERIFY_WITH_BODY_H_
