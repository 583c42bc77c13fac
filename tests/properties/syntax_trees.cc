#include "tests/properties/syntax_trees.h"

#include <rapidcheck.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/properties/syntax_parts.h"

namespace stretto {
namespace {

using namespace syntax;  // every kind of node is built here

std::vector<Statement> any_block(int depth);

void add_product(Statement& s) {
  s.operands = {any_place(), any_place()};
  s.accumulate = maybe();
  s.add_bias = below(3) == 0;
  if (!s.add_bias && maybe()) s.operands.push_back(any_place());
}

void add_via(Statement& s, Via::Kind other) {
  s.via.kind = maybe() ? Via::Kind::kSm : other;
  if (s.via.kind == Via::Kind::kSm) s.via.ctas = any_expr();
}

/// What stands between the keyword and the clauses, for statements that hold no others.
void add_operands(Statement& s) {
  switch (s.kind) {
    case StatementKind::kGiven:
    case StatementKind::kEnsure:
      s.value = any_value();
      s.binders = any_list(0, 2, any_binder);
      break;
    case StatementKind::kGemm:
      return add_product(s);
    case StatementKind::kPart:
      add_product(s);
      s.waits = any_list(0, 2, any_condition);
      s.bumps = any_list(0, 2, any_bump);
      break;
    case StatementKind::kCopy:
      s.operands = {any_place()};
      add_via(s, Via::Kind::kCopyEngine);
      s.bumps = any_list(0, 2, any_bump);
      s.non_blocking = maybe();
      break;
    case StatementKind::kReduce:
      s.operands = any_list(1, 3, any_place);
      s.reduce_in = maybe() ? ReduceIn::kWire : ReduceIn::kF32;
      break;
    case StatementKind::kSend:
      s.operands = {any_place()};
      s.peer = any_rank();
      break;
    case StatementKind::kRecv:
      s.peer = any_rank();
      break;
    case StatementKind::kAllGather:
    case StatementKind::kReduceScatter:
    case StatementKind::kAllReduce:
      s.operands = {any_place()};
      if (maybe()) s.order = maybe() ? SumOrder::kTree : SumOrder::kRing;
      break;
    case StatementKind::kBump:
      s.bumps = {any_bump()};
      break;
    case StatementKind::kSet:
      s.amount = any_expr();
      break;
    case StatementKind::kWait:
      s.waits = {any_condition()};
      if (maybe()) add_via(s, Via::Kind::kMem);
      break;
    case StatementKind::kFork:
    case StatementKind::kJoin:
      s.operands = any_list(1, 3, any_stream);
      break;
    case StatementKind::kSync:
      s.operands = {any_stream()};
      break;
    default:
      break;
  }
}

bool is_op(StatementKind kind) {
  return kind < StatementKind::kFork && kind != StatementKind::kPart;
}

bool has_target(StatementKind kind) {
  switch (kind) {
    case StatementKind::kGiven:
    case StatementKind::kEnsure:
    case StatementKind::kGemm:
    case StatementKind::kPart:
    case StatementKind::kCopy:
    case StatementKind::kReduce:
    case StatementKind::kRecv:
    case StatementKind::kAllGather:
    case StatementKind::kReduceScatter:
    case StatementKind::kAllReduce:
    case StatementKind::kSet:
      return true;
    case StatementKind::kBarrier:
      return maybe();
    default:
      return false;
  }
}

bool has_communicator(StatementKind kind) {
  return kind == StatementKind::kSend || kind == StatementKind::kRecv ||
         (kind >= StatementKind::kAllGather && kind <= StatementKind::kBarrier);
}

void add_structure(Statement& s, int depth) {
  switch (s.kind) {
    case StatementKind::kFor:
      s.binders = any_list(1, 2, any_binder);
      break;
    case StatementKind::kIf:
      s.condition = any_expr();
      if (maybe()) s.else_body = any_block(depth - 1);
      break;
    case StatementKind::kLet:
      s.name = any_name();
      s.condition = any_expr();
      return;
    case StatementKind::kDef:
      s.name = any_name();
      s.params = any_list(0, 2, any_name);
      break;
    case StatementKind::kThread:
      s.name = any_name();
      break;
    case StatementKind::kCall:
      s.name = any_name();
      s.args = any_list(0, 2, [] { return any_expr(); });
      return;
    default:
      break;
  }
  s.body = any_block(depth - 1);
}

Statement any_statement(int depth) {
  Statement s;
  do {
    s.kind = static_cast<StatementKind>(below(static_cast<int>(StatementKind::kCall) + 1));
  } while (depth == 0 && s.kind != StatementKind::kLet && s.kind != StatementKind::kCall &&
           (s.kind >= StatementKind::kFor || s.kind == StatementKind::kGatedGemm ||
            s.kind == StatementKind::kGroup || s.kind == StatementKind::kKernel));
  s.has_target = has_target(s.kind);
  if (s.has_target) s.target = any_place();
  if (has_communicator(s.kind) && maybe()) s.communicator = any_name();
  const bool is_input = s.kind == StatementKind::kGiven || s.kind == StatementKind::kEnsure;
  if (is_op(s.kind) && !is_input) s.clauses = any_clauses();
  if (s.kind == StatementKind::kRecord) {
    s.target = any_event();
    s.has_target = true;
  }
  if (s.kind == StatementKind::kAfter) s.clauses.after = any_list(1, 2, any_event_use);
  const bool is_launch = s.kind == StatementKind::kGatedGemm || s.kind == StatementKind::kGroup ||
                         s.kind == StatementKind::kKernel;
  if (is_launch || s.kind >= StatementKind::kFor) {
    add_structure(s, depth);
  } else {
    add_operands(s);
  }
  return s;
}

std::vector<Statement> any_block(int depth) {
  return any_list(1, 3, [&] { return any_statement(depth); });
}

Declaration any_declaration() {
  Declaration d;
  d.kind =
      static_cast<DeclarationKind>(below(static_cast<int>(DeclarationKind::kCommunicator) + 1));
  const bool is_tensor = d.kind >= DeclarationKind::kShard && d.kind <= DeclarationKind::kBuffer;
  const bool is_array =
      is_tensor || d.kind == DeclarationKind::kSignal || d.kind == DeclarationKind::kStream;
  if (is_array) {
    d.dims = any_list(0, 2, [] { return Dimension{maybe(), any_expr()}; });
  }
  if (is_tensor) {
    d.rows = any_expr();
    d.cols = any_expr();
    d.is_f32 = maybe();
    d.is_fresh = maybe();
    d.is_ragged = maybe();
  }
  if (is_array || d.kind == DeclarationKind::kParam || d.kind == DeclarationKind::kView ||
      d.kind == DeclarationKind::kCommunicator) {
    d.name = any_name();
  }
  if (d.kind == DeclarationKind::kParam || d.kind == DeclarationKind::kRequire ||
      d.kind == DeclarationKind::kCommunicator) {
    d.value = any_expr();
  }
  if (d.kind == DeclarationKind::kParam && maybe()) {
    d.domain_set = any_list(1, 3, [] { return any_expr(); });
  } else if (d.kind == DeclarationKind::kParam) {
    d.domain_from = any_expr();
    d.domain_to = any_expr();
  }
  if (d.kind == DeclarationKind::kView) d.place = any_place();
  if (d.kind == DeclarationKind::kStream) d.priority = static_cast<Priority>(below(3));
  return d;
}

std::string any_comment() {
  std::string text = *rc::gen::container<std::string>(rc::gen::inRange('\x20', '\x7F'));
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

Contract any_contract() { return {static_cast<ContractKind>(below(6)), maybe(), {}}; }

Schedule any_schedule(int index) {
  Schedule schedule;
  schedule.name = any_name() + std::to_string(index);
  schedule.comment = any_list(0, 2, any_comment);
  schedule.computes = any_list(1, 2, any_contract);
  schedule.declarations = any_list(0, 4, any_declaration);
  schedule.body = any_block(2);
  return schedule;
}

Run any_run() {
  return {any_name(), any_list(0, 2, [] { return std::pair(any_name(), any_name()); }), {}};
}

Sequence any_sequence(int index) {
  Sequence sequence;
  sequence.name = any_name() + std::to_string(index);
  sequence.comment = any_list(0, 2, any_comment);
  sequence.runs = any_list(1, 3, any_run);
  return sequence;
}

}  // namespace

File any_file() {
  File file;
  const int schedules = below(3);
  for (int i = 0; i < schedules; ++i) file.schedules.push_back(any_schedule(i));
  const int sequences = below(2) + (schedules == 0 ? 1 : 0);
  for (int i = 0; i < sequences; ++i) file.sequences.push_back(any_sequence(schedules + i));
  return file;
}

}  // namespace stretto
