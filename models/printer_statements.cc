#include <string>
#include <string_view>
#include <vector>

#include "models/printer.h"
#include "models/printer_parts.h"

namespace stretto {
namespace {

using printing::print_binders;
using printing::print_list;
using printing::print_peer;
using printing::print_sum;
using syntax::Condition;
using syntax::PlaceRef;
using syntax::Statement;
using syntax::StatementKind;
using syntax::Via;

std::string print_places(const std::vector<PlaceRef>& places) {
  return print_list(places, [](const PlaceRef& place) { return print(place); });
}

std::string print_events(const std::vector<syntax::EventUse>& events) {
  return print_list(events, [](const syntax::EventUse& use) {
    return print(use.event) + (use.condition ? " if " + print(*use.condition) : "");
  });
}

std::string print_clauses(const syntax::Clauses& clauses, bool with_after = true) {
  std::string text;
  if (!clauses.on.empty()) text += " on " + print_places(clauses.on);
  if (with_after && !clauses.after.empty()) text += " after " + print_events(clauses.after);
  if (clauses.as) text += " as " + print(*clauses.as);
  if (clauses.sms) {
    text += " sms(" + print(clauses.sms->min);
    text += (clauses.sms->max ? ".." + print(*clauses.sms->max) : "") + ")";
  }
  return text;
}

std::string print_bump(const syntax::Bump& bump) {
  std::string text = "bump " + print(bump.signal);
  if (bump.by) text += " by " + print(*bump.by);
  return text + (bump.is_each ? " each" : "");
}

std::string print_bumps(const Statement& statement) {
  std::string text;
  for (const syntax::Bump& bump : statement.bumps) text += " " + print_bump(bump);
  return text;
}

std::string print_condition(const Condition& condition) {
  const std::string signal = print(condition.signal);
  const std::string value = print_sum(condition.value);
  switch (condition.kind) {
    case Condition::Kind::kAtLeast:
      break;
    case Condition::Kind::kMore:
      return signal + " += " + value;
    case Condition::Kind::kPhase:
      return signal + " mod " + print_sum(*condition.modulus) + " == " + value;
  }
  return signal + " >= " + value;
}

std::string print_waits(const std::vector<Condition>& waits) {
  std::string text;
  for (const Condition& wait : waits)
    text += (text.empty() ? " when " : " and ") + print_condition(wait);
  return text;
}

std::string print_via(const Via& via) {
  switch (via.kind) {
    case Via::Kind::kDefault:
      return "";
    case Via::Kind::kCopyEngine:
      return " via ce";
    case Via::Kind::kSm:
      return " via sm(" + print(*via.ctas) + ")";
    case Via::Kind::kMem:
      return " via mem";
  }
  return "";
}

std::string print_over(const Statement& statement) {
  return statement.communicator.empty() ? "" : " over " + statement.communicator;
}

std::string print_assignment(const Statement& statement) {
  return print(statement.target) + " = " + print(statement.value) +
         (statement.binders.empty() ? "" : " for " + print_binders(statement.binders));
}

std::string print_product(const Statement& statement) {
  std::string text = print(statement.target) + (statement.accumulate ? " += " : " = ");
  text += print(statement.operands[0]) + " * " + print(statement.operands[1]);
  if (statement.operands.size() > 2) text += " + " + print(statement.operands[2]);
  return text + (statement.add_bias ? " + bias" : "");
}

std::string print_copy(const Statement& statement) {
  return print(statement.target) + " = " + print(statement.operands[0]) + print_via(statement.via) +
         print_bumps(statement) + (statement.non_blocking ? " nb" : "");
}

std::string print_reduce(const Statement& statement) {
  return print(statement.target) + " = " + print_places(statement.operands) +
         (statement.reduce_in == syntax::ReduceIn::kWire ? " in wire" : " in f32");
}

std::string print_collective(std::string_view word, const Statement& statement) {
  std::string text =
      std::string(word) + " " + print(statement.target) + " = " + print(statement.operands[0]);
  text += print_over(statement);
  if (statement.order)
    text += *statement.order == syntax::SumOrder::kTree ? " order tree" : " order ring";
  return text;
}

/// A statement without its clauses and the `:` behind it.
std::string print_core(const Statement& s) {
  switch (s.kind) {
    case StatementKind::kGiven:
      return "given " + print_assignment(s);
    case StatementKind::kEnsure:
      return "ensure " + print_assignment(s);
    case StatementKind::kGemm:
      return "gemm " + print_product(s);
    case StatementKind::kGatedGemm:
      return "gemm";
    case StatementKind::kPart:
      return "part " + print_product(s) + print_waits(s.waits) + print_bumps(s);
    case StatementKind::kCopy:
      return "copy " + print_copy(s);
    case StatementKind::kReduce:
      return "reduce " + print_reduce(s);
    case StatementKind::kSend:
      return "send " + print(s.operands[0]) + " -> " + print_peer(*s.peer) + print_over(s);
    case StatementKind::kRecv:
      return "recv " + print(s.target) + " <- " + print_peer(*s.peer) + print_over(s);
    case StatementKind::kGroup:
      return "group";
    case StatementKind::kAllGather:
      return print_collective("all_gather", s);
    case StatementKind::kReduceScatter:
      return print_collective("reduce_scatter", s);
    case StatementKind::kAllReduce:
      return print_collective("all_reduce", s);
    case StatementKind::kBarrier:
      return "barrier" + (s.has_target ? " " + print(s.target) : "") + print_over(s);
    case StatementKind::kBump:
      return print_bump(s.bumps[0]);
    case StatementKind::kSet:
      return "set " + print(s.target) + " = " + print(*s.amount);
    case StatementKind::kWait:
      return "wait " + print_condition(s.waits[0]) + print_via(s.via);
    case StatementKind::kKernel:
      return "kernel";
    case StatementKind::kFlush:
      return "flush";
    case StatementKind::kRecord:
      return "record " + print(s.target);
    case StatementKind::kAfter:
      return "after " + print_events(s.clauses.after);
    case StatementKind::kFork:
      return "fork " + print_places(s.operands);
    case StatementKind::kJoin:
      return "join " + print_places(s.operands);
    case StatementKind::kSync:
      return "sync " + print(s.operands[0]);
    case StatementKind::kFor:
      return "for " + print_binders(s.binders);
    case StatementKind::kIf:
      return "if " + print(*s.condition);
    case StatementKind::kLet:
      return "let " + s.name + " = " + print(*s.condition);
    case StatementKind::kDef:
      return "def " + s.name + "(" + print_list(s.params, [](const std::string& p) { return p; }) +
             ")";
    case StatementKind::kThread:
      return "thread " + s.name;
    case StatementKind::kCall:
      return s.name + "(" + printing::print_exprs(s.args) + ")";
  }
  return "";
}

bool has_block(StatementKind kind) {
  switch (kind) {
    case StatementKind::kGatedGemm:
    case StatementKind::kGroup:
    case StatementKind::kKernel:
    case StatementKind::kFor:
    case StatementKind::kIf:
    case StatementKind::kDef:
    case StatementKind::kThread:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string print(const Statement& statement) {
  return print_core(statement) +
         print_clauses(statement.clauses, statement.kind != StatementKind::kAfter) +
         (has_block(statement.kind) ? ":" : "");
}

}  // namespace stretto
