#include "kernels/cpu/needs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "kernels/cpu/state.h"

namespace stretto::cpu {

namespace {

Need end_of(int32_t op) { return {.kind = Need::Kind::kEnd, .op = op}; }
Need blocking(Need::Kind kind, int32_t op) {
  return {.kind = kind, .is_guaranteed = false, .op = op};
}

/// Walks the ops of each rank in posting order and remembers what came last where.
class Planner {
 public:
  Planner(const Program& program, bool most_blocking)
      : program_(program), most_blocking_(most_blocking) {}

  Plan plan() {
    collect_exits();
    for (int32_t rank = 0; rank < program_.num_ranks(); ++rank) plan_rank(rank);
    return std::move(plan_);
  }

 private:
  void collect_exits() {
    exits_.resize(static_cast<size_t>(program_.num_calls));
    for (size_t i = 0; i < program_.ops.size(); ++i) {
      const Op& op = program_.ops[i];
      if (op.kind == OpKind::kExit)
        exits_[static_cast<size_t>(op.call)].push_back(static_cast<int32_t>(i));
    }
  }

  void plan_rank(int32_t rank) {
    last_on_stream_.assign(program_.streams.size(), -1);
    last_on_communicator_.assign(program_.communicators.size(), -1);
    last_sync_.clear();
    last_launch_.clear();
    std::map<std::pair<bool, int32_t>, Lane> lanes;  // (is host, thread or stream)
    size_t r = static_cast<size_t>(rank);
    for (int32_t i = program_.rank_begin[r]; i < program_.rank_begin[r + 1]; ++i) {
      const Op& op = program_.ops[static_cast<size_t>(i)];
      plan_.to_start.push_back(add(start_needs(i, op)));
      plan_.to_end.push_back(add(end_needs(i, op)));
      if (op.parent >= 0) continue;
      bool is_host = op.kind == OpKind::kSync;
      lanes[{is_host, is_host ? op.thread : op.stream}].ops.push_back(i);
    }
    for (auto& [key, lane] : lanes) {
      plan_.lanes.push_back({Rank{rank}, key.first ? -1 : key.second, std::move(lane.ops)});
    }
  }

  Span add(const std::vector<Need>& needs) {
    Span span{static_cast<uint32_t>(plan_.needs.size()), static_cast<uint32_t>(needs.size())};
    plan_.needs.insert(plan_.needs.end(), needs.begin(), needs.end());
    return span;
  }

  std::vector<Need> start_needs(int32_t index, const Op& op) {
    std::vector<Need> needs;
    for (int32_t dep : program_.numbers_of(op.deps)) {
      if (dep >= 0)
        needs.push_back(end_of(dep));  // an event never recorded counts as passed, as in CUDA
    }
    if (op.parent >= 0) {
      child_needs(index, op, needs);
    } else {
      host_needs(index, op, needs);
      stream_needs(index, op, needs);
    }
    if (op.kind == OpKind::kEntry && program_.assumes_quiet && op.call > 0) {
      for (int32_t exit : exits_[static_cast<size_t>(op.call - 1)]) needs.push_back(end_of(exit));
    }
    if (most_blocking_) communicator_needs(index, op, needs);
    return needs;
  }

  void host_needs(int32_t index, const Op& op, std::vector<Need>& needs) {
    auto sync = last_sync_.find(op.thread);
    if (sync != last_sync_.end()) needs.push_back(end_of(sync->second));
    if (op.kind == OpKind::kSync) {
      last_sync_[op.thread] = index;
    } else if (most_blocking_) {
      auto [last, is_first] = last_launch_.emplace(op.thread, index);
      if (!is_first)
        needs.push_back(blocking(Need::Kind::kStart, std::exchange(last->second, index)));
    }
  }

  void stream_needs(int32_t index, const Op& op, std::vector<Need>& needs) {
    if (op.stream < 0) return;
    auto follow = [&](int32_t stream) {
      int32_t last = std::exchange(last_on_stream_[static_cast<size_t>(stream)], index);
      if (last >= 0 && last != index) needs.push_back(end_of(last));
    };
    follow(op.stream);
    for (int32_t stream : program_.numbers_of(op.more_streams)) follow(stream);
  }

  void child_needs(int32_t index, const Op& op, std::vector<Need>& needs) {
    OpKind parent = program_.ops[static_cast<size_t>(op.parent)].kind;
    bool is_first = index == op.parent + 1;
    needs.push_back({.kind = Need::Kind::kStart, .op = op.parent});
    if (!is_first && parent == OpKind::kKernel) needs.push_back(end_of(index - 1));
    if (parent != OpKind::kGatedGemm) return;
    if (!is_first && most_blocking_) needs.push_back(blocking(Need::Kind::kEnd, index - 1));
    for (const SignalWait& wait : program_.waits_of(op))
      needs.push_back({.kind = Need::Kind::kSignal, .wait = wait});
  }

  /// The members of a group share one launch, which is posted on all their communicators.
  void communicator_needs(int32_t index, const Op& op, std::vector<Need>& needs) {
    bool is_member =
        op.parent >= 0 && program_.ops[static_cast<size_t>(op.parent)].kind == OpKind::kGroup;
    if (is_member) return;
    int32_t num_ops = op.kind == OpKind::kGroup ? 1 + op.num_children : 1;
    for (int32_t i = index; i < index + num_ops; ++i) {
      const Op& member = program_.ops[static_cast<size_t>(i)];
      int32_t communicator = member.communicator;
      bool has_pad = member.kind == OpKind::kBarrier && member.signals.count > 0;
      if (communicator < 0 || has_pad) continue;
      int32_t last = std::exchange(last_on_communicator_[static_cast<size_t>(communicator)], index);
      if (last >= 0 && last != index) needs.push_back(blocking(Need::Kind::kEnd, last));
    }
  }

  std::vector<Need> end_needs(int32_t index, const Op& op) {
    std::vector<Need> needs;
    if (op.kind == OpKind::kGroup || op.kind == OpKind::kKernel || op.kind == OpKind::kGatedGemm) {
      for (int32_t child = index + 1; child <= index + op.num_children; ++child)
        needs.push_back(end_of(child));
    } else if (op.kind == OpKind::kSend) {
      needs.push_back(blocking(op.meet < 0 ? Need::Kind::kNever : Need::Kind::kStart, op.meet));
    } else if (op.kind == OpKind::kRecv) {
      needs.push_back(
          {.kind = op.meet < 0 ? Need::Kind::kNever : Need::Kind::kOffered, .op = op.meet});
    } else if (is_collective(op.kind)) {
      meeting_needs(op, needs);
    } else if (op.kind == OpKind::kWait) {
      for (const SignalWait& wait : program_.waits_of(op))
        needs.push_back({.kind = Need::Kind::kSignal, .wait = wait});
    }
    return needs;
  }

  void meeting_needs(const Op& op, std::vector<Need>& needs) {
    if (op.meet < 0) {
      needs.push_back({.kind = Need::Kind::kNever});
      return;
    }
    const Meeting& meeting = program_.meetings[static_cast<size_t>(op.meet)];
    for (size_t m = 0; m < meeting.members.size(); ++m) {
      if (meeting.members[m] >= 0) {
        needs.push_back({.kind = Need::Kind::kOffered, .op = meeting.members[m]});
      } else {
        needs.push_back({.kind = Need::Kind::kNever, .rank = member_rank(meeting, m)});
      }
    }
  }

  Rank member_rank(const Meeting& meeting, size_t member) const {
    if (meeting.communicator < 0) return Rank{-1};
    return program_.communicators[static_cast<size_t>(meeting.communicator)].members[member];
  }

  const Program& program_;
  bool most_blocking_;
  Plan plan_;
  std::vector<std::vector<int32_t>> exits_;    // by call
  std::vector<int32_t> last_on_stream_;        // by stream, of the rank at hand
  std::vector<int32_t> last_on_communicator_;  // by communicator
  std::map<int32_t, int32_t> last_sync_;       // by host thread
  std::map<int32_t, int32_t> last_launch_;     // by host thread
};

}  // namespace

Plan make_plan(const Program& program, bool most_blocking) {
  return Planner(program, most_blocking).plan();
}

bool is_offered(OpKind kind) { return kind == OpKind::kSend || is_collective(kind); }

std::string describe(const Program& program, const State& state, const Need& need) {
  if (need.kind == Need::Kind::kEnd) return "end of " + op_name(program, need.op);
  if (need.kind == Need::Kind::kNever) {
    return need.rank.value < 0
               ? "a partner that is never posted"
               : "a call that rank " + std::to_string(need.rank.value) + " never makes";
  }
  if (need.kind != Need::Kind::kSignal) return "start of " + op_name(program, need.op);
  const SignalWait& wait = need.wait;
  std::string value = ", which is " + std::to_string(state.value(wait.signal));
  std::string name = "signal " + signal_name_at(program, wait.signal);
  if (wait.modulus == 0) return name + " >= " + std::to_string(wait.threshold) + value;
  return name + " mod " + std::to_string(wait.modulus) +
         " == " + std::to_string(wait.threshold % wait.modulus) + value;
}

}  // namespace stretto::cpu
