#include <algorithm>
#include <map>

#include "verify/checks.h"
#include "verify/story.h"

namespace stretto {

namespace {

class MatchingCheck {
 public:
  MatchingCheck(const Program& program, std::vector<Violation>& violations)
      : program_(program), stories_(violations) {}
  void run();

 private:
  const Op& op(int32_t i) const { return program_.ops[static_cast<size_t>(i)]; }
  void add(const std::string& what, std::vector<int32_t> ops, std::string message);
  void message(int32_t i);
  void meeting(const Meeting& meeting);
  void counters();
  std::pair<int64_t, bool> size_of(Span span) const;
  bool is_misused(int32_t i) const;

  const Program& program_;
  Stories stories_;
};

}  // namespace

void MatchingCheck::add(const std::string& what, std::vector<int32_t> ops, std::string message) {
  Violation violation{.check = Check::kMatching};
  std::string key = what;
  for (int32_t i : ops) {
    violation.ranks.push_back(op(i).rank);
    violation.ops.push_back(reference(program_, i));
    key += " " + std::to_string(statement_of(program_, i));
  }
  violation.message = std::move(message);
  stories_.add(key, std::move(violation));
}

// Elements and type; messages of equal size and type fit.
std::pair<int64_t, bool> MatchingCheck::size_of(Span span) const {
  int64_t elements = 0;
  bool is_f32 = false;
  for (Slot slot : program_.slots_of(span)) {
    const Tensor& tensor = program_.tensor_of(slot);
    elements += tensor.rows * tensor.cols;
    is_f32 = tensor.is_f32;
  }
  return {elements, is_f32};
}

bool MatchingCheck::is_misused(int32_t i) const {
  return std::ranges::any_of(program_.misuses,
                             [&](const Misuse& misuse) { return misuse.op == i; });
}

void MatchingCheck::message(int32_t i) {
  const Op& o = op(i);
  bool is_send = o.kind == OpKind::kSend;
  if (o.meet < 0) {
    if (o.peer.value < 0) return;  // told as a misuse
    std::string verb = is_send ? "sends to rank " : "receives from rank ";
    std::string missing = is_send ? ", which posts no recv for it" : ", which posts no send for it";
    return add(is_send ? "send" : "recv", {i},
               op_name(program_, i) + "\n  " + verb + std::to_string(o.peer.value) + missing);
  }
  if (!is_send || is_misused(i) || is_misused(o.meet)) return;
  auto [sent, sent_f32] = size_of(o.src);
  auto [received, received_f32] = size_of(op(o.meet).dst);
  if (sent == received && sent_f32 == received_f32) return;
  auto text = [](int64_t elements, bool is_f32) {
    return std::to_string(elements) + (is_f32 ? " f32" : "") + " elements";
  };
  add("size", {i, o.meet},
      "a message is sent as " + text(sent, sent_f32) + " and received as " +
          text(received, received_f32) + "\n  1. " + op_name(program_, i) + "\n  2. " +
          op_name(program_, o.meet));
}

void MatchingCheck::meeting(const Meeting& meeting) {
  const auto& ranks = program_.communicators[static_cast<size_t>(meeting.communicator)].members;
  std::vector<int32_t> present;
  std::vector<Rank> absent;
  for (size_t m = 0; m < meeting.members.size(); ++m) {
    if (meeting.members[m] >= 0) {
      present.push_back(meeting.members[m]);
    } else {
      absent.push_back(ranks[m]);
    }
  }
  int32_t first = present[0];
  if (!absent.empty()) {
    add("absent", {first},
        op_name(program_, first) + "\n  is entered by " + std::to_string(present.size()) + " of " +
            std::to_string(ranks.size()) + " ranks; " + ranks_text(absent) + " never come" +
            (absent.size() == 1 ? "s" : ""));
  }
  for (int32_t other : present) {
    bool same = op(other).kind == op(first).kind &&
                size_of(op(other).src) == size_of(op(first).src) &&
                op(other).order_tree == op(first).order_tree;
    if (same || is_misused(other) || is_misused(first)) continue;
    add("kind", {first, other},
        "two calls meet that do not fit\n  1. " + op_name(program_, first) + "\n  2. " +
            op_name(program_, other));
    return;
  }
}

// A wait for more than all bumps together ever give. (One that comes too late is a deadlock, not
// this.)
void MatchingCheck::counters() {
  size_t num = static_cast<size_t>(program_.num_ranks() * program_.signals_per_rank);
  std::vector<int64_t> total(num, 0);
  for (const Op& o : program_.ops) {
    if (o.kind == OpKind::kBarrier) continue;
    int64_t times = o.bump_each ? o.ctas : 1;
    for (const SignalUse& use : program_.signals_of(o)) {
      total[static_cast<size_t>(use.signal.value)] += std::max<int64_t>(0, use.amount) * times;
    }
  }
  for (int32_t i = 0; i < static_cast<int32_t>(program_.ops.size()); ++i) {
    for (const SignalWait& wait : program_.waits_of(op(i))) {
      int64_t given = total[static_cast<size_t>(wait.signal.value)];
      if (given >= wait.threshold) continue;
      add("counter", {i},
          op_name(program_, i) + "\n  waits for " + signal_name_at(program_, wait.signal) +
              " >= " + std::to_string(wait.threshold) + ", but all bumps together make " +
              std::to_string(given));
    }
  }
}

void MatchingCheck::run() {
  for (const Misuse& misuse : program_.misuses) {
    if (misuse.kind != Misuse::Kind::kMatching) continue;
    add("misuse " + misuse.message, {misuse.op},
        op_name(program_, misuse.op) + "\n  " + misuse.message);
  }
  for (int32_t i = 0; i < static_cast<int32_t>(program_.ops.size()); ++i) {
    if (op(i).kind == OpKind::kSend || op(i).kind == OpKind::kRecv) message(i);
  }
  for (const Meeting& meeting : program_.meetings) this->meeting(meeting);
  counters();
  stories_.finish();
}

void check_matching(const Program& program, std::vector<Violation>& violations) {
  MatchingCheck(program, violations).run();
}

}  // namespace stretto
