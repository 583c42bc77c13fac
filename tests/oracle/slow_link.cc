// The k-th send meets the k-th recv, the k-th call meets the k-th (slow_expander.h).

#include <map>
#include <sstream>

#include "tests/oracle/slow_expander.h"

namespace stretto::oracle {

static std::vector<int> members_of(const std::string& communicator) {
  std::istringstream in(communicator.substr(communicator.find('{') + 1));
  std::vector<int> members;
  for (int member = 0; in >> member;) members.push_back(member);
  return members;
}

// "pad[1]" without the rank: every member bumps its own.
static std::string pad_of(const PlainOp& op) {
  if (op.kind != "barrier" || op.signals.empty()) return "";
  const std::string& signal = op.signals[0].signal;
  return signal.substr(0, signal.rfind('@'));
}

static void link_pairs(std::vector<PlainOp>& ops) {
  using Channel = std::pair<std::string, std::pair<int, int>>;  // communicator, from, to
  std::map<Channel, std::vector<int>> sends;
  std::map<Channel, std::vector<int>> recvs;
  for (size_t i = 0; i < ops.size(); ++i) {
    const PlainOp& op = ops[i];
    const int index = static_cast<int>(i);
    if (op.kind == "send") sends[{op.communicator, {op.rank, op.peer}}].push_back(index);
    if (op.kind == "recv") recvs[{op.communicator, {op.peer, op.rank}}].push_back(index);
  }
  for (const auto& [channel, from] : sends) {
    const std::vector<int>& to = recvs[channel];
    for (size_t k = 0; k < from.size() && k < to.size(); ++k) {
      ops[static_cast<size_t>(from[k])].match = to[k];
      ops[static_cast<size_t>(to[k])].match = from[k];
    }
  }
}

static void link_meetings(std::vector<PlainOp>& ops) {
  std::map<std::string, std::map<int, std::vector<int>>> calls;  // by key and rank
  for (size_t i = 0; i < ops.size(); ++i) {
    if (!ops[i].has_meeting) continue;
    calls[ops[i].communicator + pad_of(ops[i])][ops[i].rank].push_back(static_cast<int>(i));
  }
  for (auto& [key, by_rank] : calls) {
    for (const auto& [rank, mine] : by_rank) {
      for (size_t k = 0; k < mine.size(); ++k) {
        PlainOp& op = ops[static_cast<size_t>(mine[k])];
        for (const int member : members_of(op.communicator)) {
          const std::vector<int>& theirs = calls[key][member];
          op.meeting.push_back(k < theirs.size() ? theirs[k] : -1);
        }
      }
    }
  }
}

void link(Listing& listing) {
  link_pairs(listing.ops);
  link_meetings(listing.ops);
  for (PlainOp& op : listing.ops) {
    if (!pad_of(op).empty()) op.communicator.clear();
  }
}

}  // namespace stretto::oracle
