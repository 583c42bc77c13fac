#include <algorithm>

#include "verify/checks.h"
#include "verify/story.h"

namespace stretto {

// May `dst[to]` be overwritten by an op that reads it as `src[from]`? In place means: element by
// element for reduce and all_reduce, the own block of a gather or scatter; never for GEMMs and
// copies.
static bool may_be_in_place(const Op& op, size_t self, size_t from, size_t to) {
  switch (op.kind) {
    case OpKind::kReduce:
      return from % op.dst.count == to;
    case OpKind::kAllReduce:
      return from == to;
    case OpKind::kAllGather:
      return to == self * op.src.count + from;
    case OpKind::kReduceScatter:
      return from == self * op.dst.count + to;
    default:
      return false;
  }
}

static bool overlaps_itself(const Program& program, const Op& op, Slot* where) {
  auto dst = program.slots_of(op.dst);
  if (op.kind == OpKind::kEntry || dst.empty()) return false;
  size_t self = 0;
  if (is_collective(op.kind)) {
    const auto& members = program.communicators[static_cast<size_t>(op.communicator)].members;
    self = static_cast<size_t>(std::ranges::lower_bound(members, op.rank) - members.begin());
  }
  for (Span span : {op.src, op.rhs}) {
    auto src = program.slots_of(span);
    for (size_t from = 0; from < src.size(); ++from) {
      auto at = std::ranges::find(dst, src[from]);
      if (at == dst.end()) continue;
      if (may_be_in_place(op, self, from, static_cast<size_t>(at - dst.begin()))) continue;
      *where = src[from];
      return true;
    }
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
