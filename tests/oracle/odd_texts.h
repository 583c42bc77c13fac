#ifndef STRETTO_TESTS_ORACLE_ODD_TEXTS_H_
#define STRETTO_TESTS_ORACLE_ODD_TEXTS_H_

// Corners of the language that the shipped schedules do not visit, one theme a text. They need not
// be good schedules: only the two expanders read them.

#include <array>
#include <string_view>

namespace stretto::oracle {

inline constexpr std::array<std::string_view, 12> kOddTexts = {
    // Accounts: +=, >= and set on one signal, over calls; on a peer's signal too.
    R"SCHED(schedule accounts computes all_gather
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]
signal s
signal t[2, ring tp]
stream side
rank r:
  given x[r] = A(r)
  wait s += 1
  wait s += 2
  bump s by 3 on side
  wait s += call + 1 via sm(2) on side
  wait t[1, r-1] += 1
  wait t[1, r-1] += 1
  wait t[0, *] += 2
  bump t[*, r+5]@(r-1) by tp
  bump s@(-1)
)SCHED",
    // set restarts an account.
    R"SCHED(schedule restart computes all_gather
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]
signal s[3]
rank r:
  given x[r] = A(r)
  wait s[0] += 2
  set s[*] = 0
  wait s[0] += 1
  wait s[1] += 1
  if call > 0: set s[1] = 0
  wait s[1] += 1
  set s[0] = 5
  wait s[0] += 2
  wait s[2] mod 3 == 1
  wait s[2] mod 3 == 1
  wait s[2] mod 2 == 0
  wait s[1] >= 7
  wait s[1] += 1
)SCHED",
    // Views, ranges, rings; many slots on both sides; f32, bias, addends, accumulation.
    R"SCHED(schedule places computes gemm_reduce_scatter
param k = 2 in 1..3; mode = b in {a, b, c}
local X[ring tp, k] : [M/tp/k, K]
weight W[k] : [K, N]
buffer u[ring tp, k] : [M/tp/k, N] f32; y[k] : [M/tp/k, N] fresh; z[tp+1] : [M/tp/k, N]
view own = u[0..1, *]
view column = z[1..tp]
rank r:
  def twice(i): gemm u[i, *] += X[i, *] * W[0]
  gemm u[r, *] = X[r, *] * W[*]
  gemm u[r-1, 0] = X[r+1, 0] * W[k-1] + y[0]
  gemm y[*] = X[r, *] * W[0] + bias
  twice(r+2)
  reduce y[*] = own[0, *], own[1, *], u[r+1..r+1, *] in wire
  reduce y[0] = u[r..r+tp-1, 0] in f32
  copy column[0..1] = u[r+1..r+2, 0] via sm(3)
  copy column[1]@(r+tp+1) = z[0] via ce
  copy z[0..mode == b ? 1 : 0] = column[0..mode == b ? 1 : 0]@(r*2) via ce
  ensure y[*] = fold(q in 0..tp-1: X@q(r, *) * W@q(0))
)SCHED",
    // Values: lists, nested binders, chains and folds into both kinds of slot.
    R"SCHED(schedule values computes gemm_all_reduce
local X[ring tp, 2] : [M/tp/2, K]
weight W[2] : [K, N]
weight V : [N, K]
buffer y[ring tp, 2] : [M/tp/2, N]; f[ring tp, 2] : [M/tp/2, N] f32 fresh
rank r:
  ensure y[*, 0..1] = chain(X@0(*, 0..1) * V, X@1(*, 0..1) * V@0) for q in 0..0
  f[r, 0] = fold(q in r+1..r+tp: X@q(r, 1) * W@q(0))
  f[r+1, 1] = chain(q in 0..1, p in 0..q: X@p(q, p) * W@q(1) * V@1)
  y[j, i] = sum(q in 0..tp-1: X@q(j, i) * W@q(i) + bias) for j in 0..tp-1, i in 0..1
  y[r, *] = fold(X(r, 0) * W(0), bias, X(r, 1) * W(1))
  y[*, *] = X(*, 0) * W(*) + X(r, 0) * V + X(*, *) * V
)SCHED",
    // Events: rebinding, records on streams with and without ops, conditions, events over calls.
    R"SCHED(schedule events computes all_gather
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]
stream a[2] high; b low
rank r:
  given x[r] = A(r)
  record start on b
  after start on a[0]
  copy x[r] = x[r+1] via ce on a[0] as e[r, 0]
  copy x[r+1] = x[r] via ce on a[1] after e[r, 0] if r > 0, start as e[r, 0]
  copy x[r+2] = x[r+1] via ce on b after e[r, 0]
  record last on a[1]
  copy x[r] = x[r+1] via ce on a[1] after last if call == 1, late if call == 1
  record late on main
  after late, last on b
  fork a
  join a[0..1], b
  sync a
  sync main
  copy x[r] = x[r] via ce
)SCHED",
    // Kernels, gated gemms, each, nb, flush, pads.
    R"SCHED(schedule launches computes all_gather_gemm
shard A[ring tp] : [M/tp, K]
weight W : [K, N]
buffer x[ring tp] : [M/tp, K]; d[ring tp] : [M/tp, N]
signal s[ring tp]; pad[2]; p
stream c high
rank r:
  given x[r] = A(r)
  kernel on c sms(4) as k:
    for i in 1..tp-1:
      copy x[r]@(r+i) = x[r] via sm(4) bump s[r]@(r+i) each
      if i mod 2 == 1: wait s[r-i] += 4 via sm(1)
      else: bump s[r] by 2
    barrier pad[1]
    reduce x[r] = x[r], x[r+1] in f32
  copy x[r]@(r+1) = x[r] via ce bump s[r]@(r+1) by 2 nb on c
  flush on c
  gemm on main sms(2..all-1) after k:
    let n = 1
    for i in 0..tp-1:
      part d[r+i] = x[r+i] * W when s[r+i] >= i*n and s[r] += 1 bump s[i] by 2 bump s[0]@(r+1)
    part d[r] += x[r] * W + bias
  barrier
  barrier p
  barrier pad[call mod 2]
)SCHED",
    // Send and recv: groups on two streams, several communicators, self sends, order over calls.
    R"SCHED(schedule pairs computes all_gather
require tp > 1
communicator half by r mod 2; whole by 0
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]
stream s[2]
rank r:
  given x[r] = A(r)
  group on s[0], s[1] as g:
    for i in 1..tp-1:
      send x[r] -> r+i over pair
      recv x[r-i] <- r-i over pair
  send x[r] -> r on s[0] after g
  recv x[r+1] <- r on s[1]
  if r mod 2 == 0 and tp mod 2 == 0: send x[r] -> r+1 over whole
  else if tp mod 2 == 0: recv x[r] <- r-1 over whole
  all_reduce x[r] = x[r] over half order tree
  all_reduce x[0..1] = x[1..2] order ring on s[1]
  reduce_scatter x[r] = x[*] over whole
  all_gather x[*] = x[r] on s[0]
  barrier over half
)SCHED",
    // Partners that do not exist.
    R"SCHED(schedule lonely computes all_gather
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]
signal pad
rank r:
  given x[r] = A(r)
  if r == 0: send x[0] -> 1
  if r > 0: recv x[0] <- 0
  if r == 0: barrier
  if r != 1: barrier pad
  after never
)SCHED",
    // Host threads.
    R"SCHED(schedule threads computes all_gather
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]
stream a; b
rank r:
  given x[r] = A(r)
  fork a, b
  thread one:
    copy x[r] = x[r] via ce on a as done
    sync a
  thread two:
    copy x[r] = x[r] via ce on b after done
  thread one: copy x[r] = x[r] via ce on a
  join a, b
)SCHED",
    // Scopes: defs see where they were written, lets last to the end of their block.
    R"SCHED(schedule scopes computes all_gather
param n = min(tp, 3) in 1..8; flavour = 4 in {2, 4, tp + 8}
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]; y[16] : [M/tp, K]
stream a[2]
rank r:
  given x[r] = A(r)
  let k = 1
  def put(i):
    let j = i + k
    copy y[j] = x[i] via ce on a[j mod 2]
  def both(i, r): put(i); put(i + 1)
  for i in 0..n-1, j in i..1:
    let k = 5
    both(i, 3)
    if i > j or not (i == j): copy y[k + j] = x[r] via ce
    else: copy y[max(i, j, 2)] = x[r div 2] via ce
  copy y[k] = x[-7] via ce
  copy y[(0-7) mod 5] = x[(0-7) div 2] via ce
  copy y[flavour == 4 ? 1 : 2] = x[0 - r] via ce
)SCHED",
    // Out of bounds in several ways.
    R"SCHED(schedule bounds computes all_gather
shard A[ring tp] : [M/tp, K]
buffer x[tp] : [M/tp, K]; y[ring tp] : [M/tp, K]
signal s[2]
rank r:
  given y[r] = A(r)
  copy x[r+1] = y[r+1] via ce
  copy y[r-1] = x[r-1] via ce
  copy x[0..tp] = y[0..tp] via ce
  bump s[r]
  ensure y[*] = A(*)
)SCHED",
    // A world of groups: colours over the group and over the world, ranks of the world.
    R"SCHED(schedule world_of_groups computes all_gather
communicator same by r; across by w div 2; mine by r mod 2
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]
rank r:
  given x[r] = A(r)
  all_reduce x[0] = x[1] over across
  all_reduce x[1] = x[0] over mine
  barrier over same
  barrier
  copy x[w mod tp]@world((w + tp) mod (tp * dp)) = x[r]@(r+1) via ce
)SCHED",
};

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_ODD_TEXTS_H_
