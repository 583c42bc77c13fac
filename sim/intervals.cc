#include "sim/intervals.h"

#include <algorithm>

namespace stretto {

Intervals union_of(std::vector<Interval> intervals) {
  std::ranges::sort(intervals, {}, &Interval::begin_ns);
  Intervals result;
  for (const Interval& interval : intervals) {
    if (interval.end_ns <= interval.begin_ns) continue;
    if (!result.empty() && interval.begin_ns <= result.back().end_ns) {
      result.back().end_ns = std::max(result.back().end_ns, interval.end_ns);
    } else {
      result.push_back(interval);
    }
  }
  return result;
}

Intervals intersection_of(const Intervals& a, const Intervals& b) {
  Intervals result;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    const Interval both{std::max(i->begin_ns, j->begin_ns), std::min(i->end_ns, j->end_ns)};
    if (both.begin_ns < both.end_ns) result.push_back(both);
    ++(i->end_ns < j->end_ns ? i : j);
  }
  return result;
}

int64_t length_ns(const Intervals& intervals) {
  int64_t sum = 0;
  for (const Interval& interval : intervals) sum += interval.end_ns - interval.begin_ns;
  return sum;
}

}  // namespace stretto
