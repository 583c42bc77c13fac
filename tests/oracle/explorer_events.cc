#include "tests/oracle/explorer_events.h"

#include <algorithm>
#include <set>
#include <utility>

namespace stretto::oracle {

namespace {

constexpr int32_t kNone = -1;

bool uses_communicator(const Op& op) {
  switch (op.kind) {
    case OpKind::kSend:
    case OpKind::kRecv:
    case OpKind::kAllGather:
    case OpKind::kReduceScatter:
    case OpKind::kAllReduce:
      return true;
    case OpKind::kBarrier:
      return op.signals.count == 0;
    default:
      return false;
  }
}

bool is_call(OpKind kind) {
  return kind == OpKind::kAllGather || kind == OpKind::kReduceScatter ||
         kind == OpKind::kAllReduce || kind == OpKind::kBarrier;
}

class Builder {
 public:
  Builder(const Program& program, Mode mode)
      : program_(program), is_blocking_(mode == Mode::kMostBlocking) {}

  EventSystem build() {
    make_events();
    if (system_.is_too_large) return system_;
    for (int32_t i = 0; i < count(); ++i) {
      guard_start(i);
      guard_end(i);
      guard_family(i);
      signal_changes(i);
    }
    guard_streams();
    guard_hosts();
    if (program_.assumes_quiet) guard_quiet();
    guard_flushes();
    if (is_blocking_) guard_communicators();
    for (int32_t i = 0; i < count(); ++i) list_accesses(i);
    return system_;
  }

 private:
  int32_t count() const { return static_cast<int32_t>(program_.ops.size()); }
  const Op& op(int32_t i) const { return program_.ops[static_cast<size_t>(i)]; }
  int32_t start(int32_t i) const { return system_.start[static_cast<size_t>(i)]; }
  int32_t end(int32_t i) const { return system_.end[static_cast<size_t>(i)]; }
  int32_t land(int32_t i) const { return system_.land[static_cast<size_t>(i)]; }
  Event& event(int32_t e) { return system_.events[static_cast<size_t>(e)]; }

  void need(int32_t later, int32_t earlier) {
    event(later).needs.set(static_cast<size_t>(earlier));
  }

  int32_t add_event(int32_t i) {
    system_.events.emplace_back().op = i;
    return static_cast<int32_t>(system_.events.size()) - 1;
  }

  void make_events() {
    for (int32_t i = 0; i < count(); ++i) {
      system_.start.push_back(add_event(i));
      system_.end.push_back(add_event(i));
      system_.land.push_back(op(i).non_blocking ? add_event(i) : kNone);
      if (op(i).bump_each) {
        for (int share = 1; share < op(i).ctas; ++share) shares_[i].push_back(add_event(i));
      }
      if (system_.events.size() > kMaxEvents) {
        system_.is_too_large = true;
        return;
      }
    }
  }

  void guard_start(int32_t i) {
    for (const int32_t dep : program_.numbers_of(op(i).deps)) {
      if (dep >= 0) need(start(i), end(dep));
    }
    if (op(i).kind == OpKind::kPart) {
      for (const SignalWait& wait : program_.waits_of(op(i))) event(start(i)).waits.push_back(wait);
    }
  }

  void guard_end(int32_t i) {
    need(end(i), start(i));
    if (land(i) != kNone) need(land(i), start(i));
    for (const int32_t share : shares_[i]) {
      need(share, start(i));
      need(end(i), share);
    }
    switch (op(i).kind) {
      case OpKind::kWait:
        for (const SignalWait& wait : program_.waits_of(op(i))) event(end(i)).waits.push_back(wait);
        return;
      case OpKind::kRecv:
        return need_start_of(i, op(i).meet);
      case OpKind::kSend:
        if (is_blocking_) need_start_of(i, op(i).meet);
        return;
      default:
        if (!is_call(op(i).kind) || op(i).meet < 0) return;
        for (const int32_t member : program_.meetings[static_cast<size_t>(op(i).meet)].members) {
          need_start_of(i, member);
        }
    }
  }

  void need_start_of(int32_t i, int32_t other) {
    if (other < 0) {
      event(end(i)).is_never = true;
    } else {
      need(end(i), start(other));
    }
  }

  // Children lie behind their parent's start, and the parent's end behind theirs.
  void guard_family(int32_t i) {
    const int32_t parent = op(i).parent;
    if (parent < 0) return;
    need(start(i), start(parent));
    need(end(parent), end(i));
    const bool is_sequence = op(parent).kind == OpKind::kKernel ||
                             (op(parent).kind == OpKind::kGatedGemm && is_blocking_);
    if (is_sequence && i - 1 > parent) need(start(i), end(i - 1));
  }

  std::set<int32_t> streams_of(int32_t i) const {
    std::set<int32_t> streams = {op(i).stream};
    for (const int32_t more : program_.numbers_of(op(i).more_streams)) streams.insert(more);
    return streams;
  }

  bool is_launched(int32_t i) const { return op(i).parent < 0 && op(i).kind != OpKind::kSync; }

  void guard_streams() {
    std::map<std::pair<Rank, int32_t>, int32_t> last;
    for (int32_t i = 0; i < count(); ++i) {
      if (!is_launched(i)) continue;
      for (const int32_t stream : streams_of(i)) {
        const auto [previous, is_first] = last.try_emplace({op(i).rank, stream}, i);
        if (!is_first) need(start(i), end(previous->second));
        previous->second = i;
      }
    }
  }

  // A sync holds back what its thread posts later; with one hardware queue, starts follow posting
  // order.
  void guard_hosts() {
    std::map<std::pair<Rank, int32_t>, int32_t> last_sync;
    std::map<std::pair<Rank, int32_t>, int32_t> last_launch;
    for (int32_t i = 0; i < count(); ++i) {
      if (op(i).parent >= 0) continue;
      const std::pair<Rank, int32_t> host = {op(i).rank, op(i).thread};
      if (last_sync.contains(host)) need(start(i), end(last_sync[host]));
      if (op(i).kind == OpKind::kSync) {
        last_sync[host] = i;
        continue;
      }
      if (is_blocking_ && last_launch.contains(host)) need(start(i), start(last_launch[host]));
      last_launch[host] = i;
    }
  }

  void guard_quiet() {
    for (int32_t entry = 0; entry < count(); ++entry) {
      if (op(entry).kind != OpKind::kEntry) continue;
      for (int32_t exit = 0; exit < count(); ++exit) {
        const bool is_before = op(exit).kind == OpKind::kExit && op(exit).call < op(entry).call;
        if (is_before) need(start(entry), end(exit));
      }
    }
  }

  // Data land before the end of the next flush of their stream; without one, at some time.
  void guard_flushes() {
    for (int32_t copy = 0; copy < count(); ++copy) {
      if (land(copy) == kNone) continue;
      int32_t flush = copy + 1;
      const auto is_next = [&](int32_t i) {
        return op(i).kind == OpKind::kFlush && op(i).rank == op(copy).rank &&
               op(i).stream == op(copy).stream;
      };
      while (flush < count() && !is_next(flush)) ++flush;
      if (flush < count()) need(end(flush), land(copy));
    }
  }

  // What runs as one on a communicator: a launch; a group whole; in a kernel, the child alone.
  void guard_communicators() {
    std::map<std::pair<Rank, int32_t>, int32_t> last;
    for (int32_t i = 0; i < count(); ++i) {
      if (!uses_communicator(op(i))) continue;
      const int32_t parent = op(i).parent;
      const int32_t unit = parent >= 0 && op(parent).kind == OpKind::kGroup ? parent : i;
      const auto [previous, is_first] = last.try_emplace({op(i).rank, op(i).communicator}, unit);
      if (!is_first && previous->second != unit) need(start(unit), end(previous->second));
      previous->second = unit;
    }
  }

  void signal_changes(int32_t i) {
    const bool is_set = op(i).kind == OpKind::kSet;
    if (op(i).kind == OpKind::kBarrier) return;
    const int32_t last = land(i) != kNone ? land(i) : end(i);
    for (const SignalUse& use : program_.signals_of(op(i))) {
      const SignalChange change = {use.signal.value, op(i).bump_each ? 1 : use.amount};
      (is_set ? event(last).sets : event(last).bumps).push_back(change);
      for (const int32_t share : shares_[i]) event(share).bumps.push_back(change);
    }
  }

  void touch(int32_t i, Touch touch, int32_t where, int32_t from, int32_t to) {
    system_.accesses.push_back({i, touch, where, from, to});
  }

  void list_accesses(int32_t i) {
    const int32_t last = land(i) != kNone ? land(i) : end(i);
    for (const Span span : {op(i).src, op(i).rhs, op(i).addend}) {
      for (const Slot slot : program_.slots_of(span)) {
        touch(i, Touch::kRead, slot.value, start(i), last);
      }
    }
    for (const Slot slot : program_.slots_of(op(i).dst)) {
      touch(i, Touch::kWrite, slot.value, start(i), last);
    }
    const Touch use_touch = op(i).kind == OpKind::kSet       ? Touch::kSet
                            : op(i).kind == OpKind::kBarrier ? Touch::kPad
                                                             : Touch::kBump;
    for (const SignalUse& use : program_.signals_of(op(i))) {
      touch(i, use_touch, use.signal.value, start(i), last);
    }
    const bool is_part = op(i).kind == OpKind::kPart;
    for (const SignalWait& wait : program_.waits_of(op(i))) {
      touch(i, Touch::kWait, wait.signal.value, is_part ? start(op(i).parent) : start(i),
            is_part ? start(i) : end(i));
    }
  }

  const Program& program_;
  bool is_blocking_ = false;
  EventSystem system_;
  std::map<int32_t, std::vector<int32_t>> shares_;
};

}  // namespace

EventSystem events_of(const Program& program, Mode mode) { return Builder(program, mode).build(); }

}  // namespace stretto::oracle
