#include "verify/contents.h"

#include <algorithm>
#include <unordered_map>

namespace stretto {

namespace {

class Interpreter {
 public:
  Interpreter(Program& program, const Order& order)
      : program_(program), values_(program.values), order_(order) {}
  Contents run(const std::vector<Node>& nodes);

 private:
  const Op& op(int32_t i) const { return program_.ops[static_cast<size_t>(i)]; }
  ValueId& at(Slot slot) { return contents_.at_end[static_cast<size_t>(slot.value)]; }
  void store(Slot slot, ValueId value);
  void effect(int32_t i);
  void entry(const Op& o);
  void exit(const Op& o);
  void gemm(const Op& o);
  void reduce(const Op& o);
  void capture(int32_t i);
  void recv(const Op& o);
  void collective(const Op& o);
  bool moves_data_later(int32_t i, Node node) const;

  Program& program_;
  ValueTable& values_;
  const Order& order_;
  Contents contents_;
  std::vector<bool> is_f32_;       // by local slot
  std::vector<ValueId> captured_;  // parallel to Program::slots: what sends and collectives took
  std::vector<bool> is_captured_;  // by op
  std::vector<ValueId> operands_;
};

}  // namespace

void Interpreter::store(Slot slot, ValueId value) {
  bool is_f32 = is_f32_[static_cast<size_t>(slot.value % program_.slots_per_rank)];
  at(slot) = is_f32 ? value : values_.rounded(value);
}

void Interpreter::entry(const Op& o) {
  auto slots = program_.slots_of(o.dst);
  for (size_t i = 0; i < slots.size(); ++i) at(slots[i]) = program_.slot_values[o.values.begin + i];
  auto found = program_.slots_of(o.src);
  for (size_t i = 0; i < found.size(); ++i) {
    contents_.found[program_.slot_values[o.values.begin + o.dst.count + i]] = at(found[i]);
  }
}

void Interpreter::exit(const Op& o) {
  auto slots = program_.slots_of(o.src);
  for (size_t i = 0; i < slots.size(); ++i) contents_.at_exit[o.values.begin + i] = at(slots[i]);
}

void Interpreter::gemm(const Op& o) {
  auto dst = program_.slots_of(o.dst);
  auto src = program_.slots_of(o.src);
  auto rhs = program_.slots_of(o.rhs);
  auto addend = program_.slots_of(o.addend);
  auto pick = [](std::span<const Slot> slots, size_t i) {
    return slots[slots.size() == 1 ? 0 : i];
  };
  for (size_t i = 0; i < dst.size(); ++i) {
    ValueId value = values_.product(at(pick(src, i)), at(pick(rhs, i)));
    if (!addend.empty()) value = values_.add(value, at(pick(addend, i)));
    if (o.add_bias) value = values_.add(value, values_.bias());
    if (o.accumulate) value = values_.add(value, at(dst[i]));
    store(dst[i], value);
  }
}

void Interpreter::reduce(const Op& o) {
  auto dst = program_.slots_of(o.dst);
  auto src = program_.slots_of(o.src);
  std::vector<ValueId> results;
  for (size_t i = 0; i < dst.size(); ++i) {
    operands_.clear();
    for (size_t k = i; k < src.size(); k += dst.size()) operands_.push_back(at(src[k]));
    bool is_f32 = is_f32_[static_cast<size_t>(dst[i].value % program_.slots_per_rank)];
    results.push_back(values_.chain(operands_, o.in_wire && !is_f32));
  }
  for (size_t i = 0; i < dst.size(); ++i) store(dst[i], results[i]);
}

void Interpreter::capture(int32_t i) {
  if (is_captured_[static_cast<size_t>(i)]) return;
  is_captured_[static_cast<size_t>(i)] = true;
  const Op& o = op(i);
  for (uint32_t k = 0; k < o.src.count; ++k) {
    captured_[o.src.begin + k] = at(program_.slots[o.src.begin + k]);
  }
}

void Interpreter::recv(const Op& o) {
  if (o.meet < 0) return;
  const Op& send = op(o.meet);
  capture(o.meet);
  auto dst = program_.slots_of(o.dst);
  for (size_t i = 0; i < dst.size() && i < send.src.count; ++i)
    store(dst[i], captured_[send.src.begin + i]);
}

void Interpreter::collective(const Op& o) {
  const Meeting& meeting = program_.meetings[static_cast<size_t>(o.meet)];
  if (!meeting.is_complete() || o.kind == OpKind::kBarrier) return;
  for (int32_t member : meeting.members) capture(member);
  const auto& members = program_.communicators[static_cast<size_t>(o.communicator)].members;
  size_t num = members.size();
  size_t self = static_cast<size_t>(std::ranges::lower_bound(members, o.rank) - members.begin());
  auto dst = program_.slots_of(o.dst);
  auto taken = [&](size_t member, size_t i) {
    const Op& other = op(meeting.members[member]);
    return i < other.src.count ? captured_[other.src.begin + i] : values_.nothing();
  };
  for (size_t i = 0; i < dst.size(); ++i) {
    operands_.clear();
    if (o.kind == OpKind::kAllGather) {
      store(dst[i], taken(i / o.src.count, i % o.src.count));
      continue;
    }
    if (o.kind == OpKind::kAllReduce) {
      for (size_t m = 0; m < num; ++m) operands_.push_back(taken(m, i));
      store(dst[i], o.order_tree ? values_.tree_sum(operands_) : values_.ring_sum(operands_));
      continue;
    }
    for (size_t m = 1; m <= num; ++m)
      operands_.push_back(taken((self + m) % num, self * dst.size() + i));
    bool is_f32 = is_f32_[static_cast<size_t>(dst[i].value % program_.slots_per_rank)];
    if (o.order_tree)
      std::ranges::rotate(operands_, operands_.end() - static_cast<std::ptrdiff_t>(self + 1));
    store(dst[i], o.order_tree ? values_.tree_sum(operands_) : values_.chain(operands_, !is_f32));
  }
}

void Interpreter::effect(int32_t i) {
  const Op& o = op(i);
  switch (o.kind) {
    case OpKind::kEntry:
      return entry(o);
    case OpKind::kExit:
      return exit(o);
    case OpKind::kGemm:
    case OpKind::kPart:
      return gemm(o);
    case OpKind::kCopy:
      for (uint32_t k = 0; k < o.dst.count; ++k) {
        store(program_.slots[o.dst.begin + k], at(program_.slots[o.src.begin + k]));
      }
      return;
    case OpKind::kReduce:
      return reduce(o);
    case OpKind::kSend:
      return capture(i);
    case OpKind::kRecv:
      return recv(o);
    case OpKind::kGroup:
      for (int32_t c = i + 1; c <= i + o.num_children; ++c) {
        if (op(c).kind == OpKind::kSend) effect(c);
      }
      for (int32_t c = i + 1; c <= i + o.num_children; ++c) {
        if (op(c).kind == OpKind::kRecv) effect(c);
      }
      return;
    default:
      if (is_collective(o.kind)) collective(o);
  }
}

bool Interpreter::moves_data_later(int32_t i, Node node) const {
  return node == end_of(i) && has_own_data_ends(op(i));
}

Contents Interpreter::run(const std::vector<Node>& nodes) {
  size_t num_slots =
      static_cast<size_t>(program_.num_ranks()) * static_cast<size_t>(program_.slots_per_rank);
  contents_.at_end.assign(num_slots, values_.nothing());
  contents_.at_exit.assign(program_.slot_values.size(), -1);
  captured_.assign(program_.slots.size(), values_.nothing());
  is_captured_.assign(program_.ops.size(), false);
  is_f32_.assign(static_cast<size_t>(program_.slots_per_rank), false);
  for (int32_t t = 0; t < std::ssize(program_.tensors); ++t) {
    const Tensor& tensor = program_.tensors[static_cast<size_t>(t)];
    if (tensor.first_slot < 0) continue;
    for (int32_t block = 0; block < tensor.num_blocks; ++block) {
      is_f32_[static_cast<size_t>(tensor.first_slot + block)] = tensor.is_f32;
      if (tensor.kind != TensorKind::kWeight) continue;
      for (int32_t w = 0; w < program_.num_ranks(); ++w) {
        at(program_.slot(Rank{w}, tensor.first_slot + block)) =
            values_.weight(t, Rank{w}, Chunk{block});
      }
    }
  }
  std::unordered_map<int32_t, int32_t> landed;  // shares so far: the last one counts
  for (Node node : nodes) {
    int32_t i = order_.op_of(node);
    if (i < 0) continue;
    bool is_landing = node >= 2 * order_.num_ops && ++landed[i] == num_data_ends(op(i));
    if (is_landing || (node == end_of(i) && !moves_data_later(i, node))) effect(i);
  }
  return std::move(contents_);
}

Contents compute_contents(Program& program, const Order& order, const std::vector<Node>& run) {
  return Interpreter(program, order).run(run);
}

static ValueId substitute(ValueTable& values, ValueId value,
                          std::unordered_map<ValueId, ValueId>& memo) {
  if (auto it = memo.find(value); it != memo.end()) return it->second;
  const Term term = values.term(value);
  ValueId result = value;
  if (term.kind == TermKind::kProduct || term.kind == TermKind::kAdd) {
    ValueId a = substitute(values, term.index, memo);
    ValueId b = substitute(values, term.extra, memo);
    result = term.kind == TermKind::kProduct ? values.product(a, b) : values.add(a, b);
    if (term.is_rounded) result = values.rounded(result);
  } else if (term.kind == TermKind::kSum) {
    std::vector<ValueId> operands(values.operands(term).begin(), values.operands(term).end());
    for (ValueId& operand : operands) operand = substitute(values, operand, memo);
    result = values.sum(std::move(operands));
  }
  return memo[value] = result;
}

ValueId wanted_value(Program& program, Contents& contents, ValueId wanted) {
  return contents.found.empty() ? wanted : substitute(program.values, wanted, contents.found);
}

bool has_wrong_exit(Program& program, Contents& contents) {
  for (size_t i = 0; i < contents.at_exit.size(); ++i) {
    if (contents.at_exit[i] < 0) continue;
    ValueId wanted = wanted_value(program, contents, program.slot_values[i]);
    if (!program.values.satisfies(contents.at_exit[i], wanted)) return true;
  }
  return false;
}

std::vector<int32_t> op_order(const Program& program, const Order& order,
                              const std::vector<Node>& run) {
  std::vector<int32_t> result;
  std::unordered_map<int32_t, int32_t> landed;
  for (Node node : run) {
    int32_t i = order.op_of(node);
    if (i < 0) continue;
    const Op& op = program.ops[static_cast<size_t>(i)];
    bool is_landing = node >= 2 * order.num_ops && ++landed[i] == num_data_ends(op);
    if (!is_landing && (node != end_of(i) || has_own_data_ends(op))) continue;
    if (op.kind == OpKind::kGroup) {
      for (OpKind kind : {OpKind::kSend, OpKind::kRecv}) {
        for (int32_t c = i + 1; c <= i + op.num_children; ++c) {
          if (program.ops[static_cast<size_t>(c)].kind == kind) result.push_back(c);
        }
      }
    }
    result.push_back(i);
  }
  return result;
}

}  // namespace stretto
