// Every member works out its own result from what all have offered, so that one slow member holds
// up none of the others once it has started.

#include "kernels/cpu/addition_order.h"
#include "kernels/cpu/effects.h"

namespace stretto::cpu {

namespace {

/// What the members of a call have offered, by member.
struct Offers {
  std::vector<std::span<const float>> members;

  int size() const { return static_cast<int>(members.size()); }
  float at(int member, size_t element) const {
    return members[static_cast<size_t>(member)][element];
  }
};

Offers offers_of(const Execution& execution, const Op& op) {
  Offers offers;
  for (int32_t member : execution.program.meetings[static_cast<size_t>(op.meet)].members) {
    offers.members.push_back(execution.offers[static_cast<size_t>(member)]);
  }
  return offers;
}

/// Additions as slot `slot` makes them: rounded each time.
struct Adder {
  const Memory& memory;
  Slot slot;
  float operator()(float a, float b) const { return memory.rounded(slot, a + b); }
};

float ring_sum(const Offers& offers, int block, size_t element, const Adder& add) {
  int n = offers.size();
  float total = offers.at(ring_member(block, 0, n), element);
  for (int step = 1; step < n; ++step)
    total = add(total, offers.at(ring_member(block, step, n), element));
  return total;
}

float tree_sum(const Offers& offers, int lo, int hi, size_t element, const Adder& add) {
  if (lo == hi) return offers.at(lo, element);
  int middle = tree_middle(lo, hi);
  return add(tree_sum(offers, lo, middle, element, add),
             tree_sum(offers, middle + 1, hi, element, add));
}

void all_gather(Worker& worker, const Op& op, const Offers& offers) {
  std::span<const Slot> dst = worker.execution.program.slots_of(op.dst);
  size_t next = 0;
  for (std::span<const float> member : offers.members) {
    for (std::span<const float> rest = member; !rest.empty(); ++next) {
      size_t size = static_cast<size_t>(worker.execution.memory.size(dst[next]));
      store_slowly(worker, dst[next], rest.first(size));
      rest = rest.subspan(size);
    }
  }
}

/// Which member of its meeting the op is.
int member_index(const Execution& execution, int32_t op) {
  const std::vector<int32_t>& members =
      execution.program.meetings[static_cast<size_t>(execution.op(op).meet)].members;
  int index = 0;
  while (members[static_cast<size_t>(index)] != op) ++index;
  return index;
}

/// Member c sums what all have offered for it: the c-th of n equal parts.
void reduce_scatter(Worker& worker, int32_t index, const Offers& offers) {
  Execution& execution = worker.execution;
  const Op& op = execution.op(index);
  int member = member_index(execution, index);
  size_t element = offers.members[0].size() / offers.members.size() * static_cast<size_t>(member);
  for (Slot slot : execution.program.slots_of(op.dst)) {
    Adder add{execution.memory, slot};
    worker.workspace.resize(static_cast<size_t>(execution.memory.size(slot)));
    for (float& total : worker.workspace) {
      total = op.order_tree ? tree_sum(offers, 0, offers.size() - 1, element, add)
                            : ring_sum(offers, member, element, add);
      ++element;
    }
    store_slowly(worker, slot, worker.workspace);
  }
}

void all_reduce(Worker& worker, const Op& op, const Offers& offers) {
  Execution& execution = worker.execution;
  int n = offers.size();
  size_t first = 0;
  for (Slot slot : execution.program.slots_of(op.dst)) {
    Adder add{execution.memory, slot};
    int64_t size = execution.memory.size(slot);
    worker.workspace.resize(static_cast<size_t>(size));
    int block = 0;
    for (int64_t e = 0; e < size; ++e) {
      while (ring_block_begin(size, block + 1, n) <= e) ++block;
      size_t element = first + static_cast<size_t>(e);
      worker.workspace[static_cast<size_t>(e)] = op.order_tree
                                                     ? tree_sum(offers, 0, n - 1, element, add)
                                                     : ring_sum(offers, block, element, add);
    }
    first += static_cast<size_t>(size);
    store_slowly(worker, slot, worker.workspace);
  }
}

}  // namespace

void apply_collective(Worker& worker, int32_t index) {
  const Op& op = worker.execution.op(index);
  if (op.kind == OpKind::kBarrier) return;
  Offers offers = offers_of(worker.execution, op);
  if (op.kind == OpKind::kAllGather) all_gather(worker, op, offers);
  if (op.kind == OpKind::kReduceScatter) reduce_scatter(worker, index, offers);
  if (op.kind == OpKind::kAllReduce) all_reduce(worker, op, offers);
}

}  // namespace stretto::cpu
