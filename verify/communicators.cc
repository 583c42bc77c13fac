#include <algorithm>
#include <map>
#include <set>

#include "verify/checks.h"
#include "verify/story.h"

namespace stretto {

namespace {

/// One op on a communicator: the launch that carries it, and what identifies it on the other ranks.
struct Use {
  int32_t op = -1;     // the op itself
  int32_t owner = -1;  // its launch
  int32_t meet = -1;   // meeting, or the smaller op of a matched pair
};

}  // namespace

static std::vector<std::vector<Use>> uses_by_communicator(const Program& program, int32_t rank) {
  std::vector<std::vector<Use>> uses(program.communicators.size());
  int32_t end = program.rank_begin[static_cast<size_t>(rank) + 1];
  for (int32_t i = program.rank_begin[static_cast<size_t>(rank)]; i < end; ++i) {
    const Op& op = program.ops[static_cast<size_t>(i)];
    bool is_pad_barrier = op.kind == OpKind::kBarrier && op.signals.count > 0;
    if (op.communicator < 0 || op.meet < 0 || is_pad_barrier) continue;
    bool is_message = op.kind == OpKind::kSend || op.kind == OpKind::kRecv;
    int32_t meet = is_message ? -2 - std::min(i, op.meet) : op.meet;
    uses[static_cast<size_t>(op.communicator)].push_back({i, owner_of(program, i), meet});
  }
  return uses;
}

/// -1: the first precedes, 1: the second does, 0: nothing orders them, nullopt: a hang keeps one of
/// them from happening, and they are on different streams.
static std::optional<int> direction(const Program& program, const HappensBefore& before, int32_t a,
                                    int32_t b) {
  const Op& first = program.ops[static_cast<size_t>(a)];
  const Op& second = program.ops[static_cast<size_t>(b)];
  if (first.stream == second.stream) return a < b ? -1 : 1;
  const auto& position = before.run().position;
  if (position[start_of(a)] == kNever || position[start_of(b)] == kNever) return std::nullopt;
  if (before.precedes(end_of(a), start_of(b))) return -1;
  return before.precedes(end_of(b), start_of(a)) ? 1 : 0;
}

void check_communicators(const Program& program, const HappensBefore& before,
                         std::vector<Violation>& violations) {
  // Pairs of communicators that share two or more ranks.
  std::vector<std::pair<size_t, size_t>> pairs;
  const auto& all = program.communicators;
  std::set<size_t> used;
  for (const Op& op : program.ops) {
    if (op.communicator >= 0) used.insert(static_cast<size_t>(op.communicator));
  }
  for (size_t a : used) {
    for (size_t b : used) {
      if (b <= a) continue;
      std::vector<Rank> shared;
      std::ranges::set_intersection(all[a].members, all[b].members, std::back_inserter(shared));
      if (shared.size() > 1) pairs.emplace_back(a, b);
    }
  }
  if (pairs.empty()) return;
  Stories stories(violations);
  std::map<std::pair<int32_t, int32_t>, std::pair<int, std::pair<int32_t, int32_t>>> directions;
  for (int32_t w = 0; w < program.num_ranks(); ++w) {
    auto uses = uses_by_communicator(program, w);
    for (const auto& [a, b] : pairs) {
      for (const Use& x : uses[a]) {
        for (const Use& y : uses[b]) {
          if (x.owner == y.owner) continue;
          auto known = direction(program, before, x.owner, y.owner);
          if (!known) continue;
          int found = *known;
          auto [it, is_new] =
              directions.try_emplace({x.meet, y.meet}, found, std::pair{x.op, y.op});
          if (found != 0 && (is_new || it->second.first == found)) continue;
          std::string names =
              "communicators '" + all[a].name + "' and '" + all[b].name + "' share ranks, and ";
          std::string what =
              found == 0
                  ? "nothing orders these two ops on rank " + std::to_string(w)
                  : "these two ops are ordered differently on ranks " +
                        std::to_string(
                            program.ops[static_cast<size_t>(it->second.second.first)].rank.value) +
                        " and " + std::to_string(w);
          std::string key = std::to_string(statement_of(program, x.op)) + " " +
                            std::to_string(statement_of(program, y.op));
          stories.add(key,
                      {Check::kMatching,
                       {Rank{w}, program.ops[static_cast<size_t>(it->second.second.first)].rank},
                       {reference(program, x.op), reference(program, y.op)},
                       names + what + "\n  1. " + op_name(program, x.op) + "\n  2. " +
                           op_name(program, y.op)});
        }
      }
    }
  }
  stories.finish();
}

}  // namespace stretto
