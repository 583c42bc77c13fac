// The statements that post an op (slow_walker.h): what each reads, writes, bumps and awaits.

#include <algorithm>
#include <map>
#include <stdexcept>

#include "tests/oracle/slow_walker.h"
#include "tests/oracle/value_text.h"

namespace stretto::oracle {

using syntax::PlaceRef;
using syntax::StatementKind;

static const std::map<StatementKind, std::string> kKindNames = {
    {StatementKind::kGemm, "gemm"},
    {StatementKind::kGatedGemm, "gated_gemm"},
    {StatementKind::kPart, "part"},
    {StatementKind::kCopy, "copy"},
    {StatementKind::kReduce, "reduce"},
    {StatementKind::kSend, "send"},
    {StatementKind::kRecv, "recv"},
    {StatementKind::kGroup, "group"},
    {StatementKind::kAllGather, "all_gather"},
    {StatementKind::kReduceScatter, "reduce_scatter"},
    {StatementKind::kAllReduce, "all_reduce"},
    {StatementKind::kBarrier, "barrier"},
    {StatementKind::kBump, "bump"},
    {StatementKind::kSet, "set"},
    {StatementKind::kWait, "wait"},
    {StatementKind::kKernel, "kernel"},
    {StatementKind::kFlush, "flush"},
    {StatementKind::kAfter, "after"},
};

PlainOp SlowWalker::make_op(const std::string& kind, const Statement& statement, const Env& env) {
  PlainOp op;
  op.kind = kind;
  op.rank = speaker_.rank;
  op.call = speaker_.call;
  op.thread = thread_;
  op.line = statement.at.line;
  op.parent = container_;
  if (container_ >= 0) {
    op.streams = ops_[static_cast<size_t>(container_)].streams;
    return op;
  }
  for (const PlaceRef& reference : statement.clauses.on) {
    for (const std::string& stream : streams(reference, env)) op.streams.push_back(stream);
  }
  if (op.streams.empty()) op.streams = {"main"};
  if (statement.clauses.sms) {
    op.sms_min = static_cast<int>(evaluate(statement.clauses.sms->min, env));
    const auto& max = statement.clauses.sms->max;
    op.sms_max = max ? static_cast<int>(evaluate(*max, env)) : op.sms_min;
  }
  return op;
}

void SlowWalker::step_op(const Statement& statement, const Env& env) {
  const StatementKind kind = statement.kind;
  const bool is_container = kind == StatementKind::kGroup || kind == StatementKind::kKernel ||
                            kind == StatementKind::kGatedGemm;
  if (is_container) return post_container(statement, env);
  PlainOp op = make_op(kKindNames.at(kind), statement, env);
  fill_math(op, statement, env);
  fill_signals(op, statement, env);
  fill_peers(op, statement, env);
  post(op, statement, env);
}

void SlowWalker::post_container(const Statement& statement, const Env& env) {
  PlainOp op = make_op(kKindNames.at(statement.kind), statement, env);
  container_ = post(op, statement, env);
  walk(statement.body, env);
  container_ = -1;
}

void SlowWalker::fill_math(PlainOp& op, const Statement& statement, const Env& env) {
  const std::vector<PlaceRef>& operands = statement.operands;
  const bool is_pad = statement.kind == StatementKind::kBarrier;
  const bool is_set = statement.kind == StatementKind::kSet;
  if (!statement.target.name.empty() && !is_pad && !is_set) {
    op.dst = place(statement.target, env, op);
  }
  const bool is_gemm =
      statement.kind == StatementKind::kGemm || statement.kind == StatementKind::kPart;
  if (is_gemm) {
    op.src = place(operands.at(0), env, op);
    op.rhs = place(operands.at(1), env, op);
    if (operands.size() > 2) op.addend = place(operands[2], env, op);
  } else {
    for (const PlaceRef& operand : operands) {
      const std::vector<std::string> slots = place(operand, env, op);
      op.src.insert(op.src.end(), slots.begin(), slots.end());
    }
  }
  if (statement.accumulate) op.flags.insert("accumulate");
  if (statement.add_bias) op.flags.insert("bias");
  if (statement.non_blocking) op.flags.insert("nb");
  const bool is_reduce = statement.kind == StatementKind::kReduce;
  if (is_reduce && statement.reduce_in == syntax::ReduceIn::kWire) op.flags.insert("wire");
  if (statement.order == syntax::SumOrder::kTree) op.flags.insert("tree");
  using Kind = syntax::Via::Kind;
  if (statement.via.kind == Kind::kCopyEngine) op.flags.insert("via ce");
  if (statement.via.kind == Kind::kSm) op.flags.insert("via sm");
  if (statement.via.kind == Kind::kMem) op.flags.insert("via mem");
  if (statement.via.ctas) op.ctas = static_cast<int>(evaluate(*statement.via.ctas, env));
}

void SlowWalker::fill_signals(PlainOp& op, const Statement& statement, const Env& env) {
  for (const syntax::Condition& condition : statement.waits) add_wait(op, condition, env);
  for (const syntax::Bump& bump : statement.bumps) {
    const int amount = bump.by ? static_cast<int>(evaluate(*bump.by, env)) : 1;
    for (const std::string& signal : signals(bump.signal, env, op)) {
      op.signals.push_back({signal, amount});
    }
    if (bump.is_each) op.flags.insert("each");
  }
  if (statement.kind == StatementKind::kSet) {
    const int amount = static_cast<int>(evaluate(*statement.amount, env));
    for (const std::string& signal : signals(statement.target, env, op)) {
      op.signals.push_back({signal, amount});
      memory_.accounts[signal] = amount;
    }
  }
  if (statement.kind == StatementKind::kBarrier && statement.has_target) {
    for (const std::string& pad : signals(statement.target, env, op))
      op.signals.push_back({pad, 0});
  }
}

void SlowWalker::add_wait(PlainOp& op, const syntax::Condition& condition, const Env& env) {
  using Kind = syntax::Condition::Kind;
  const int value = static_cast<int>(evaluate(condition.value, env));
  for (const std::string& signal : signals(condition.signal, env, op)) {
    int& account = memory_.accounts[signal];
    PlainWait wait{signal, value, 0};
    if (condition.kind == Kind::kMore) wait.threshold = account + value;
    if (condition.kind == Kind::kPhase) {
      wait.modulus = static_cast<int>(evaluate(*condition.modulus, env));
      wait.threshold = account + static_cast<int>(floor_mod(value - account, wait.modulus));
    }
    account = std::max(account, wait.threshold);
    op.waits.push_back(wait);
  }
}

void SlowWalker::fill_peers(PlainOp& op, const Statement& statement, const Env& env) {
  if (statement.peer) op.peer = find_rank(*statement.peer, env, speaker_);
  switch (statement.kind) {
    case StatementKind::kBarrier:
      op.has_meeting = true;
      op.communicator = communicator(statement.communicator, op.peer);
      return;
    case StatementKind::kAllGather:
    case StatementKind::kReduceScatter:
    case StatementKind::kAllReduce:
      op.has_meeting = true;
      [[fallthrough]];
    case StatementKind::kSend:
    case StatementKind::kRecv:
      op.communicator = communicator(statement.communicator, op.peer);
      return;
    default:
      return;
  }
}

// "rail {1 3}": a name and its members, ascending.
std::string SlowWalker::communicator(const std::string& name, int peer) const {
  const int first = speaker_.first_rank;
  std::vector<int> members;
  if (name == "pair") {
    members = {std::min(speaker_.rank, peer), std::max(speaker_.rank, peer)};
    if (members[0] == members[1]) members.pop_back();
  } else if (name.empty() || name == "all") {
    for (int r = 0; r < speaker_.tp; ++r) members.push_back(first + r);
  } else {
    members = members_of_colour(scope_.communicators.at(name), scope_.numbers, speaker_);
  }
  std::string text = (name.empty() ? "all" : name) + " {";
  for (size_t i = 0; i < members.size(); ++i) {
    text += (i > 0 ? " " : "") + std::to_string(members[i]);
  }
  return text + "}";
}

std::vector<std::string> SlowWalker::place(const PlaceRef& reference, const Env& env, PlainOp& op) {
  return elements(scope_.tensor(reference.name), reference, env, op);
}

std::vector<std::string> SlowWalker::signals(const PlaceRef& reference, const Env& env,
                                             PlainOp& op) {
  return elements(scope_.signals.at(reference.name), reference, env, op);
}

std::vector<std::string> SlowWalker::elements(const Array& array, const PlaceRef& reference,
                                              const Env& env, PlainOp& op) {
  const Elements found = find_elements(array, reference.indices, env);
  if (!found.is_in_bounds) op.leaves_bounds = true;
  const int rank = reference.rank ? find_rank(*reference.rank, env, speaker_) : speaker_.rank;
  std::vector<std::string> names;
  for (const int index : found.indices) {
    names.push_back(value_text::place_name(array.base, array.base_dims, index, rank));
  }
  return names;
}

}  // namespace stretto::oracle
