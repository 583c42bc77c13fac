// Send and recv as copies and signals (slow_expander.h): a recv bumps a credit at the sender; the send
// awaits it, copies and bumps `arrived` at the receiver; the recv awaits that. In a group: all credits,
// then the sends, then the waits.

#include <algorithm>
#include <map>
#include <stdexcept>

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

  // The counters of a channel: "~credit all {0 1} 0>1@0" in the sender's memory, "~arrived ..@1" in the
  // receiver's.
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
    if (send.match < 0) throw std::invalid_argument("a send without a recv has no copy");
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

  void rewrite_op(int index) {
    const PlainOp& op = old(index);
    std::vector<int> members;
    const bool is_alone = (op.kind == "send" || op.kind == "recv") && op.parent < 0;
    if (is_alone) members = {index};
    if (op.kind == "group") {
      for (int i = index + 1; i < static_cast<int>(old_.ops.size()) && old(i).parent == index; ++i) {
        members.push_back(i);
      }
    }
    if (is_alone || op.kind == "group") {
      const size_t first = ops_.size();
      rewrite_pair(members);
      if (first < ops_.size()) ops_[first].deps = op.deps;
    } else if (op.parent < 0 || old(op.parent).kind != "group") {
      ops_.push_back(op);
      if (op.parent >= 0) ops_.back().parent = last_of_[static_cast<size_t>(op.parent)];
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
  std::vector<int> last_of_;  // by old op: the last new one
  std::map<std::string, int> awaited_;
};

}  // namespace

Listing rewrite_transport(const Listing& listing, const std::string& via) {
  return Rewriter(listing, via).rewrite();
}

}  // namespace stretto::oracle
