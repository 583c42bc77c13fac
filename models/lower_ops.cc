#include <algorithm>

#include "models/lowerer.h"

namespace stretto {

void Lowerer::misuse(Misuse::Kind kind, std::string message) {
  program_.misuses.push_back({kind, next_op(), std::move(message)});
}

EventTable::Key Lowerer::event_key(const CodeEvent& event) {
  EventTable::Key key{.name = event.name * 64 + run_};
  for (size_t i = 0; i < event.indices.size(); ++i)
    key.indices[i] = small(event.indices[i], event.at);
  return key;
}

void Lowerer::bind_events(const CodeStatement& s, Op& op) {
  uint32_t begin = static_cast<uint32_t>(program_.numbers.size());
  for (const CodeEvent& event : s.after) {
    if (event.condition >= 0 && number(event.condition) == 0) continue;
    EventTable::Key key = event_key(event);
    const EventTable::Record* record = events_.find(key);
    if (record == nullptr) {
      std::string name = code_->events[static_cast<size_t>(event.name)];
      for (size_t i = 0; i < event.indices.size(); ++i) {
        name += (i ? ", " : "[") + std::to_string(key.indices[i]) +
                (i + 1 == event.indices.size() ? "]" : "");
      }
      misuse(Misuse::Kind::kMatching,
             "waits for event " + name + ", which nothing posted before it records");
      program_.numbers.push_back(-1);
      continue;
    }
    if (record->thread != thread_ && record->thread != 0) {
      misuse(Misuse::Kind::kMatching, "waits for event '" +
                                          code_->events[static_cast<size_t>(event.name)] +
                                          "' of another host thread: whether it has been recorded "
                                          "when this is posted is not determined");
    }
    if (record->op >= 0) program_.numbers.push_back(record->op);
  }
  op.deps = {begin, static_cast<uint32_t>(program_.numbers.size()) - begin};
}

Op Lowerer::new_op(const CodeStatement& s, OpKind kind) {
  place_is_bad_ = false;
  Op op{.kind = kind,
        .thread = thread_,
        .run = run_,
        .rank = rank_,
        .statement = s.info,
        .call = call_};
  op.variables = {static_cast<uint32_t>(program_.numbers.size()),
                  static_cast<uint32_t>(s.variables.size())};
  for (const CodeBinder& variable : s.variables) {
    program_.numbers.push_back(static_cast<int32_t>(frames_.at(variable.scope, variable.variable)));
  }
  if (s.sms_min >= 0) {
    op.sms_min = short_count(s.sms_min, s.at);
    op.sms_max = short_count(s.sms_max, s.at);
    if (op.sms_min < 1 || op.sms_max < op.sms_min)
      fail(s.at, "sms(..) must be 1 or more, and not an empty range");
  }
  return op;
}

int32_t Lowerer::post(const CodeStatement& s, Op& op) {
  if (place_is_bad_) op.dst = op.src = op.rhs = op.addend = {};
  int32_t index = next_op();
  if (index == INT32_MAX) fail(s.at, "the program has more than 2^31 ops");
  if (context_ != Context::kTop) {
    op.parent = parent_;
    op.stream = program_.ops[static_cast<size_t>(parent_)].stream;
    if (!s.on.empty() || !s.after.empty() || !s.as.empty()) {
      fail(s.at,
           "a line inside a group, kernel or gated gemm takes no on, after or as: its launch has "
           "them");
    }
    program_.ops.push_back(op);
    ++program_.ops[static_cast<size_t>(parent_)].num_children;
    return index;
  }
  bind_events(s, op);
  if (s.on.empty()) {
    op.stream = 0;
  } else if (s.on.size() == 1) {
    op.stream = stream_of(s.on[0]);
  } else {
    if (op.kind != OpKind::kGroup) fail(s.at, "only a group is posted on several streams");
    std::vector<int32_t> streams = streams_of(s.on);
    if (streams.empty()) fail(s.at, "the group is posted on no stream");
    op.stream = streams[0];
    op.more_streams = {static_cast<uint32_t>(program_.numbers.size()),
                       static_cast<uint32_t>(streams.size() - 1)};
    program_.numbers.insert(program_.numbers.end(), streams.begin() + 1, streams.end());
  }
  program_.ops.push_back(op);
  last_on_stream_[static_cast<size_t>(op.stream)] = index;
  for (int32_t stream : program_.numbers_of(op.more_streams))
    last_on_stream_[static_cast<size_t>(stream)] = index;
  if (!s.as.empty()) events_.put(event_key(s.as[0]), {index, thread_});
  return index;
}

void Lowerer::parent_op(const CodeStatement& s, OpKind kind, Context context) {
  if (context_ != Context::kTop) fail(s.at, "a launch inside a launch; accepted: beside it");
  Op op = new_op(s, kind);
  int32_t index = post(s, op);
  context_ = context;
  parent_ = index;
  block(s.body);
  context_ = Context::kTop;
  parent_ = -1;
  // Children see their parent's stream; a launch without lines is legal and does nothing.
}

void Lowerer::check_pairing(const CodeStatement& s, Span dst, Span other, bool one_is_enough) {
  if (place_is_bad_ || other.count == dst.count || (one_is_enough && other.count == 1)) return;
  fail(s.at, "the places pair up slot by slot: " + std::to_string(dst.count) +
                 " slots on the left, " + std::to_string(other.count) + " on the right");
}

void Lowerer::check_same_shape(const CodeStatement& s, int32_t a, int32_t b) const {
  if (a == b) return;
  const Tensor& left = program_.tensors[static_cast<size_t>(a)];
  const Tensor& right = program_.tensors[static_cast<size_t>(b)];
  if (left.rows * left.cols == right.rows * right.cols) return;
  fail(s.at, "a slot of '" + left.name + "' is [" + std::to_string(left.rows) + ", " +
                 std::to_string(left.cols) + "], one of '" + right.name + "' is [" +
                 std::to_string(right.rows) + ", " + std::to_string(right.cols) + "]");
}

void Lowerer::check_gemm_shape(const CodeStatement& s) const {
  auto tensor = [&](const CodePlace& place) -> const Tensor& {
    return program_.tensors[static_cast<size_t>(tensor_of(place))];
  };
  const Tensor& d = tensor(s.target);
  const Tensor& a = tensor(s.operands[0]);
  const Tensor& b = tensor(s.operands[1]);
  if (d.rows == a.rows && a.cols == b.rows && b.cols == d.cols) return;
  auto text = [](const Tensor& t) {
    return "'" + t.name + "' [" + std::to_string(t.rows) + ", " + std::to_string(t.cols) + "]";
  };
  fail(s.at, "gemm shapes do not fit: " + text(d) + " = " + text(a) + " * " + text(b));
}

void Lowerer::add_bumps(const CodeStatement& s, Op& op) {
  std::vector<SignalUse> uses;
  for (const CodeBump& bump : s.bumps) {
    int32_t amount = bump.by >= 0 ? small(bump.by, s.at) : 1;
    if (amount < 1) fail(s.at, "a bump by " + std::to_string(amount) + "; accepted: 1 or more");
    if (bump.is_each) {
      if (op.kind != OpKind::kCopy || op.via != Via::kSm)
        fail(s.at, "'each' is for a copy via sm(n)");
      op.bump_each = true;
    }
    for (Signal signal : signals_of(bump.signal)) uses.push_back({signal, amount});
  }
  op.signals = {static_cast<uint32_t>(program_.signal_uses.size()),
                static_cast<uint32_t>(uses.size())};
  program_.signal_uses.insert(program_.signal_uses.end(), uses.begin(), uses.end());
}

void Lowerer::add_waits(const CodeStatement& s, Op& op) {
  op.waits.begin = static_cast<uint32_t>(program_.signal_waits.size());
  for (const CodeCondition& wait : s.waits) {
    int32_t wanted = small(wait.value, s.at);
    int32_t modulus = wait.modulus >= 0 ? small(wait.modulus, s.at) : 0;
    if (wait.modulus >= 0 && (modulus < 1 || wanted < 0 || wanted >= modulus)) {
      fail(s.at, "a phase must be in 0..m-1 of a positive m");
    }
    for (Signal signal : signals_of(wait.signal)) {
      size_t local = static_cast<size_t>(signal.value / program_.num_ranks());
      SignalWait out{.signal = signal, .threshold = wanted, .modulus = modulus};
      if (wait.kind == syntax::Condition::Kind::kMore) {
        out.threshold = awaited_[local] += wanted;
      } else if (wait.kind == syntax::Condition::Kind::kPhase) {
        // The counter is past what has been awaited, so the phase is the next one from there.
        awaited_[local] += static_cast<int32_t>(floor_mod(wanted - awaited_[local], modulus));
        out.threshold = awaited_[local];
      } else {
        awaited_[local] = std::max(awaited_[local], wanted);
      }
      program_.signal_waits.push_back(out);
    }
  }
  op.waits.count = static_cast<uint32_t>(program_.signal_waits.size()) - op.waits.begin;
}

void Lowerer::gemm(const CodeStatement& s, OpKind kind) {
  Op op = new_op(s, kind);
  op.accumulate = s.accumulate;
  op.add_bias = s.add_bias;
  op.dst = slots(s.target);
  op.src = slots(s.operands[0]);
  op.rhs = slots(s.operands[1]);
  check_pairing(s, op.dst, op.src, true);
  check_pairing(s, op.dst, op.rhs, true);
  check_gemm_shape(s);
  if (s.operands.size() > 2) {
    op.addend = slots(s.operands[2]);
    check_pairing(s, op.dst, op.addend, true);
    check_same_shape(s, tensor_of(s.target), tensor_of(s.operands[2]));
  }
  add_waits(s, op);
  add_bumps(s, op);
  post(s, op);
}

void Lowerer::copy(const CodeStatement& s) {
  Op op = new_op(s, OpKind::kCopy);
  op.via = s.via;
  op.non_blocking = s.non_blocking;
  if (s.ctas >= 0) op.ctas = short_count(s.ctas, s.at);
  if (s.via == Via::kSm && op.ctas < 1) fail(s.at, "sm(n) needs one CTA or more");
  op.dst = slots(s.target);
  op.src = slots(s.operands[0]);
  check_pairing(s, op.dst, op.src, false);
  check_same_shape(s, tensor_of(s.target), tensor_of(s.operands[0]));
  add_bumps(s, op);
  post(s, op);
}

void Lowerer::reduce(const CodeStatement& s) {
  Op op = new_op(s, OpKind::kReduce);
  op.in_wire = s.in_wire;
  op.dst = slots(s.target);
  op.src.begin = static_cast<uint32_t>(program_.slots.size());
  for (const CodePlace& operand : s.operands) {
    Span span = slots(operand);
    if (op.dst.count != 1) check_pairing(s, op.dst, span, false);
    op.src.count += span.count;
    check_same_shape(s, tensor_of(s.target), tensor_of(operand));
  }
  post(s, op);
}

void Lowerer::send_recv(const CodeStatement& s, OpKind kind) {
  Op op = new_op(s, kind);
  op.peer = rank_of(s.peer);
  if (kind == OpKind::kSend) {
    op.src = slots(s.operands[0]);
  } else {
    op.dst = slots(s.target);
  }
  if (op.peer.value < 0) {
    op.communicator = -1;
  } else if (s.communicator == 1 ||
             op.peer.value / program_.tp.value != rank_.value / program_.tp.value) {
    auto pair = std::minmax(rank_.value, op.peer.value);
    auto [it, is_new] =
        pairs_.try_emplace(pair, static_cast<int32_t>(program_.communicators.size()));
    if (is_new) {
      std::vector<Rank> members = {Rank{pair.first}};
      if (pair.second != pair.first) members.push_back(Rank{pair.second});
      program_.communicators.push_back({"pair", std::move(members)});
    }
    op.communicator = it->second;
  } else {
    op.communicator = communicator_of(s.communicator, rank_);
    if (communicator_of(s.communicator, op.peer) != op.communicator) {
      misuse(Misuse::Kind::kMatching,
             "rank " + std::to_string(op.peer.value) + " is no member of this rank's '" +
                 code_->communicator_names[static_cast<size_t>(s.communicator)] + "'");
    }
  }
  post(s, op);
}

void Lowerer::collective(const CodeStatement& s, OpKind kind) {
  Op op = new_op(s, kind);
  op.order_tree = s.order_tree;
  op.communicator = communicator_of(s.communicator, rank_);
  uint32_t members = static_cast<uint32_t>(
      program_.communicators[static_cast<size_t>(op.communicator)].members.size());
  if (kind == OpKind::kBarrier) {
    std::vector<SignalUse> pads;
    if (s.has_target) {
      for (Signal signal : signals_of(s.target)) pads.push_back({signal, 0});
      if (pads.size() > 1) fail(s.at, "a barrier takes one pad");
    }
    op.signals = {static_cast<uint32_t>(program_.signal_uses.size()),
                  static_cast<uint32_t>(pads.size())};
    program_.signal_uses.insert(program_.signal_uses.end(), pads.begin(), pads.end());
  } else {
    op.dst = slots(s.target);
    op.src = slots(s.operands[0]);
    uint32_t left = op.dst.count * (kind == OpKind::kReduceScatter ? members : 1);
    uint32_t right = op.src.count * (kind == OpKind::kAllGather ? members : 1);
    if (!place_is_bad_ && left != right) {
      fail(s.at, to_string(kind) + " of " + std::to_string(members) +
                     " members: " + std::to_string(op.dst.count) + " slots on the left, " +
                     std::to_string(op.src.count) + " on the right");
    }
    check_same_shape(s, tensor_of(s.target), tensor_of(s.operands[0]));
  }
  post(s, op);
}

void Lowerer::signal_op(const CodeStatement& s, OpKind kind) {
  Op op = new_op(s, kind);
  op.via = s.via;
  if (s.ctas >= 0) op.ctas = short_count(s.ctas, s.at);
  if (kind == OpKind::kBump) add_bumps(s, op);
  if (kind == OpKind::kWait) add_waits(s, op);
  if (kind == OpKind::kSet) {
    int32_t amount = small(s.amount, s.at);
    op.signals.begin = static_cast<uint32_t>(program_.signal_uses.size());
    for (Signal signal : signals_of(s.target)) {
      size_t local = static_cast<size_t>(signal.value / program_.num_ranks());
      awaited_[local] = amount;
      program_.signal_uses.push_back({signal, amount});
    }
    op.signals.count = static_cast<uint32_t>(program_.signal_uses.size()) - op.signals.begin;
  }
  post(s, op);
}

void Lowerer::fork(const CodeStatement& s) {
  for (int32_t stream : streams_of(s.operands)) {
    Op op = new_op(s, OpKind::kAfter);
    op.stream = stream;
    op.deps = {static_cast<uint32_t>(program_.numbers.size()), 1};
    program_.numbers.push_back(last_on_stream_[0]);
    last_on_stream_[static_cast<size_t>(stream)] = next_op();
    program_.ops.push_back(op);
  }
}

void Lowerer::join(const CodeStatement& s) {
  std::vector<int32_t> streams = streams_of(s.operands);
  Op op = new_op(s, OpKind::kAfter);
  op.stream = 0;
  op.deps.begin = static_cast<uint32_t>(program_.numbers.size());
  for (int32_t stream : streams) {
    int32_t last = last_on_stream_[static_cast<size_t>(stream)];
    if (last >= 0) program_.numbers.push_back(last);
  }
  op.deps.count = static_cast<uint32_t>(program_.numbers.size()) - op.deps.begin;
  last_on_stream_[0] = next_op();
  program_.ops.push_back(op);
}

void Lowerer::record(const CodeStatement& s) {
  int32_t stream = s.on.empty() ? 0 : stream_of(s.on[0]);
  events_.put(event_key(s.as[0]), {last_on_stream_[static_cast<size_t>(stream)], thread_});
}

void Lowerer::sync(const CodeStatement& s) {
  std::vector<int32_t> streams = streams_of(s.operands);
  Op op = new_op(s, OpKind::kSync);
  op.deps.begin = static_cast<uint32_t>(program_.numbers.size());
  for (int32_t stream : streams) {
    int32_t last = last_on_stream_[static_cast<size_t>(stream)];
    if (last >= 0) program_.numbers.push_back(last);
  }
  op.deps.count = static_cast<uint32_t>(program_.numbers.size()) - op.deps.begin;
  program_.ops.push_back(op);
}

}  // namespace stretto
