#include <algorithm>
#include <unordered_map>

#include "verify/checks.h"
#include "verify/contract.h"
#include "verify/story.h"

namespace stretto {

namespace {

/// A slot of an exit that holds a block of the result: where, which block, and the exact term that
/// is there.
struct Held {
  int32_t local = 0;  // slot within the rank
  int32_t key = 0;    // block of the result; -1: something else than it should
  ValueId contents = 0;
  friend bool operator==(const Held&, const Held&) = default;
};

class ReplicasCheck {
 public:
  ReplicasCheck(Program& program, Contents& contents, const ContractUse& contract)
      : program_(program), contents_(contents), contract_(contract), blocks_(program, contract) {}
  /// Compares every rank with the first of its group; nullopt when some exit was not reached.
  std::optional<bool> run(std::vector<Violation>& violations);

 private:
  std::vector<Held> held_by(const Op& exit);
  std::vector<std::pair<int32_t, ValueId>> sums_of(const std::vector<Held>& held);
  std::string difference(const Op& first, const std::vector<Held>& a, const Op& other,
                         const std::vector<Held>& b) const;
  bool is_reduction() const {
    return contract_.kind == syntax::ContractKind::kAllReduce ||
           contract_.kind == syntax::ContractKind::kGemmAllReduce;
  }

  Program& program_;
  Contents& contents_;
  const ContractUse contract_;
  ResultBlocks blocks_;
};

}  // namespace

std::vector<Held> ReplicasCheck::held_by(const Op& exit) {
  ValueTable& values = program_.values;
  blocks_.select(exit.rank, exit.call);
  std::vector<Held> held;
  for (uint32_t k = 0; k < exit.src.count; ++k) {
    ValueId wanted = program_.slot_values[exit.values.begin + k];
    ValueId found = contents_.at_exit[exit.values.begin + k];
    int32_t key = blocks_.key_of(wanted);
    if (key < 0 || found < 0) continue;
    Held entry{.local = program_.slots[exit.src.begin + k].value % program_.slots_per_rank};
    // With wrong contents the block is none, and the term itself tells replicas apart.
    bool is_right = values.satisfies(found, wanted_value(program_, contents_, wanted));
    entry.key = is_right ? key : -1;
    entry.contents = is_reduction() || !is_right ? found : -1;
    held.push_back(entry);
  }
  if (!std::ranges::is_sorted(held, {}, &Held::local)) std::ranges::sort(held, {}, &Held::local);
  return held;
}

std::vector<std::pair<int32_t, ValueId>> ReplicasCheck::sums_of(const std::vector<Held>& held) {
  std::vector<std::pair<int32_t, ValueId>> sums;
  if (!is_reduction()) return sums;
  for (const Held& entry : held) sums.emplace_back(entry.key, entry.contents);
  std::ranges::sort(sums);
  return sums;
}

std::string ReplicasCheck::difference(const Op& first, const std::vector<Held>& a, const Op& other,
                                      const std::vector<Held>& b) const {
  auto pair = std::ranges::mismatch(a, b);
  auto text = [&](const Op& exit, auto it, auto end) {
    std::string rank = "rank " + std::to_string(exit.rank.value) + " holds ";
    if (it == end) return rank + "nothing more";
    Slot slot = program_.slot(exit.rank, it->local);
    return rank + value_name(program_, contents_.at_end[static_cast<size_t>(slot.value)]) + " in " +
           slot_name(program_, slot);
  };
  return text(first, pair.in1, a.end()) + "\n  " + text(other, pair.in2, b.end());
}

std::optional<bool> ReplicasCheck::run(std::vector<Violation>& violations) {
  Stories stories(violations);
  bool identical = true;
  std::unordered_map<int32_t, std::pair<const Op*, std::vector<Held>>> first_of_group;
  for (const Op& op : program_.ops) {
    if (op.kind != OpKind::kExit || op.run != contract_.run || op.call + 1 != program_.num_calls)
      continue;
    if (op.src.count > 0 && contents_.at_exit[op.values.begin] < 0) return std::nullopt;
    std::vector<Held> held = held_by(op);
    auto it = first_of_group.find(op.rank.value / program_.tp.value);
    if (it == first_of_group.end()) {
      first_of_group.emplace(op.rank.value / program_.tp.value, std::pair{&op, std::move(held)});
      continue;
    }
    if (it->second.second == held) continue;
    identical = false;
    // `permuted` frees the layout, not the order of additions.
    if (contract_.is_permuted && sums_of(it->second.second) == sums_of(held)) continue;
    const Op& first = *it->second.first;
    std::string message = "the result is not the same on every rank\n  " +
                          difference(first, it->second.second, op, held);
    if (is_reduction()) message += "\n  (sums in another order differ in their last bits)";
    stories.add("differ", {Check::kReplicas, {first.rank, op.rank}, {}, std::move(message)});
  }
  stories.finish();
  return identical;
}

std::optional<bool> check_replicas(Program& program, Contents& contents,
                                   std::vector<Violation>& violations) {
  std::optional<bool> all;
  for (const ContractUse& contract : program.contracts) {
    if (!is_replicated(contract)) continue;
    std::optional<bool> one = ReplicasCheck(program, contents, contract).run(violations);
    if (one) all = all.value_or(true) && *one;
  }
  return all;
}

}  // namespace stretto
