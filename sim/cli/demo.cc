#include "sim/cli/demo.h"

#include <stdexcept>
#include <string>
#include <string_view>

#include "sim/cli/schedule_source.h"

namespace stretto {
namespace {

VerifyReport verified(const syntax::File& file, TpRange range) {
  return verify_over(file, range, {}, [](const std::string&) {});
}

/// te_atomic_ag with the own chunk in slot r, as the issue asks: `given x[0] = A(r)` as `given x[r]
/// = A(r)`.
syntax::File with_own_chunk_in_slot_r(syntax::File file) {
  for (syntax::Statement& statement : file.schedules.back().body) {
    if (statement.kind != syntax::StatementKind::kGiven) continue;
    syntax::Expr rank;
    rank.kind = syntax::ExprKind::kName;
    rank.name = "r";
    statement.target.indices.front().first = rank;
    return file;
  }
  throw std::logic_error("te_atomic_ag has no `given` to change");
}

}  // namespace

Demo make_demo() {
  Demo demo;
  const syntax::File ring = load_schedule("ring_ag_gemm");
  const syntax::File slot_0 = load_schedule("te_atomic_ag");
  const syntax::File slot_r = with_own_chunk_in_slot_r(slot_0);
  demo.ring = verified(ring, {2, 64});
  Options as_bf16;
  as_bf16.dtype = "bf16";
  demo.ring_run = run_on_cpu(ring, as_bf16);
  demo.slot_0 = verified(slot_0, {4, 4});
  demo.slot_r = verified(slot_r, {4, 4});
  Options forced;
  forced.is_forced = true;
  forced.is_replay = true;
  demo.slot_r_run = run_on_cpu(slot_r, forced);
  return demo;
}

}  // namespace stretto
