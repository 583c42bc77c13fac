#ifndef STRETTO_VERIFY_ORDER_H_
#define STRETTO_VERIFY_ORDER_H_

// The two orders of a Program as a graph of events: what every legal implementation guarantees, and
// what the most blocking one adds (models/program.h lists both).
//
// Nodes: a start and an end of each op (members of a group share their group's), a node per
// meeting, one per landing of a non-blocking copy, one per share of a copy that bumps `each`, one
// per quiet point between calls. A node is reached when all its predecessors are and its gates
// (signal waits) are open. Counters stay out of the edges: run.h counts them, and knows afterwards
// which bumps a wait cannot do without.

#include <cstdint>
#include <vector>

#include "models/program.h"
#include "verify/graph.h"

namespace stretto {

enum class EdgeKind : uint8_t {
  kWithin,        // start of an op to its end, a launch to its children and back
  kStream,        // end to next start on a stream
  kEvent,         // end of a recorded op to the op behind its wait
  kHost,          // a host that waits (sync)
  kMessage,       // start of a send to the end of its recv
  kMeeting,       // members to their meeting and back
  kLanding,       // a non-blocking copy to its landing, and that to the flush
  kQuiet,         // exits of a call to entries of the next, under `assume quiet`
  kRendezvous,    // blocking: start of a recv to the end of its send
  kCommunicator,  // blocking: end to next start on a communicator
  kParts,         // blocking: end of a part to the next part
  kQueue,         // blocking: start to next start in posting order
};

/// The bumps and sets that happen at a node.
struct SignalAction {
  Node node = 0;
  int32_t op = -1;
  Signal signal;
  int32_t amount = 0;
  bool is_set = false;
};

/// A node that waits for a counter.
struct Gate {
  Node node = 0;
  int32_t op = -1;
  SignalWait wait;
};

struct Order {
  size_t num_nodes = 0;
  std::vector<Edge> guaranteed;
  std::vector<EdgeKind> guaranteed_kind;  // parallel
  std::vector<Edge> blocking;             // the further ones
  std::vector<EdgeKind> blocking_kind;
  std::vector<Node> never;           // nodes that can never be reached (no partner), in both orders
  std::vector<Node> never_blocking;  // further ones in the most blocking order
  std::vector<SignalAction> actions;  // ascending by node
  std::vector<Gate> gates;            // ascending by node
  std::vector<int32_t>
      op_of_extra;  // nodes from 2 * ops on: the op, or -1 for meetings and quiet points
  std::vector<std::vector<Node>> data_ends;  // by index in data_end_ops
  std::vector<int32_t>
      data_end_ops;  // ops whose data end elsewhere than the op: nb (landing), each (shares)
  size_t num_ops = 0;

  /// The op a node belongs to, -1 for meetings and quiet points.
  int32_t op_of(Node node) const {
    return node < 2 * num_ops ? static_cast<int32_t>(node / 2) : op_of_extra[node - 2 * num_ops];
  }
};

/// Members of a group start and end with it.
inline int32_t owner_of(const Program& program, int32_t op) {
  int32_t parent = program.ops[static_cast<size_t>(op)].parent;
  bool is_member = parent >= 0 && program.ops[static_cast<size_t>(parent)].kind == OpKind::kGroup;
  return is_member ? parent : op;
}
/// A copy whose data end elsewhere than the op: at its landings or shares.
inline bool has_own_data_ends(const Op& op) {
  return op.kind == OpKind::kCopy && (op.non_blocking || op.bump_each);
}
inline int32_t num_data_ends(const Op& op) { return op.bump_each ? op.ctas : 1; }
inline Node start_of(int32_t op) { return static_cast<Node>(op) * 2; }
inline Node end_of(int32_t op) { return static_cast<Node>(op) * 2 + 1; }

Order make_order(const Program& program);

}  // namespace stretto

#endif  // STRETTO_VERIFY_ORDER_H_
