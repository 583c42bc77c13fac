#include "verify/order.h"

#include <algorithm>

namespace stretto {

namespace {

class OrderBuilder {
 public:
  explicit OrderBuilder(const Program& program) : program_(program) {}
  Order build();

 private:
  const Op& op(int32_t i) const { return program_.ops[static_cast<size_t>(i)]; }
  void guarantee(Node from, Node to, EdgeKind kind) {
    order_.guaranteed.emplace_back(from, to);
    order_.guaranteed_kind.push_back(kind);
  }
  void block(Node from, Node to, EdgeKind kind) {
    order_.blocking.emplace_back(from, to);
    order_.blocking_kind.push_back(kind);
  }
  Node extra_node(int32_t op) {
    order_.op_of_extra.push_back(op);
    return static_cast<Node>(order_.num_nodes++);
  }
  void rank(int32_t w);
  void launch(int32_t i);
  void children(int32_t i);
  void body(int32_t i);
  void copy_data(int32_t i);
  void message(int32_t i);
  void communicator(int32_t i, int32_t owner);
  void meetings();
  void quiet();
  void signals(int32_t i, Node node);

  const Program& program_;
  Order order_;
  std::vector<int32_t> last_on_stream_;
  std::vector<int32_t> last_on_communicator_;
  std::vector<int32_t> touched_;                    // communicators used by this rank
  std::vector<int32_t> last_by_thread_;             // launch posted last, per host thread
  std::vector<int32_t> sync_by_thread_;             // host wait posted last
  std::vector<std::pair<int32_t, Node>> landings_;  // stream, node: not flushed yet
};

}  // namespace

void OrderBuilder::signals(int32_t i, Node node) {
  const Op& o = op(i);
  if (o.kind == OpKind::kBarrier) return;  // its signal is a pad
  for (const SignalUse& use : program_.signals_of(o)) {
    order_.actions.push_back({node, i, use.signal, use.amount, o.kind == OpKind::kSet});
  }
}

void OrderBuilder::copy_data(int32_t i) {
  const Op& o = op(i);
  std::vector<Node> ends;
  // A non-blocking copy lands on its own time, each share of it where it bumps `each`.
  if (has_own_data_ends(o)) {
    for (int32_t cta = 0; cta < num_data_ends(o); ++cta) {
      Node share = extra_node(i);
      guarantee(start_of(i), share, o.non_blocking ? EdgeKind::kLanding : EdgeKind::kWithin);
      if (o.non_blocking) {
        landings_.emplace_back(o.stream, share);
      } else {
        guarantee(share, end_of(i), EdgeKind::kWithin);
      }
      ends.push_back(share);
      signals(i, share);
    }
  } else {
    signals(i, end_of(i));
    return;
  }
  order_.data_end_ops.push_back(i);
  order_.data_ends.push_back(std::move(ends));
}

void OrderBuilder::message(int32_t i) {
  const Op& o = op(i);
  int32_t owner = owner_of(program_, i);
  if (o.meet < 0) {
    (o.kind == OpKind::kRecv ? order_.never : order_.never_blocking).push_back(end_of(owner));
    return;
  }
  int32_t other = owner_of(program_, o.meet);
  if (o.kind == OpKind::kRecv) guarantee(start_of(other), end_of(owner), EdgeKind::kMessage);
  if (o.kind == OpKind::kSend) block(start_of(other), end_of(owner), EdgeKind::kRendezvous);
}

void OrderBuilder::communicator(int32_t i, int32_t owner) {
  int32_t c = op(i).communicator;
  if (c < 0 || (op(i).kind == OpKind::kBarrier && op(i).signals.count > 0)) return;
  int32_t& last = last_on_communicator_[static_cast<size_t>(c)];
  if (last >= 0 && last != owner) block(end_of(last), start_of(owner), EdgeKind::kCommunicator);
  if (last < 0) touched_.push_back(c);
  last = owner;
}

// What an op does between its start and its end, whether launched or a line of a kernel.
void OrderBuilder::body(int32_t i) {
  const Op& o = op(i);
  switch (o.kind) {
    case OpKind::kCopy:
      return copy_data(i);
    case OpKind::kSend:
    case OpKind::kRecv:
      message(i);
      return communicator(i, owner_of(program_, i));
    case OpKind::kAllGather:
    case OpKind::kReduceScatter:
    case OpKind::kAllReduce:
    case OpKind::kBarrier:
      return communicator(i, i);
    case OpKind::kWait:
      for (const SignalWait& wait : program_.waits_of(o))
        order_.gates.push_back({end_of(i), i, wait});
      return;
    case OpKind::kPart:
      for (const SignalWait& wait : program_.waits_of(o))
        order_.gates.push_back({start_of(i), i, wait});
      return signals(i, end_of(i));
    case OpKind::kFlush:
      for (auto& [stream, landing] : landings_) {
        if (stream == o.stream) guarantee(landing, end_of(i), EdgeKind::kLanding);
      }
      std::erase_if(landings_, [&](const auto& landing) { return landing.first == o.stream; });
      return;
    default:
      return signals(i, end_of(i));
  }
}

void OrderBuilder::children(int32_t i) {
  const Op& o = op(i);
  Node previous = start_of(i);
  for (int32_t c = i + 1; c <= i + o.num_children; ++c) {
    if (o.kind != OpKind::kGroup) {
      guarantee(start_of(c), end_of(c), EdgeKind::kWithin);
      bool in_sequence = o.kind == OpKind::kKernel;
      guarantee(in_sequence ? previous : start_of(i), start_of(c), EdgeKind::kWithin);
      if (!in_sequence) guarantee(end_of(c), end_of(i), EdgeKind::kWithin);
      if (!in_sequence && c > i + 1) block(end_of(c - 1), start_of(c), EdgeKind::kParts);
      previous = end_of(c);
    }
    body(c);
  }
  if (o.kind == OpKind::kKernel) guarantee(previous, end_of(i), EdgeKind::kWithin);
}

void OrderBuilder::launch(int32_t i) {
  const Op& o = op(i);
  guarantee(start_of(i), end_of(i), EdgeKind::kWithin);
  size_t thread = static_cast<size_t>(o.thread);
  if (last_by_thread_.size() <= thread) {
    last_by_thread_.resize(thread + 1, -1);
    sync_by_thread_.resize(thread + 1, -1);
  }
  for (int32_t dep : program_.numbers_of(o.deps)) {
    if (dep >= 0) guarantee(end_of(dep), start_of(i), EdgeKind::kEvent);
  }
  if (sync_by_thread_[thread] >= 0)
    guarantee(end_of(sync_by_thread_[thread]), start_of(i), EdgeKind::kHost);
  if (o.kind == OpKind::kSync) {
    sync_by_thread_[thread] = i;
    return;
  }
  auto on_stream = [&](int32_t stream) {
    int32_t& last = last_on_stream_[static_cast<size_t>(stream)];
    if (last >= 0) guarantee(end_of(last), start_of(i), EdgeKind::kStream);
    last = i;
  };
  on_stream(o.stream);
  for (int32_t stream : program_.numbers_of(o.more_streams)) on_stream(stream);
  if (last_by_thread_[thread] >= 0)
    block(start_of(last_by_thread_[thread]), start_of(i), EdgeKind::kQueue);
  last_by_thread_[thread] = i;
  if (o.num_children > 0) {
    children(i);
  } else {
    body(i);
  }
}

void OrderBuilder::rank(int32_t w) {
  last_on_stream_.assign(program_.streams.size(), -1);
  for (int32_t c : touched_) last_on_communicator_[static_cast<size_t>(c)] = -1;
  touched_.clear();
  last_by_thread_.clear();
  sync_by_thread_.clear();
  landings_.clear();
  int32_t end = program_.rank_begin[static_cast<size_t>(w) + 1];
  for (int32_t i = program_.rank_begin[static_cast<size_t>(w)]; i < end;
       i += op(i).num_children + 1)
    launch(i);
}

void OrderBuilder::meetings() {
  for (const Meeting& meeting : program_.meetings) {
    Node node = extra_node(-1);
    if (!meeting.is_complete()) order_.never.push_back(node);
    for (int32_t member : meeting.members) {
      if (member < 0) continue;
      guarantee(start_of(member), node, EdgeKind::kMeeting);
      guarantee(node, end_of(member), EdgeKind::kMeeting);
    }
  }
}

void OrderBuilder::quiet() {
  std::vector<Node> points;
  for (int32_t call = 0; call + 1 < program_.num_calls; ++call) points.push_back(extra_node(-1));
  for (size_t i = 0; i < program_.ops.size(); ++i) {
    const Op& o = program_.ops[i];
    if (o.kind == OpKind::kExit && o.call + 1 < program_.num_calls) {
      guarantee(end_of(static_cast<int32_t>(i)), points[static_cast<size_t>(o.call)],
                EdgeKind::kQuiet);
    }
    if (o.kind == OpKind::kEntry && o.call > 0) {
      guarantee(points[static_cast<size_t>(o.call) - 1], start_of(static_cast<int32_t>(i)),
                EdgeKind::kQuiet);
    }
  }
}

Order OrderBuilder::build() {
  order_.num_ops = program_.ops.size();
  order_.num_nodes = 2 * order_.num_ops;
  order_.guaranteed.reserve(program_.ops.size() * 2);
  order_.guaranteed_kind.reserve(program_.ops.size() * 2);
  order_.blocking.reserve(program_.ops.size());
  order_.blocking_kind.reserve(program_.ops.size());
  last_on_communicator_.assign(program_.communicators.size(), -1);
  for (int32_t w = 0; w < program_.num_ranks(); ++w) rank(w);
  meetings();
  if (program_.assumes_quiet) quiet();
  std::ranges::stable_sort(order_.actions, {}, &SignalAction::node);
  std::ranges::stable_sort(order_.gates, {}, &Gate::node);
  return std::move(order_);
}

Order make_order(const Program& program) { return OrderBuilder(program).build(); }

}  // namespace stretto
