#include "tests/support/op_text.h"

#include <algorithm>
#include <functional>
#include <span>

namespace stretto {
namespace {

template <class Item>
std::string joined(std::span<const Item> items,
                   const std::function<std::string(const Item&)>& text) {
  std::string result;
  for (const Item& item : items) result += (result.empty() ? "" : ", ") + text(item);
  return result;
}

/// One line's parts, as far as an op has them.
class OpText {
 public:
  OpText(const Program& program, const Op& op) : program_(program), op_(op) {}
  std::string text() const { return to_string(op_.kind) + body() + bumps() + clauses(); }

 private:
  std::string body() const;
  std::string bumps() const;
  std::string clauses() const;
  std::string caller() const;
  std::string product() const;
  std::string over() const;
  std::string waits() const;
  std::string via() const;
  std::string slots(Span span) const;
  std::string uses() const;
  std::string name(Signal signal) const { return here(signal_name_at(program_, signal)); }
  std::string here(std::string name_at) const;

  const Program& program_;
  const Op& op_;
};

std::string OpText::here(std::string name_at) const {
  const std::string own = "@" + std::to_string(op_.rank.value);
  if (name_at.ends_with(own)) name_at.resize(name_at.size() - own.size());
  return name_at;
}

std::string OpText::slots(Span span) const {
  return joined<Slot>(program_.slots_of(span),
                      [&](const Slot& slot) { return here(slot_name_at(program_, slot)); });
}

std::string OpText::uses() const {
  return joined<SignalUse>(program_.signals_of(op_), [&](const SignalUse& use) {
    const bool is_plain = use.amount == 1 || op_.kind == OpKind::kBarrier;
    const std::string by = op_.kind == OpKind::kSet ? " = " : " by ";
    const bool is_short = is_plain && op_.kind != OpKind::kSet;
    return name(use.signal) + (is_short ? "" : by + std::to_string(use.amount));
  });
}

std::string OpText::waits() const {
  return joined<SignalWait>(program_.waits_of(op_), [&](const SignalWait& wait) {
    const std::string modulus =
        wait.modulus > 0 ? " mod " + std::to_string(wait.modulus) : std::string();
    return name(wait.signal) + " >= " + std::to_string(wait.threshold) + modulus;
  });
}

std::string OpText::caller() const {
  const Span span = op_.kind == OpKind::kEntry ? op_.dst : op_.src;
  std::string text;
  for (uint32_t i = 0; i < op_.values.count; ++i) {
    const bool is_found = op_.kind == OpKind::kEntry && i >= span.count;
    const Slot slot = program_.slots[(is_found ? op_.src.begin - span.count : span.begin) + i];
    text += (i > 0 ? ", " : " ") + here(slot_name_at(program_, slot)) +
            (is_found ? " holds " : " = ") +
            value_name(program_, program_.slot_values[op_.values.begin + i]);
  }
  return text;
}

std::string OpText::product() const {
  std::string text = " " + slots(op_.dst) + (op_.accumulate ? " += " : " = ") + slots(op_.src) +
                     " * " + slots(op_.rhs);
  if (op_.addend.count > 0) text += " + " + slots(op_.addend);
  if (op_.add_bias) text += " + bias";
  if (op_.waits.count > 0) text += " when " + waits();
  return text;
}

// The communicator with its members, where it is not all ranks of the world.
std::string OpText::over() const {
  if (op_.communicator < 0) return "";
  const Communicator& communicator = program_.communicators[static_cast<size_t>(op_.communicator)];
  if (std::ssize(communicator.members) == program_.num_ranks()) return "";
  return " over " + communicator.name + " {" +
         joined<Rank>(communicator.members, [](const Rank& r) { return std::to_string(r.value); }) +
         "}";
}

std::string OpText::via() const {
  switch (op_.via) {
    case Via::kCopyEngine:
      return " via ce";
    case Via::kSm:
      return " via sm(" + std::to_string(op_.ctas) + ")";
    case Via::kMem:
      return " via mem";
    case Via::kDefault:
      break;
  }
  return "";
}

std::string OpText::body() const {
  switch (op_.kind) {
    case OpKind::kEntry:
    case OpKind::kExit:
      return caller();
    case OpKind::kGemm:
    case OpKind::kPart:
      return product();
    case OpKind::kCopy:
      return " " + slots(op_.dst) + " = " + slots(op_.src) + via() +
             (op_.non_blocking ? " nb" : "");
    case OpKind::kReduce:
      return " " + slots(op_.dst) + " = " + slots(op_.src) + (op_.in_wire ? " in wire" : " in f32");
    case OpKind::kSend:
      return " " + slots(op_.src) + " -> " + std::to_string(op_.peer.value) + over();
    case OpKind::kRecv:
      return " " + slots(op_.dst) + " <- " + std::to_string(op_.peer.value) + over();
    case OpKind::kAllGather:
    case OpKind::kReduceScatter:
    case OpKind::kAllReduce:
      return " " + slots(op_.dst) + " = " + slots(op_.src) + over();
    case OpKind::kBarrier:
      return (op_.signals.count > 0 ? " " + uses() : "") + over();
    case OpKind::kBump:
    case OpKind::kSet:
      return " " + uses();
    case OpKind::kWait:
      return " " + waits();
    default:
      return "";
  }
}

std::string OpText::bumps() const {
  const bool is_said = op_.kind == OpKind::kBump || op_.kind == OpKind::kSet ||
                       op_.kind == OpKind::kBarrier || op_.signals.count == 0;
  return is_said ? "" : " bump " + uses() + (op_.bump_each ? " each" : "");
}

std::string OpText::clauses() const {
  std::string text;
  if (op_.parent < 0 && op_.stream > 0) {
    text += " on " + program_.streams[static_cast<size_t>(op_.stream)].name;
    for (const int32_t more : program_.numbers_of(op_.more_streams)) {
      text += ", " + program_.streams[static_cast<size_t>(more)].name;
    }
  }
  const int32_t begin = program_.rank_begin[static_cast<size_t>(op_.rank.value)];
  if (op_.deps.count > 0) {
    text += " after " + joined<int32_t>(program_.numbers_of(op_.deps), [&](const int32_t& dep) {
              return dep < 0 ? "nothing" : std::to_string(dep - begin);
            });
  }
  if (op_.sms_min > 0) {
    text += " sms(" + std::to_string(op_.sms_min);
    if (op_.sms_max != op_.sms_min) text += ".." + std::to_string(op_.sms_max);
    text += ")";
  }
  return text;
}

}  // namespace

std::string op_text(const Program& program, int32_t op) {
  return OpText(program, program.ops[static_cast<size_t>(op)]).text();
}

std::vector<std::string> ops_text(const Program& program, Rank rank,
                                  std::initializer_list<OpKind> kinds) {
  std::vector<std::string> texts;
  const int32_t end = program.rank_begin[static_cast<size_t>(rank.value) + 1];
  for (int32_t i = program.rank_begin[static_cast<size_t>(rank.value)]; i < end; ++i) {
    const OpKind kind = program.ops[static_cast<size_t>(i)].kind;
    if (kinds.size() > 0 && std::ranges::count(kinds, kind) == 0) continue;
    texts.push_back(op_text(program, i));
  }
  return texts;
}

}  // namespace stretto
