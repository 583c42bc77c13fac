#ifndef STRETTO_KERNELS_CPU_NEEDS_H_
#define STRETTO_KERNELS_CPU_NEEDS_H_

// What each op needs before it may start and before it may end: program.h's "what orders what", as
// lists. The threads wait for these, the replay checks them, and what is still unmet when nothing
// moves any more is the explanation of a hang.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/program.h"

namespace stretto::cpu {

class State;

struct Need {
  enum class Kind : uint8_t {
    kEnd,      // of `op`
    kStart,    // of `op`
    kOffered,  // `op` (a send, a member of a collective) has started and its data can be taken
    kSignal,   // `wait`
    kNever,    // something that nobody posts: by `rank`, if it is known
  };
  Kind kind = Kind::kEnd;
  /// When false it only holds back (rendezvous, queues, communicators): no memory order comes with
  /// it.
  bool is_guaranteed = true;
  int32_t op = -1;
  SignalWait wait = {};
  Rank rank = Rank{-1};
};

/// What one thread runs in order: the launches of a stream, or the syncs of a host thread.
struct Lane {
  Rank rank;
  int32_t stream = -1;  // -1: a host thread
  std::vector<int32_t> ops;
};

struct Plan {
  std::vector<Lane> lanes;     // none is empty
  std::vector<Need> needs;     // pool
  std::vector<Span> to_start;  // by op; includes the op before it on its stream, or in its kernel
  std::vector<Span> to_end;    // by op

  std::span<const Need> needs_to_start(int32_t op) const {
    return of(to_start[static_cast<size_t>(op)]);
  }
  std::span<const Need> needs_to_end(int32_t op) const {
    return of(to_end[static_cast<size_t>(op)]);
  }

 private:
  std::span<const Need> of(Span span) const { return {needs.data() + span.begin, span.count}; }
};

/// `most_blocking` adds: start to next start of a host thread, end to next start on a communicator
/// of a rank, part to part. A group counts as one op of its communicators.
Plan make_plan(const Program& program, bool most_blocking);

/// Sends, collectives and barriers: others take something from them at their start.
bool is_offered(OpKind kind);

/// "end of rank 1: ring.sched:14: gemm ..", "signal ready[2]@1 >= 1, which is 0"
std::string describe(const Program& program, const State& state, const Need& need);

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_NEEDS_H_
