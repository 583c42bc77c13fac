// Send and recv as copies and signals (slow_expander.h): a recv bumps a credit at the sender; the
// send awaits it, copies and bumps `arrived` at the receiver; the recv awaits that. In a group: all
// credits, then the sends, then the waits, all on the group's first stream; its other streams are
// joined to that one before and after, since a group is one op on all its streams.

#include <algorithm>
#include <map>
#include <utility>

#include "tests/oracle/slow_expander.h"

namespace stretto::oracle {

namespace {

class Rewriter {
 public:
  Rewriter(const Listing& old, const std::string& via) : old_(old), via_(via) {}

  Listing rewrite() {
    for (size_t i = 0; i < old_.ops.size(); ++i) rewrite_op(static_cast<int>(i));
    return finish();
  }

 private:
  const PlainOp& old(int index) const { return old_.ops.at(static_cast<size_t>(index)); }

  // The counters of a channel: "~credit all {0 1} 0>1@0" in the sender's memory, "~arrived ..@1" in
  // the receiver's.
  static std::string counter(const std::string& word, const PlainOp& op) {
    const bool is_send = op.kind == "send";
    const int from = is_send ? op.rank : op.peer;
    const int to = is_send ? op.peer : op.rank;
    return "~" + word + " " + op.communicator + " " + std::to_string(from) + ">" +
           std::to_string(to) + "@" + std::to_string(word == "credit" ? from : to);
  }

  PlainOp part_of(const PlainOp& op, const std::string& kind) const {
    PlainOp part;
    part.kind = kind;
    part.rank = op.rank;
    part.call = op.call;
    part.thread = op.thread;
    part.line = op.line;
    part.streams = {op.streams.at(0)};
    return part;
  }

  void bump(const PlainOp& op, const std::string& counter_name) {
    PlainOp part = part_of(op, "bump");
    part.signals = {{counter_name, 1}};
    ops_.push_back(part);
  }

  void await(const PlainOp& op, const std::string& counter_name) {
    PlainOp part = part_of(op, "wait");
    part.waits = {{counter_name, ++awaited_[counter_name], 0}};
    ops_.push_back(part);
  }

  void copy(const PlainOp& send) {
    PlainOp part = part_of(send, "copy");
    part.dst = old(send.match).dst;
    part.src = send.src;
    part.flags = {"via " + via_};
    ops_.push_back(part);
  }

  void rewrite_pair(const std::vector<int>& members) {
    for (const int i : members) {
      if (old(i).kind == "recv") bump(old(i), counter("credit", old(i)));
    }
    for (const int i : members) {
      if (old(i).kind != "send") continue;
      await(old(i), counter("credit", old(i)));
      copy(old(i));
      bump(old(i), counter("arrived", old(i)));
    }
    for (const int i : members) {
      if (old(i).kind == "recv") await(old(i), counter("arrived", old(i)));
    }
  }

  // Before the group: its first stream waits for what the others hold. Afterwards the other way
  // round.
  void join_streams(const PlainOp& group) {
    PlainOp part = part_of(group, "after");
    for (size_t s = 1; s < group.streams.size(); ++s) {
      const auto last = last_on_.find({group.rank, group.streams[s]});
      if (last != last_on_.end()) part.deps.push_back(last->second);
    }
    if (!part.deps.empty()) ops_.push_back(part);
  }

  void fork_streams(const PlainOp& group, int old_index) {
    for (size_t s = 1; s < group.streams.size(); ++s) {
      PlainOp part = part_of(group, "after");
      part.streams = {group.streams[s]};
      part.deps = {old_index};
      ops_.push_back(part);
    }
  }

  void rewrite_op(int index) {
    const PlainOp& op = old(index);
    std::vector<int> members;
    const bool is_alone = (op.kind == "send" || op.kind == "recv") && op.parent < 0;
    if (is_alone) members = {index};
    if (op.kind == "group") {
      for (int i = index + 1; i < static_cast<int>(old_.ops.size()) && old(i).parent == index;
           ++i) {
        members.push_back(i);
      }
    }
    if (is_alone || op.kind == "group") {
      join_streams(op);
      const size_t first = ops_.size();
      rewrite_pair(members);
      if (first < ops_.size()) ops_[first].deps = op.deps;
      last_of_.push_back(static_cast<int>(ops_.size()) - 1);
      fork_streams(op, index);
      for (const std::string& stream : op.streams) last_on_[{op.rank, stream}] = index;
      return;
    } else if (op.parent < 0 || old(op.parent).kind != "group") {
      ops_.push_back(op);
      if (op.parent >= 0) ops_.back().parent = last_of_[static_cast<size_t>(op.parent)];
    }
    if (op.parent < 0) {
      for (const std::string& stream : op.streams) last_on_[{op.rank, stream}] = index;
    }
    last_of_.push_back(static_cast<int>(ops_.size()) - 1);
  }

  // An event of a rewritten op is the end of its last part; meetings stay meetings.
  Listing finish() {
    for (PlainOp& op : ops_) {
      for (std::vector<int>* mentions : {&op.deps, &op.meeting}) {
        for (int& mention : *mentions) {
          if (mention >= 0) mention = last_of_[static_cast<size_t>(mention)];
        }
      }
    }
    return Listing{old_.head, ops_};
  }

  const Listing& old_;
  std::string via_;
  std::vector<PlainOp> ops_;
  std::vector<int> last_of_;                            // by old op: the last new one
  std::map<std::pair<int, std::string>, int> last_on_;  // by rank and stream: old op
  std::map<std::string, int> awaited_;
};

}  // namespace

Listing rewrite_transport(const Listing& listing, const std::string& via) {
  const bool is_lonely = std::ranges::any_of(
      listing.ops, [](const PlainOp& op) { return op.peer >= 0 && op.match < 0; });
  if (is_lonely) return listing;  // there is no place to copy to; that is what there is to report
  return Rewriter(listing, via).rewrite();
}

}  // namespace stretto::oracle
