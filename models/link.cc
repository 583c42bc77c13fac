#include "models/link.h"

#include <algorithm>
#include <unordered_map>

namespace stretto {

// One FIFO of sends and receives. Whichever side is ahead waits in `open`; the other side takes
// from `next`.
struct Channel {
  std::vector<int32_t> open;
  size_t next = 0;
  bool open_are_sends = false;
};

static void link_point_to_point(Program& program) {
  std::unordered_map<uint64_t, Channel> channels;
  uint64_t last_key = ~uint64_t{0};
  Channel* channel = nullptr;
  for (size_t i = 0; i < program.ops.size(); ++i) {
    Op& op = program.ops[i];
    if ((op.kind != OpKind::kSend && op.kind != OpKind::kRecv) || op.communicator < 0) continue;
    uint64_t key = channel_key(program, op);
    if (key != last_key || channel == nullptr) channel = &channels[key];
    last_key = key;
    bool is_send = op.kind == OpKind::kSend;
    if (channel->next == channel->open.size()) channel->open_are_sends = is_send;
    if (channel->open_are_sends == is_send) {
      channel->open.push_back(static_cast<int32_t>(i));
    } else {
      int32_t other = channel->open[channel->next++];
      op.meet = other;
      program.ops[static_cast<size_t>(other)].meet = static_cast<int32_t>(i);
    }
  }
}

static void link_collectives(Program& program) {
  // Key: communicator and pad (local signal, -1: none) -> its meetings; calls made so far by
  // member.
  struct Calls {
    std::vector<int32_t> meetings;
    std::vector<uint32_t> count_by_member;
  };
  std::unordered_map<int64_t, Calls> all;
  for (size_t i = 0; i < program.ops.size(); ++i) {
    Op& op = program.ops[i];
    if (!is_collective(op.kind)) continue;
    int64_t pad =
        op.signals.count == 0 ? -1 : program.signals_of(op)[0].signal.value / program.num_ranks();
    Calls& calls = all[static_cast<int64_t>(op.communicator) * (int64_t{1} << 32) + pad + 1];
    const std::vector<Rank>& members =
        program.communicators[static_cast<size_t>(op.communicator)].members;
    calls.count_by_member.resize(members.size());
    size_t member =
        static_cast<size_t>(std::ranges::lower_bound(members, op.rank) - members.begin());
    uint32_t k = calls.count_by_member[member]++;
    if (k == calls.meetings.size()) {
      calls.meetings.push_back(static_cast<int32_t>(program.meetings.size()));
      program.meetings.push_back({op.communicator, std::vector<int32_t>(members.size(), -1)});
    }
    op.meet = calls.meetings[k];
    program.meetings[static_cast<size_t>(op.meet)].members[member] = static_cast<int32_t>(i);
  }
}

void link(Program& program) {
  link_point_to_point(program);
  link_collectives(program);
}

uint64_t channel_key(const Program& program, const Op& op) {
  bool is_send = op.kind == OpKind::kSend;
  uint64_t from = static_cast<uint64_t>(is_send ? op.rank.value : op.peer.value);
  uint64_t to = static_cast<uint64_t>(is_send ? op.peer.value : op.rank.value);
  uint64_t ranks = static_cast<uint64_t>(program.num_ranks());
  return (static_cast<uint64_t>(op.communicator) * ranks + from) * ranks + to;
}

}  // namespace stretto
