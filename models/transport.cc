#include "models/transport.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "models/link.h"

namespace stretto {

static constexpr int32_t kCopyCtas = 16;  // an SM copy's CTAs, as TransformerEngine's default

namespace {

/// The counters of one direction of one channel, as signals local to their owner's rank.
struct Counters {
  int32_t credit = -1;   // at the sender
  int32_t arrived = -1;  // at the receiver
  int32_t sent = 0;
  int32_t received = 0;
};

class Rewriter {
 public:
  Rewriter(Program& program, Transport transport) : program_(program), transport_(transport) {}
  void run();

 private:
  bool is_rewritten(const Op& op) const {
    bool is_message = op.kind == OpKind::kSend || op.kind == OpKind::kRecv;
    return is_message && op.meet >= 0;
  }
  Counters& counters(const Op& op) { return channels_[channel_key(program_, op)]; }
  void assign_counters();
  void message(size_t first, size_t count);
  void emit(const Op& like, OpKind kind, Span deps);
  Span dep_on(std::span<const int32_t> new_ops);
  void credit(const Op& recv);
  void transfer(const Op& send);
  void arrival(const Op& recv);
  void remap();

  Program& program_;
  Transport transport_;
  std::vector<Op> out_;
  std::vector<int32_t> last_;     // old op -> the new op that ends it
  std::vector<bool> is_new_dep_;  // by new op: its deps are new indices already
  std::vector<int32_t> last_on_stream_;
  std::unordered_map<uint64_t, Counters> channels_;
  Span pending_deps_;  // of the message being rewritten, for its first new op
};

}  // namespace

void Rewriter::assign_counters() {
  size_t ranks = static_cast<size_t>(program_.num_ranks());
  std::vector<int32_t> credits(ranks), arrivals(ranks);
  for (const Op& op : program_.ops) {
    if (!is_rewritten(op)) continue;
    Counters& channel = counters(op);
    int32_t& own = op.kind == OpKind::kSend ? channel.credit : channel.arrived;
    auto& used = op.kind == OpKind::kSend ? credits : arrivals;
    if (own < 0) own = used[static_cast<size_t>(op.rank.value)]++;
  }
  auto declare = [&](const char* name, const std::vector<int32_t>& used) {
    int32_t count = used.empty() ? 0 : std::ranges::max(used);
    program_.signal_arrays.push_back({.name = name,
                                      .dims = {count},
                                      .is_ring = {false},
                                      .num_signals = count,
                                      .first_signal = program_.signals_per_rank});
    int32_t first = program_.signals_per_rank;
    program_.signals_per_rank += count;
    return first;
  };
  int32_t first_credit = declare("credit", credits);
  int32_t first_arrival = declare("arrived", arrivals);
  for (auto& [key, channel] : channels_) {
    channel.credit += first_credit;
    channel.arrived += first_arrival;
  }
}

Span Rewriter::dep_on(std::span<const int32_t> new_ops) {
  Span span{static_cast<uint32_t>(program_.numbers.size()), static_cast<uint32_t>(new_ops.size())};
  program_.numbers.insert(program_.numbers.end(), new_ops.begin(), new_ops.end());
  return span;
}

void Rewriter::emit(const Op& like, OpKind kind, Span deps) {
  Op op{.kind = kind,
        .stream = like.stream,
        .thread = like.thread,
        .run = like.run,
        .rank = like.rank,
        .statement = like.statement,
        .call = like.call};
  op.via = kind == OpKind::kAfter ? Via::kDefault : Via::kMem;
  op.variables = like.variables;
  op.deps = deps;
  is_new_dep_.push_back(kind == OpKind::kAfter && deps.count > 0);
  last_on_stream_[static_cast<size_t>(op.stream)] = static_cast<int32_t>(out_.size());
  out_.push_back(op);
}

void Rewriter::credit(const Op& recv) {
  emit(recv, OpKind::kBump, std::exchange(pending_deps_, {}));
  out_.back().signals = {static_cast<uint32_t>(program_.signal_uses.size()), 1};
  program_.signal_uses.push_back({program_.signal(recv.peer, counters(recv).credit), 1});
}

void Rewriter::transfer(const Op& send) {
  Counters& channel = counters(send);
  emit(send, OpKind::kWait, std::exchange(pending_deps_, {}));
  out_.back().waits = {static_cast<uint32_t>(program_.signal_waits.size()), 1};
  program_.signal_waits.push_back({program_.signal(send.rank, channel.credit), ++channel.sent, 0});
  emit(send, OpKind::kCopy, {});
  Op& copy = out_.back();
  copy.via = transport_ == Transport::kSm ? Via::kSm : Via::kCopyEngine;
  copy.ctas = transport_ == Transport::kSm ? kCopyCtas : 0;
  copy.src = send.src;
  copy.dst = program_.ops[static_cast<size_t>(send.meet)].dst;
  emit(send, OpKind::kBump, {});
  out_.back().signals = {static_cast<uint32_t>(program_.signal_uses.size()), 1};
  program_.signal_uses.push_back({program_.signal(send.peer, channel.arrived), 1});
}

void Rewriter::arrival(const Op& recv) {
  Counters& channel = counters(recv);
  emit(recv, OpKind::kWait, std::exchange(pending_deps_, {}));
  out_.back().waits = {static_cast<uint32_t>(program_.signal_waits.size()), 1};
  program_.signal_waits.push_back(
      {program_.signal(recv.rank, channel.arrived), ++channel.received, 0});
}

void Rewriter::message(size_t first, size_t count) {
  // A group's further streams wait in front of it and behind it.
  const Op launch = program_.ops[first];
  bool is_group = launch.kind == OpKind::kGroup;
  std::vector<int32_t> streams;
  for (int32_t stream : program_.numbers_of(launch.more_streams)) streams.push_back(stream);
  std::vector<int32_t> before;
  for (int32_t stream : streams) {
    if (last_on_stream_[static_cast<size_t>(stream)] >= 0) {
      before.push_back(last_on_stream_[static_cast<size_t>(stream)]);
    }
  }
  if (!before.empty()) emit(launch, OpKind::kAfter, dep_on(before));
  pending_deps_ = launch.deps;
  size_t begin = is_group ? first + 1 : first;
  for (size_t i = begin; i < first + count; ++i) {
    if (program_.ops[i].kind == OpKind::kRecv) credit(program_.ops[i]);
  }
  for (size_t i = begin; i < first + count; ++i) {
    if (program_.ops[i].kind == OpKind::kSend) transfer(program_.ops[i]);
  }
  for (size_t i = begin; i < first + count; ++i) {
    if (program_.ops[i].kind == OpKind::kRecv) arrival(program_.ops[i]);
  }
  int32_t end = static_cast<int32_t>(out_.size()) - 1;
  for (int32_t stream : streams) {
    Op like = launch;
    like.stream = stream;
    std::vector<int32_t> dep = {end};
    emit(like, OpKind::kAfter, dep_on(dep));
  }
  for (size_t i = first; i < first + count; ++i) last_[i] = end;
}

void Rewriter::remap() {
  for (size_t i = 0; i < out_.size(); ++i) {
    Op& op = out_[i];
    if (!is_new_dep_[i]) {
      for (uint32_t d = 0; d < op.deps.count; ++d) {
        int32_t& dep = program_.numbers[op.deps.begin + d];
        if (dep >= 0) dep = last_[static_cast<size_t>(dep)];
      }
    }
    if (op.parent >= 0) op.parent = last_[static_cast<size_t>(op.parent)];
    bool is_message = op.kind == OpKind::kSend || op.kind == OpKind::kRecv;
    if (is_message && op.meet >= 0) op.meet = last_[static_cast<size_t>(op.meet)];
  }
  for (Meeting& meeting : program_.meetings) {
    for (int32_t& member : meeting.members) {
      if (member >= 0) member = last_[static_cast<size_t>(member)];
    }
  }
  for (Misuse& misuse : program_.misuses) misuse.op = last_[static_cast<size_t>(misuse.op)];
}

void Rewriter::run() {
  assign_counters();
  last_.assign(program_.ops.size(), -1);
  std::vector<int32_t> rank_begin;
  for (int32_t w = 0; w < program_.num_ranks(); ++w) {
    rank_begin.push_back(static_cast<int32_t>(out_.size()));
    last_on_stream_.assign(program_.streams.size(), -1);
    size_t end = static_cast<size_t>(program_.rank_begin[static_cast<size_t>(w) + 1]);
    for (size_t i = static_cast<size_t>(program_.rank_begin[static_cast<size_t>(w)]); i < end;) {
      const Op op = program_.ops[i];
      if (is_rewritten(op) || (op.kind == OpKind::kGroup && op.num_children > 0)) {
        size_t count = static_cast<size_t>(op.num_children) + 1;
        message(i, count);
        i += count;
        continue;
      }
      last_[i] = static_cast<int32_t>(out_.size());
      if (is_launch(op)) {
        last_on_stream_[static_cast<size_t>(op.stream)] = last_[i];
        for (int32_t stream : program_.numbers_of(op.more_streams)) {
          last_on_stream_[static_cast<size_t>(stream)] = last_[i];
        }
      }
      is_new_dep_.push_back(false);
      out_.push_back(op);
      ++i;
    }
  }
  rank_begin.push_back(static_cast<int32_t>(out_.size()));
  remap();
  program_.ops = std::move(out_);
  program_.rank_begin = std::move(rank_begin);
}

void rewrite_transport(Program& program, Transport transport) {
  if (transport == Transport::kNccl) return;
  bool all_match = std::ranges::none_of(program.ops, [](const Op& op) {
    return (op.kind == OpKind::kSend || op.kind == OpKind::kRecv) && op.meet < 0;
  });
  if (all_match) Rewriter(program, transport).run();
}

}  // namespace stretto
