#ifndef STRETTO_SIM_INTERVALS_H_
#define STRETTO_SIM_INTERVALS_H_

// Sets of time as sorted, disjoint, half-open intervals in integer nanoseconds.
//
//   Intervals busy = union_of({{0, 5}, {3, 9}});   // {{0, 9}}
//   length_ns(intersection_of(busy, {{8, 20}}))    // 1

#include <cstdint>
#include <vector>

namespace stretto {

struct Interval {
  int64_t begin_ns = 0;
  int64_t end_ns = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// Sorted, disjoint, none empty, none touching the next.
using Intervals = std::vector<Interval>;

/// Any order, overlapping or not; empty and reversed ones vanish.
Intervals union_of(std::vector<Interval> intervals);
/// Both as union_of gives them.
Intervals intersection_of(const Intervals& a, const Intervals& b);
int64_t length_ns(const Intervals& intervals);

}  // namespace stretto

#endif  // STRETTO_SIM_INTERVALS_H_
