#include "sim/cli/op_text.h"

#include <algorithm>

#include "sim/cli/words.h"

namespace stretto {
namespace {

constexpr size_t kListedMax = 4;

const Op& op_at(const Program& program, int32_t op) { return program.ops[static_cast<size_t>(op)]; }

/// Cuts a long list in the middle: "a, b, .., z".
std::string listed(std::vector<std::string> parts) {
  if (parts.size() > kListedMax) {
    parts.erase(parts.begin() + 2, parts.end() - 1);
    parts.insert(parts.begin() + 2, "..");
  }
  return joined(parts, ", ");
}

std::string place(const Program& program, const Op& op, Slot slot) {
  return program.rank_of(slot) == op.rank ? slot_name(program, slot) : slot_name_at(program, slot);
}

/// "?" for places that are out of bounds.
std::string places(const Program& program, const Op& op, Span span) {
  if (span.count == 0) return "?";
  std::vector<std::string> parts;
  for (const Slot slot : program.slots_of(span)) parts.push_back(place(program, op, slot));
  return listed(std::move(parts));
}

std::string signal_text(const Program& program, const Op& op, Signal signal) {
  const std::string name = signal_name_at(program, signal);
  return program.rank_of(signal) == op.rank ? name.substr(0, name.rfind('@')) : name;
}

std::string bumps_text(const Program& program, const Op& op, const std::string& verb) {
  std::vector<std::string> parts;
  for (const SignalUse& use : program.signals_of(op)) {
    std::string text = verb + " " + signal_text(program, op, use.signal);
    if (op.kind == OpKind::kSet) text += " = " + std::to_string(use.amount);
    if (op.bump_each) text += " each";
    const bool is_more = op.kind != OpKind::kSet && op.kind != OpKind::kBarrier && use.amount != 1;
    if (is_more && !op.bump_each) text += " by " + std::to_string(use.amount);
    parts.push_back(std::move(text));
  }
  return listed(std::move(parts));
}

std::string condition_text(const Program& program, const Op& op, const SignalWait& wait) {
  const std::string name = signal_text(program, op, wait.signal);
  if (wait.modulus == 0) return name + " >= " + std::to_string(wait.threshold);
  return name + " mod " + std::to_string(wait.modulus) +
         " == " + std::to_string(wait.threshold % wait.modulus);
}

std::string conditions_text(const Program& program, const Op& op) {
  std::vector<std::string> parts;
  for (const SignalWait& wait : program.waits_of(op)) {
    parts.push_back(condition_text(program, op, wait));
  }
  return joined(parts, " and ");
}

std::string via_text(const Op& op) {
  switch (op.via) {
    case Via::kDefault:
      return "";
    case Via::kCopyEngine:
      return " via ce";
    case Via::kSm:
      return " via sm(" + std::to_string(op.ctas) + ")";
    case Via::kMem:
      return " via mem";
  }
  return "";
}

std::string gemm_text(const Program& program, const Op& op) {
  return places(program, op, op.dst) + (op.accumulate ? " += " : " = ") +
         places(program, op, op.src) + " * " + places(program, op, op.rhs) +
         (op.addend.count > 0 ? " + " + places(program, op, op.addend) : "") +
         (op.add_bias ? " + bias" : "");
}

std::string over_text(const Program& program, const Op& op) {
  if (op.communicator < 0) return "";
  const std::string& name = program.communicators[static_cast<size_t>(op.communicator)].name;
  return name == "all" ? "" : " over " + name;
}

/// What the caller writes; junk in fresh slots goes without saying.
std::string entry_text(const Program& program, const Op& op) {
  std::vector<std::string> parts;
  const auto slots = program.slots_of(op.dst);
  const auto values = program.values_of(op.values);
  for (size_t i = 0; i < std::min(slots.size(), values.size()); ++i) {
    if (program.values.term(values[i]).kind == TermKind::kJunk) continue;
    parts.push_back(place(program, op, slots[i]) + " = " + value_name(program, values[i]));
  }
  return parts.empty() ? "entry" : "given " + listed(std::move(parts));
}

std::string reduce_text(const Program& program, const Op& op) {
  return "reduce " + places(program, op, op.dst) + " = " + places(program, op, op.src) +
         (op.in_wire ? " in wire" : " in f32");
}

std::string copy_text(const Program& program, const Op& op) {
  const std::string bumps = bumps_text(program, op, "bump");
  return "copy " + places(program, op, op.dst) + " = " + places(program, op, op.src) +
         via_text(op) + (bumps.empty() ? "" : " " + bumps) + (op.non_blocking ? " nb" : "");
}

std::string part_text(const Program& program, const Op& op) {
  const std::string when = conditions_text(program, op);
  const std::string bumps = bumps_text(program, op, "bump");
  return "part " + gemm_text(program, op) + (when.empty() ? "" : " when " + when) +
         (bumps.empty() ? "" : " " + bumps);
}

std::string collective_text(const Program& program, const Op& op) {
  return to_string(op.kind) + " " + places(program, op, op.dst) + " = " +
         places(program, op, op.src) + over_text(program, op) +
         (op.order_tree ? " order tree" : "");
}

/// The other side of a match or meeting: "meets 40", "meets 12, 40, ..".
std::string meeting_text(const Program& program, int32_t index) {
  const Op& op = op_at(program, index);
  if (op.kind == OpKind::kSend || op.kind == OpKind::kRecv) {
    return op.meet < 0 ? "meets nobody" : "meets " + std::to_string(op.meet);
  }
  if (!is_collective(op.kind) || op.meet < 0) return "";
  std::vector<std::string> others;
  for (const int32_t member : program.meetings[static_cast<size_t>(op.meet)].members) {
    if (member != index) others.push_back(member < 0 ? "nobody" : std::to_string(member));
  }
  return others.empty() ? "" : "meets " + listed(std::move(others));
}

}  // namespace

std::string op_text(const Program& program, int32_t index) {
  const Op& op = op_at(program, index);
  switch (op.kind) {
    case OpKind::kEntry:
      return entry_text(program, op);
    case OpKind::kExit:
      return op.src.count == 0 ? "exit" : "ensure " + places(program, op, op.src);
    case OpKind::kGemm:
      return "gemm " + gemm_text(program, op);
    case OpKind::kPart:
      return part_text(program, op);
    case OpKind::kCopy:
      return copy_text(program, op);
    case OpKind::kReduce:
      return reduce_text(program, op);
    case OpKind::kSend:
      return "send " + places(program, op, op.src) + " -> " + std::to_string(op.peer.value);
    case OpKind::kRecv:
      return "recv " + places(program, op, op.dst) + " <- " + std::to_string(op.peer.value);
    case OpKind::kAllGather:
    case OpKind::kReduceScatter:
    case OpKind::kAllReduce:
      return collective_text(program, op);
    case OpKind::kBarrier:
      return op.signals.count > 0 ? bumps_text(program, op, "barrier")
                                  : "barrier" + over_text(program, op);
    case OpKind::kBump:
      return bumps_text(program, op, "bump");
    case OpKind::kSet:
      return bumps_text(program, op, "set");
    case OpKind::kWait:
      return "wait " + conditions_text(program, op) + via_text(op);
    case OpKind::kGatedGemm:
      return "gemm of " + counted(static_cast<size_t>(op.num_children), "part");
    case OpKind::kGroup:
    case OpKind::kKernel:
    case OpKind::kFlush:
    case OpKind::kAfter:
    case OpKind::kSync:
      return to_string(op.kind);
  }
  return "";
}

std::string waits_text(const Program& program, int32_t index) {
  const Op& op = op_at(program, index);
  std::vector<std::string> events;
  for (const int32_t dep : program.numbers_of(op.deps)) {
    events.push_back(dep < 0 ? "an event never recorded" : std::to_string(dep));
  }
  std::vector<std::string> parts;
  if (!events.empty()) parts.push_back("after " + listed(std::move(events)));
  const std::string meeting = meeting_text(program, index);
  if (!meeting.empty()) parts.push_back(meeting);
  return joined(parts, "; ");
}

std::string stream_text(const Program& program, const Op& op) {
  if (op.stream < 0) return "host";
  std::string text = program.streams[static_cast<size_t>(op.stream)].name;
  for (const int32_t stream : program.numbers_of(op.more_streams)) {
    text += ", " + program.streams[static_cast<size_t>(stream)].name;
  }
  return text;
}

}  // namespace stretto
