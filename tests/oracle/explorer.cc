#include "tests/oracle/explorer.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "tests/oracle/explorer_contents.h"
#include "tests/oracle/explorer_events.h"
#include "tests/oracle/program_dump.h"

namespace stretto::oracle {

Counters::Counters(const EventSystem& system) {
  for (const Event& event : system.events) {
    for (const SignalChange& set : event.sets) index_.emplace(set.signal, index_.size());
  }
  for (size_t e = 0; e < system.events.size(); ++e) {
    for (const SignalChange& bump : system.events[e].bumps) {
      bumps_[bump.signal].push_back({static_cast<int32_t>(e), bump.amount});
    }
  }
}

void Counters::happen(const Event& event, Values& values) const {
  for (const SignalChange& bump : event.bumps) {
    const auto found = index_.find(bump.signal);
    if (found != index_.end()) values[found->second] += bump.amount;
  }
  for (const SignalChange& set : event.sets) values[index_.at(set.signal)] = set.amount;
}

bool Counters::holds(const SignalWait& wait, const EventSet& done, const Values& values) const {
  int32_t value = 0;
  const auto found = index_.find(wait.signal.value);
  if (found != index_.end()) {
    value = values[found->second];
  } else if (const auto bumps = bumps_.find(wait.signal.value); bumps != bumps_.end()) {
    for (const Bump& bump : bumps->second) {
      if (done[static_cast<size_t>(bump.event)]) value += bump.amount;
    }
  }
  if (value < wait.threshold) return false;
  return wait.modulus == 0 || (value - wait.threshold) % wait.modulus == 0;
}

bool is_enabled(const Event& event, const EventSet& done, const Counters& counters,
                const Counters::Values& values) {
  if (event.is_never || (done & event.needs) != event.needs) return false;
  return std::ranges::all_of(
      event.waits, [&](const SignalWait& wait) { return counters.holds(wait, done, values); });
}

namespace {

struct State {
  EventSet done;
  Counters::Values values;
  friend bool operator==(const State&, const State&) = default;
};

struct StateHash {
  size_t operator()(const State& state) const {
    size_t hash = std::hash<EventSet>()(state.done);
    for (const int32_t value : state.values) hash = hash * 31 + static_cast<size_t>(value);
    return hash;
  }
};

bool is_conflict(Touch a, Touch b) {
  const bool has_set = a == Touch::kSet || b == Touch::kSet;
  const bool is_signal = a >= Touch::kBump && b >= Touch::kBump;
  if (is_signal)
    return (has_set && a != Touch::kPad && b != Touch::kPad) || (a == b && a == Touch::kPad);
  return a <= Touch::kWrite && b <= Touch::kWrite && (a == Touch::kWrite || b == Touch::kWrite);
}

struct Conflict {
  Access a;
  Access b;
};

std::vector<Conflict> conflicts_of(const EventSystem& system) {
  std::vector<Conflict> conflicts;
  for (const Access& a : system.accesses) {
    for (const Access& b : system.accesses) {
      if (a.op < b.op && a.where == b.where && is_conflict(a.touch, b.touch)) {
        conflicts.push_back({a, b});
      }
    }
  }
  return conflicts;
}

class Search {
 public:
  Search(const Program& program, Mode mode, size_t max_states)
      : program_(program),
        system_(events_of(program, mode)),
        counters_(system_),
        max_states_(max_states) {
    if (mode == Mode::kLeastOrdering) conflicts_ = conflicts_of(system_);
  }

  void run() {
    is_too_large = system_.is_too_large;
    if (!is_too_large) visit({{}, counters_.initial()});
    while (!is_too_large && !pending_.empty()) {
      const State state = pending_.back();
      pending_.pop_back();
      look_for_races(state.done);
      if (!expand(state)) add_stuck(state.done);
    }
    std::ranges::sort(races);
    races.erase(std::ranges::unique(races).begin(), races.end());
  }

  bool is_too_large = false;
  std::vector<int32_t> never_end;
  bool hangs_alike = true;
  std::vector<Race> races;
  bool has_set_race = false;
  size_t num_states() const { return seen_.size(); }

 private:
  void visit(State state) {
    if (!seen_.insert(state).second) return;
    pending_.push_back(std::move(state));
    is_too_large = seen_.size() > max_states_;
  }

  bool expand(const State& state) {
    bool has_next = false;
    for (size_t e = 0; e < system_.events.size() && !is_too_large; ++e) {
      const Event& event = system_.events[e];
      if (state.done[e] || !is_enabled(event, state.done, counters_, state.values)) continue;
      has_next = true;
      State next = state;
      next.done.set(e);
      counters_.happen(event, next.values);
      visit(std::move(next));
    }
    return has_next;
  }

  void add_stuck(const EventSet& done) {
    std::vector<int32_t> stuck;
    for (size_t i = 0; i < system_.end.size(); ++i) {
      if (!done[static_cast<size_t>(system_.end[i])]) stuck.push_back(static_cast<int32_t>(i));
    }
    if (has_stuck_ && stuck != never_end) hangs_alike = false;
    if (!has_stuck_) never_end = stuck;
    has_stuck_ = true;
  }

  static bool is_in_flight(const Access& access, const EventSet& done) {
    return done[static_cast<size_t>(access.from)] && !done[static_cast<size_t>(access.to)];
  }

  void look_for_races(const EventSet& done) {
    std::erase_if(conflicts_, [&](const Conflict& conflict) {
      if (!is_in_flight(conflict.a, done) || !is_in_flight(conflict.b, done)) return false;
      const bool is_slot = conflict.a.touch <= Touch::kWrite;
      const int32_t where = conflict.a.where;
      if (conflict.a.touch == Touch::kSet || conflict.b.touch == Touch::kSet) has_set_race = true;
      races.push_back(
          {conflict.a.op, conflict.b.op,
           is_slot ? slot_text(program_, Slot{where}) : signal_text(program_, Signal{where})});
      return true;
    });
  }

  const Program& program_;
  EventSystem system_;
  Counters counters_;
  size_t max_states_ = 0;
  std::vector<Conflict> conflicts_;
  std::unordered_set<State, StateHash> seen_;
  std::vector<State> pending_;
  bool has_stuck_ = false;
};

}  // namespace

Exploration explore(const Program& program, const ExploreOptions& options) {
  Exploration found;
  Search blocking(program, Mode::kMostBlocking, options.max_states);
  blocking.run();
  Search least(program, Mode::kLeastOrdering, options.max_states);
  if (!blocking.is_too_large) least.run();
  found.num_states = blocking.num_states() + least.num_states();
  found.is_too_large = blocking.is_too_large || least.is_too_large;
  if (found.is_too_large) return found;
  found.never_end = blocking.never_end;
  found.hangs_alike = blocking.hangs_alike;
  found.least_never_end = least.never_end;
  found.least_hangs_alike = least.hangs_alike;
  found.races = least.races;
  found.has_set_race = least.has_set_race;
  if (!found.never_end.empty() || !found.races.empty()) return found;
  for (int run = 0; run < options.num_runs; ++run) {
    const std::vector<std::string> contents =
        exit_contents_of_a_run(program, options.seed + static_cast<uint64_t>(run));
    if (run > 0 && contents != found.exit_contents) found.contents_alike = false;
    if (run == 0) found.exit_contents = contents;
  }
  return found;
}

}  // namespace stretto::oracle
