#ifndef STRETTO_TESTS_MODELS_LANGUAGE_TEXTS_H_
#define STRETTO_TESTS_MODELS_LANGUAGE_TEXTS_H_

// The seven schedules by which the language was fixed, letter by letter. They are packed: every way
// to leave something out, to join lines and to nest blocks on one line occurs in them. A line of
// theirs that is too long for this file is written in two pieces.

#include <array>
#include <string_view>

namespace stretto {

inline constexpr std::array<std::string_view, 7> kLanguageTexts = {
    R"(schedule ring_ag_gemm computes all_gather_gemm             # nvFuser;)"
    R"( both posting orders, split = k
param lanes = min(3, tp) in 1..4; split = 1 in 1..8; post = comm_first in {comm_first, gemm_first}
shard A[ring tp, split] : [M/tp/split, K]; weight W : [K, N]; stream compute[lanes] low; comm high
buffer x[ring tp, split] : [M/tp/split, K]; d[ring tp, split] : [M/tp/split, N] fresh
rank r:
  given x[r, *] = A(r, *); fork compute, comm
  def multiply(i, s): gemm d[r-i, s] = x[r-i, s] * W  on compute[(i*split+s) mod lanes])"
    R"(  after got[i-1, s] if i > 0
  for i in 0..tp-1, s in 0..split-1:
    if post == gemm_first: multiply(i, s)
    if i < tp-1: group on comm as got[i, s]: send x[r-i, s] -> r+1; recv x[r-i-1, s] <- r-1
    if post == comm_first: multiply(i, s)
  join compute, comm; ensure x[*, *] = A(*, *); d[*, *] = A(*, *) * W
)",
    R"(schedule te_atomic_ag computes all_gather_gemm permuted    # TE atomic_gemm_overlap_ag;)"
    R"( own = slot_r: the placement of TE#1583
param own = slot_0 in {slot_0, slot_r}; assume quiet; shard A[ring tp] : [M/tp, K];)"
    R"( weight W : [K, N]
buffer x[tp] : [M/tp, K]; t[tp+1] : [M/tp, N] fresh; signal ready[tp]; arrived; stream comm high
rank r:
  given x[own == slot_r ? r : 0] = A(r); set ready[*] = 0  on main; fork comm
  def step(i):
    copy x[i+1]@(r+1) = x[i]  via ce  on comm; bump arrived@(r+1)  on comm
    wait arrived += 1  via sm(1)  on comm; bump ready[i+1]  on comm
  step(0)
  gemm on main sms(1..all-1):
    for i in 0..tp-1: part t[i] = x[i] * W  when ready[i] >= min(i, 1)
  for i in 1..tp-2: step(i)
  copy t[tp] = t[0]  via ce  on main; ensure t[j+1] = A(r-1-j) * W  for j in 0..tp-1
)",
    R"(schedule te_ring_rs computes gemm_reduce_scatter           # TE split_overlap_rs, p2p
param lanes = min(3, tp) in 1..4; assume quiet; local X[ring tp] : [M/tp, K/tp];)"
    R"( weight W : [K/tp, N]
buffer u[2*tp-1] : [M/tp, N]; y : [M/tp, N] fresh; signal arrived[ring tp];)"
    R"( stream compute[lanes] low; tx[lanes] high; rx high
rank r:
  fork compute, tx, rx
  for i in 0..tp-1:
    gemm u[i] = X[r+i+1] * W  on compute[i mod lanes]  after g[i-2] if i > 1  as g[i]
    if i > 0:
      copy u[tp+i-1]@(r+i) = u[i-1]  via ce  on tx[(i-1) mod lanes]  after g[i-1];)"
    R"( bump arrived[r]@(r+i)  on tx[(i-1) mod lanes]
      wait arrived[r-i] += 1  via sm(1)  on rx  after g[i-1]
  join compute, tx, rx; reduce y = u[tp-1 .. 2*tp-2] in f32  on main;)"
    R"( ensure y = sum(q in 0..tp-1: X@q(r) * W@q)
)",
    R"(schedule te_pipeline_rs computes gemm_reduce_scatter     )"
    R"(  # column chunks, library reduce-scatter, both posting orders
param split = 4 in 1..8; lanes = min(3, split) in 1..4;)"
    R"( post = comm_first in {comm_first, gemm_first}; local X[tp] : [M/tp, K/tp]
weight W[split] : [K/tp, N/split]; buffer u[split, tp] : [M/tp, N/split];)"
    R"( y[split] : [M/tp, N/split] fresh; stream compute[lanes] low; comm high
rank r:
  def multiply(j): gemm u[j, *] = X[*] * W[j]  on compute[j mod lanes]  as g[j]
  def scatter(j): reduce_scatter y[j] = u[j, *]  on comm  after g[j]
  fork compute, comm; multiply(0)
  for j in 1..split-1:
    if post == gemm_first: multiply(j); scatter(j-1)
    else: scatter(j-1); multiply(j)
  scatter(split-1); join compute, comm; ensure y[*] = sum(q in 0..tp-1: X@q(r) * W@q(*))
)",
    R"(schedule hierarchical_ag computes all_gather             )"
    R"(  # rails between nodes, then inside each node
param g = 2 in 1..8; require tp mod g == 0; communicator node by r div g; rail by r mod g
shard A[tp] : [M/tp, K]; buffer x[tp div g, g] : [M/tp, K]; stream comm high
rank r:
  given x[r div g, r mod g] = A(r); fork comm
  all_gather x[*, r mod g] = x[r div g, r mod g]  over rail  on comm
  for n in 0..tp div g - 1: all_gather x[n, *] = x[n, r mod g]  over node  on comm
  join comm; ensure x[n, l] = A(n*g + l)  for n in 0..tp div g - 1, l in 0..g-1
)",
    R"(schedule async_tp_rs computes gemm_reduce_scatter        )"
    R"(  # PyTorch fused_matmul_reduce_scatter: pulls, two barriers a step
local X[ring tp] : [M/tp, K/tp]; weight W : [K/tp, N]; signal pad[2]; stream lane[2]
buffer p[2] : [M/tp, N]; z[ring tp] : [M/tp, N] fresh; y : [M/tp, N] fresh
rank r:
  fork lane
  for k in 1..tp-1:
    let s = k mod 2
    gemm p[1-s] = X[r+k] * W  on lane[s]; barrier pad[s]  on lane[s]
    copy z[r-k] = p[1-s]@(r-k)  via ce  on lane[s]; barrier pad[s]  on lane[s]
  gemm z[r] = X[r] * W  on main; join lane
  reduce y = z[*] in f32  on main; ensure y = sum(q in 0..tp-1: X@q(r) * W@q)
)",
    R"(schedule flux_ag computes all_gather_gemm                )"
    R"(  # copy-engine pulls, one gated GEMM from the own shard on
shard A[ring tp] : [M/tp, K]; weight W : [K, N]; signal flag[ring tp]; pad; stream pull high
buffer a : [M/tp, K]; x[ring tp] : [M/tp, K]; d[ring tp] : [M/tp, N] fresh
rank r:
  given a = A(r); barrier pad  on main
  copy x[r] = a  via ce  on main; set flag[*] = 0  on main; barrier pad  on main; fork pull
  for k in 1..tp-1: copy x[r+k] = x[r+k]@(r+k)  via ce  on pull; bump flag[r+k]  on pull
  gemm on main:
    for k in 0..tp-1: part d[r+k] = x[r+k] * W  when flag[r+k] >= min(k, 1)
  join pull; ensure d[*] = A(*) * W
)",
};

}  // namespace stretto

#endif  // STRETTO_TESTS_MODELS_LANGUAGE_TEXTS_H_
