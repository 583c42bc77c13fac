#ifndef STRETTO_TESTS_KERNELS_CPU_PROGRAMS_H_
#define STRETTO_TESTS_KERNELS_CPU_PROGRAMS_H_

// A few whole programs by hand.

#include "tests/kernels/cpu/program_builder.h"

namespace stretto {

struct RingOptions {
  int tp = 4;
  int num_calls = 1;
  bool in_groups = true;      // false: sends and recvs one by one, which hangs
  bool wait_for_recv = true;  // false: a race
};

/// ring_ag_gemm with one comm stream: d[c] = A(c) * W on every rank.
inline Program ring_all_gather_gemm(RingOptions options) {
  int tp = options.tp;
  ProgramBuilder b(tp, options.num_calls);
  int a = b.tensor(TensorKind::kShard, "A", tp, 4, 16);
  int w = b.tensor(TensorKind::kWeight, "W", 1, 16, 16);
  int x = b.tensor(TensorKind::kBuffer, "x", tp, 4, 16);
  int d = b.tensor(TensorKind::kBuffer, "d", tp, 4, 16);
  int comm = b.stream("comm");
  auto wrap = [&](int c) { return (c % tp + tp) % tp; };
  for (int r = 0; r < tp; ++r) {
    b.begin_rank(r);
    for (int call = 0; call < options.num_calls; ++call) {
      b.begin_call(call);
      int last = b.entry({{b.slot(x, r), b.values().shard(a, Chunk{r}, call)}});
      b.post({.stream = comm, .after = {last}});
      int got = -1;
      for (int i = 0; i < tp; ++i) {
        Post gemm{.kind = OpKind::kGemm,
                  .dst = {b.slot(d, wrap(r - i))},
                  .src = {b.slot(x, wrap(r - i))},
                  .rhs = {b.slot(w, 0)}};
        if (i > 0 && options.wait_for_recv) gemm.after = {got};
        b.post(gemm);
        if (i == tp - 1) break;
        Post send{.kind = OpKind::kSend,
                  .stream = comm,
                  .src = {b.slot(x, wrap(r - i))},
                  .peer = wrap(r + 1)};
        Post recv{.kind = OpKind::kRecv,
                  .stream = comm,
                  .dst = {b.slot(x, wrap(r - i - 1))},
                  .peer = wrap(r - 1)};
        if (options.in_groups) {
          got = b.post({.kind = OpKind::kGroup, .stream = comm}, {send, recv});
        } else {
          b.post(send);
          got = b.post(recv);
        }
      }
      b.post({.after = {got}});
      ProgramBuilder::Contents wanted;
      for (int c = 0; c < tp; ++c) {
        ValueId block = b.values().shard(a, Chunk{c}, call);
        wanted.push_back({b.slot(x, c), block});
        wanted.push_back({b.slot(d, c), b.values().rounded(b.values().product(
                                            block, b.values().weight(w, Rank{r}, Chunk{0})))});
      }
      b.exit(wanted);
    }
  }
  return b.finish();
}

enum class SumBy {
  kRingCollective,
  kTreeCollective,
  kAllReduceRing,
  kAllReduceTree,
  kPulledFold,
  kPulledChain
};

/// y = the sum over q of X@q(r) * W@q (all_reduce: of X@q * W@q), by a collective or by pulls
/// behind a barrier. `wanted` makes the value that y should hold from the rounded products of ranks
/// 0.., at rank r.
template <class Wanted>
Program reduce_products(int tp, SumBy by, Wanted wanted) {
  ProgramBuilder b(tp);
  bool is_all_reduce = by == SumBy::kAllReduceRing || by == SumBy::kAllReduceTree;
  bool is_pull = by == SumBy::kPulledFold || by == SumBy::kPulledChain;
  int n = is_all_reduce ? 1 : tp;
  int x = b.tensor(TensorKind::kLocal, "X", n, 5, 16);
  int w = b.tensor(TensorKind::kWeight, "W", 1, 16, 12);
  int u = b.tensor(TensorKind::kBuffer, "u", n, 5, 12);
  int z = b.tensor(TensorKind::kBuffer, "z", tp, 5, 12);
  int y = b.tensor(TensorKind::kBuffer, "y", 1, 5, 12);
  for (int r = 0; r < tp; ++r) {
    b.begin_rank(r);
    ProgramBuilder::Contents inputs;
    std::vector<Slot> products;
    for (int c = 0; c < n; ++c)
      inputs.push_back({b.slot(x, c), b.values().local(x, Rank{r}, Chunk{c}, 0)});
    b.entry(inputs);
    for (int c = 0; c < n; ++c) {
      products.push_back(b.slot(u, c));
      b.post({.kind = OpKind::kGemm,
              .dst = {b.slot(u, c)},
              .src = {b.slot(x, c)},
              .rhs = {b.slot(w, 0)}});
    }
    if (is_pull) {
      b.post({.kind = OpKind::kBarrier});
      Post reduce{
          .kind = OpKind::kReduce, .dst = {b.slot(y, 0)}, .in_wire = by == SumBy::kPulledChain};
      for (int q = 0; q < tp; ++q) {
        b.post({.kind = OpKind::kCopy, .dst = {b.slot(z, q)}, .src = {b.slot(u, r, q)}});
        reduce.src.push_back(b.slot(z, q));
      }
      b.post(reduce);
      b.post({.kind = OpKind::kBarrier});
    } else {
      OpKind kind = is_all_reduce ? OpKind::kAllReduce : OpKind::kReduceScatter;
      bool is_tree = by == SumBy::kTreeCollective || by == SumBy::kAllReduceTree;
      b.post({.kind = kind, .dst = {b.slot(y, 0)}, .src = products, .order_tree = is_tree});
    }
    std::vector<ValueId> operands;
    for (int q = 0; q < tp; ++q) {
      ValueId local = b.values().local(x, Rank{q}, Chunk{is_all_reduce ? 0 : r}, 0);
      operands.push_back(
          b.values().rounded(b.values().product(local, b.values().weight(w, Rank{q}, Chunk{0}))));
    }
    b.exit({{b.slot(y, 0), wanted(b.values(), operands, r)}});
  }
  return b.finish();
}

}  // namespace stretto

#endif  // STRETTO_TESTS_KERNELS_CPU_PROGRAMS_H_
