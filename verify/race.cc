#include "verify/race.h"

#include <algorithm>

#include "verify/story.h"

namespace stretto {

namespace {

struct Access {
  int32_t op = -1;
  bool is_write = false;
};

/// An op that bumps, waits for, sets or meets at a signal, from `begin` to `end`.
struct SignalTouch {
  int32_t op = -1;
  Node begin = 0;
  Node end = 0;
  bool is_exclusive = false;  // a set, or a barrier on its pad: conflicts with everything
};

/// Accesses by slot, in one array.
struct Accesses {
  std::vector<uint32_t> begin;  // by slot, one more at the end
  std::vector<Access> list;
};

class RaceCheck {
 public:
  RaceCheck(const Program& program, const Order& order, const HappensBefore& before,
            std::vector<Violation>& violations)
      : program_(program), order_(order), before_(before), stories_(violations) {}
  std::vector<Race> run();

 private:
  const Op& op(int32_t i) const { return program_.ops[static_cast<size_t>(i)]; }
  template <class Visit>
  void visit_accesses(int32_t i, Visit visit) const;
  Accesses collect() const;
  void slot(Slot slot, std::span<Access> accesses);
  bool are_ordered(int32_t a, int32_t b) const;
  bool precedes(int32_t a, int32_t b) const;
  void report(const Race& race);
  void signals();
  void signal(Signal signal, std::span<const SignalTouch> touches);
  void phases();
  std::string missing_edge(const Race& race) const;

  const Program& program_;
  const Order& order_;
  const HappensBefore& before_;
  Stories stories_;
  std::vector<Race> races_;
  std::vector<char> is_constant_;     // by local slot: weights
  std::vector<const Access*> reads_;  // of the slot being checked
};

}  // namespace

template <class Visit>
void RaceCheck::visit_accesses(int32_t i, Visit visit) const {
  const Op& o = op(i);
  for (Slot slot : program_.slots_of(o.src)) visit(slot, false);
  for (Slot slot : program_.slots_of(o.rhs)) visit(slot, false);
  for (Slot slot : program_.slots_of(o.addend)) visit(slot, false);
  for (Slot slot : program_.slots_of(o.dst)) visit(slot, true);
}

Accesses RaceCheck::collect() const {
  size_t num_slots =
      static_cast<size_t>(program_.num_ranks()) * static_cast<size_t>(program_.slots_per_rank);
  size_t per_rank = static_cast<size_t>(program_.slots_per_rank);
  Accesses result;
  result.begin.assign(num_slots + 1, 0);
  auto all = [&](auto visit) {
    for (int32_t i = 0; i < static_cast<int32_t>(program_.ops.size()); ++i) {
      // What was never reached touches nothing.
      if (before_.run().position[start_of(owner_of(program_, i))] == kNever) continue;
      visit_accesses(i, [&](Slot slot, bool is_write) {
        size_t s = static_cast<size_t>(slot.value);
        if (!is_constant_[s % per_rank]) visit(s, Access{i, is_write});
      });
    }
  };
  all([&](size_t s, Access) { ++result.begin[s + 1]; });
  for (size_t s = 0; s < num_slots; ++s) result.begin[s + 1] += result.begin[s];
  result.list.resize(result.begin.back());
  std::vector<uint32_t> next(result.begin.begin(), result.begin.end() - 1);
  all([&](size_t s, Access access) { result.list[next[s]++] = access; });
  return result;
}

bool RaceCheck::precedes(int32_t a, int32_t b) const {
  Node start = start_of(owner_of(program_, b));
  auto special = std::ranges::lower_bound(order_.data_end_ops, a);
  bool is_plain = special == order_.data_end_ops.end() || *special != a;
  if (is_plain) return before_.precedes(end_of(owner_of(program_, a)), start);
  const auto& ends = order_.data_ends[static_cast<size_t>(special - order_.data_end_ops.begin())];
  return std::ranges::all_of(ends, [&](Node end) { return before_.precedes(end, start); });
}

bool RaceCheck::are_ordered(int32_t a, int32_t b) const {
  return a == b || precedes(a, b) || precedes(b, a);
}

std::string RaceCheck::missing_edge(const Race& race) const {
  const Op& a = op(race.first);
  const Op& b = op(race.second);
  if (a.rank == b.rank &&
      op(owner_of(program_, race.first)).stream != op(owner_of(program_, race.second)).stream) {
    return "an event recorded behind the first and awaited by the second (or the other way round)";
  }
  if (a.rank == b.rank) return "a wait between the two";
  return "a signal (or barrier) from rank " + std::to_string(a.rank.value) +
         " behind the first that rank " + std::to_string(b.rank.value) +
         " awaits before the second, or the other way round";
}

void RaceCheck::report(const Race& race) {
  std::string place = race.signal ? "signal " + signal_name_at(program_, *race.signal)
                                  : "slot " + slot_name(program_, race.slot) + " on rank " +
                                        std::to_string(program_.rank_of(race.slot).value);
  auto verb = [&](bool writes) { return race.signal ? "uses" : writes ? "writes" : "reads"; };
  // What only shows with another call behind it has a check of its own.
  bool across_calls = op(race.first).call != op(race.second).call;
  Violation violation{.check = across_calls ? Check::kCalls : Check::kRace};
  violation.ranks = {race.signal ? program_.rank_of(*race.signal) : program_.rank_of(race.slot),
                     op(race.first).rank, op(race.second).rank};
  violation.ops = {reference(program_, race.first), reference(program_, race.second)};
  violation.message = place + " is " + (race.signal ? "used" : "accessed") +
                      " by two ops that nothing orders\n  1. " + op_name(program_, race.first) +
                      " " + verb(race.first_writes) + " it\n  2. " +
                      op_name(program_, race.second) + " " + verb(race.second_writes) +
                      " it\n  missing: " + missing_edge(race);
  std::string key =
      std::to_string(statement_of(program_, race.first)) + " " +
      std::to_string(statement_of(program_, race.second)) + " " + (race.signal ? "signal" : "") +
      (race.signal ? "" : program_.tensor_of(race.slot).name) + (across_calls ? " calls" : "");
  if (stories_.add(key, std::move(violation))) races_.push_back(race);
}

void RaceCheck::slot(Slot slot, std::span<Access> accesses) {
  if (std::ranges::none_of(accesses, &Access::is_write)) return;
  const auto& position = before_.run().position;
  std::ranges::sort(accesses, {}, [&](const Access& a) {
    return std::pair{position[start_of(owner_of(program_, a.op))], a.op};
  });
  // The last write, and the reads since.
  const Access* write = nullptr;
  std::vector<const Access*>& reads = reads_;
  reads.clear();
  auto check = [&](const Access& a, const Access& b) {
    if (!are_ordered(a.op, b.op)) {
      report({a.op, b.op, slot, std::nullopt, a.is_write, b.is_write});
    }
  };
  for (const Access& access : accesses) {
    if (!access.is_write) {
      if (write != nullptr) check(*write, access);
      reads.push_back(&access);
      continue;
    }
    if (write != nullptr) check(*write, access);
    for (const Access* read : reads) check(*read, access);
    reads.clear();
    write = &access;
  }
}

// A set must be ordered with every bump, wait and set of its signal; two barriers of a rank must
// not share a pad.
void RaceCheck::signals() {
  size_t num_signals = static_cast<size_t>(program_.num_ranks() * program_.signals_per_rank);
  std::vector<std::vector<SignalTouch>> touches(num_signals);
  std::vector<bool> has_conflict(num_signals, false);
  for (const SignalAction& action : order_.actions) {
    touches[static_cast<size_t>(action.signal.value)].push_back(
        {action.op, start_of(action.op), action.node, action.is_set});
    if (action.is_set) has_conflict[static_cast<size_t>(action.signal.value)] = true;
  }
  for (const Gate& gate : order_.gates) {
    // A part looks at its counters from the launch on, and has seen enough when it starts.
    bool is_part = op(gate.op).kind == OpKind::kPart;
    Node begin = start_of(is_part ? op(gate.op).parent : gate.op);
    touches[static_cast<size_t>(gate.wait.signal.value)].push_back(
        {gate.op, begin, gate.node, false});
  }
  for (int32_t i = 0; i < static_cast<int32_t>(program_.ops.size()); ++i) {
    if (op(i).kind != OpKind::kBarrier || op(i).signals.count == 0) continue;
    size_t s = static_cast<size_t>(program_.signals_of(op(i))[0].signal.value);
    touches[s].push_back({i, start_of(i), end_of(i), true});
    has_conflict[s] = true;
  }
  for (size_t s = 0; s < num_signals; ++s) {
    if (has_conflict[s]) signal(Signal{s}, touches[s]);
  }
}

void RaceCheck::signal(Signal signal, std::span<const SignalTouch> touches) {
  const auto& position = before_.run().position;
  for (size_t a = 0; a < touches.size(); ++a) {
    if (position[touches[a].begin] == kNever) continue;
    for (size_t b = a + 1; b < touches.size(); ++b) {
      const SignalTouch& x = touches[a];
      const SignalTouch& y = touches[b];
      if (position[y.begin] == kNever || (!x.is_exclusive && !y.is_exclusive) || x.op == y.op)
        continue;
      if (before_.precedes(x.end, y.begin) || before_.precedes(y.end, x.begin)) continue;
      report({x.op, y.op, Slot{}, signal, true, true});
    }
  }
}

// A phase wait was resolved to a threshold: no bump may carry the counter past it before the wait
// has ended.
void RaceCheck::phases() {
  for (const Gate& gate : order_.gates) {
    if (gate.wait.modulus == 0) continue;
    int64_t sum = 0;
    for (const RunResult::Happening& happening : before_.run().happenings) {
      if (happening.action.signal != gate.wait.signal || happening.action.is_set) continue;
      sum += happening.action.amount;
      if (sum <= gate.wait.threshold ||
          before_.precedes(end_of(gate.op), start_of(owner_of(program_, happening.action.op)))) {
        continue;
      }
      report({gate.op, happening.action.op, Slot{}, gate.wait.signal, true, true});
    }
  }
}

std::vector<Race> RaceCheck::run() {
  is_constant_.assign(static_cast<size_t>(program_.slots_per_rank), false);
  for (const Tensor& tensor : program_.tensors) {
    if (tensor.kind != TensorKind::kWeight || tensor.first_slot < 0) continue;
    std::fill_n(is_constant_.begin() + tensor.first_slot, tensor.num_blocks, true);
  }
  Accesses accesses = collect();
  for (size_t s = 0; s + 1 < accesses.begin.size(); ++s) {
    std::span<Access> of_slot(accesses.list.data() + accesses.begin[s],
                              accesses.begin[s + 1] - accesses.begin[s]);
    if (of_slot.size() > 1) slot(Slot{s}, of_slot);
  }
  signals();
  phases();
  stories_.finish();
  return std::move(races_);
}

std::vector<Race> check_races(const Program& program, const Order& order,
                              const HappensBefore& before, std::vector<Violation>& violations) {
  return RaceCheck(program, order, before, violations).run();
}

}  // namespace stretto
