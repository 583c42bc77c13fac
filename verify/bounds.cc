#include <algorithm>

#include "verify/checks.h"
#include "verify/story.h"

namespace stretto {

// An op that overwrites what it reads in another role: a GEMM in place, an overlapping copy, an
// in-place gather whose own block is elsewhere. `reduce`, `+=` and all_reduce may.
static bool overlaps_itself(const Program& program, const Op& op, Slot* where) {
  auto dst = program.slots_of(op.dst);
  auto clash = [&](Span span) {
    for (Slot slot : program.slots_of(span)) {
      if (std::ranges::find(dst, slot) == dst.end()) continue;
      *where = slot;
      return true;
    }
    return false;
  };
  if (op.kind == OpKind::kGemm || op.kind == OpKind::kPart) return clash(op.src) || clash(op.rhs);
  if (op.kind == OpKind::kCopy) return clash(op.src);
  if (op.kind != OpKind::kAllGather || op.communicator < 0) return false;
  const auto& members = program.communicators[static_cast<size_t>(op.communicator)].members;
  size_t self = static_cast<size_t>(std::ranges::lower_bound(members, op.rank) - members.begin());
  auto src = program.slots_of(op.src);
  for (size_t k = 0; k < src.size(); ++k) {
    auto at = std::ranges::find(dst, src[k]);
    if (at == dst.end() || static_cast<size_t>(at - dst.begin()) == self * src.size() + k) continue;
    *where = src[k];
    return true;
  }
  return false;
}

void check_bounds(const Program& program, std::vector<Violation>& violations) {
  Stories stories(violations);
  auto add = [&](const std::string& key, int32_t i, const std::string& what) {
    const Op& op = program.ops[static_cast<size_t>(i)];
    std::string message = op_name(program, i) + "\n  " + what;
    stories.add(key + std::to_string(statement_of(program, i)),
                {Check::kBounds, {op.rank}, {reference(program, i)}, std::move(message)});
  };
  for (const Misuse& misuse : program.misuses) {
    if (misuse.kind == Misuse::Kind::kBounds) add("misuse ", misuse.op, misuse.message);
  }
  for (int32_t i = 0; i < static_cast<int32_t>(program.ops.size()); ++i) {
    Slot where;
    if (!overlaps_itself(program, program.ops[static_cast<size_t>(i)], &where)) continue;
    add("alias ", i, "overwrites " + slot_name_at(program, where) + ", which it reads");
  }
  stories.finish();
}

}  // namespace stretto
