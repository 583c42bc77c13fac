#ifndef STRETTO_KERNELS_CPU_ADDITION_ORDER_H_
#define STRETTO_KERNELS_CPU_ADDITION_ORDER_H_

// In which order the collectives here add. Read by the kernels only: reference.cc states it a
// second time, in its own words, so that the two can disagree.
//
//   ring    block c of n is the chain over the members c+1, c+2, .., c (mod n), rounded at each
//   hop.
//           reduce_scatter: block c is what member c gets. all_reduce: each slot's elements,
//           row-major, are cut into n blocks as evenly as whole elements allow, block c being the
//           elements floor(count * c / n) .. floor(count * (c + 1) / n) - 1.
//   tree    tree(lo..hi) = tree(lo..mid) + tree(mid+1..hi), the first half the longer one, rounded
//   at
//           each addition.

#include <cstdint>

namespace stretto::cpu {

/// The member whose operand is added at `step` 0..n-1 to block `block`.
inline int ring_member(int block, int step, int n) { return (block + 1 + step) % n; }

/// The first element of block `block` of an all_reduce; block n is the end.
inline int64_t ring_block_begin(int64_t num_elements, int block, int n) {
  return num_elements * block / n;
}

/// The last member of the first half of lo..hi.
inline int tree_middle(int lo, int hi) { return lo + (hi - lo) / 2; }

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_ADDITION_ORDER_H_
