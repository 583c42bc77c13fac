#include "models/parser_ops.h"

#include <array>

#include "models/parser_blocks.h"
#include "models/parser_clauses.h"
#include "models/parser_expressions.h"
#include "models/parser_places.h"
#include "models/parser_values.h"

namespace stretto::parsing {

using syntax::Statement;
using syntax::StatementKind;
using syntax::Via;

namespace {

void parse_target(Cursor& cursor, Statement& statement) {
  statement.target = parse_place(cursor);
  statement.has_target = true;
}

void parse_given(Cursor& cursor, Statement& statement) {
  parse_target(cursor, statement);
  cursor.expect("=");
  statement.value = parse_value(cursor);
  if (cursor.accept("for")) statement.binders = parse_binders(cursor);
}

/// `P (= | +=) Q * W [+ P2 | + bias]`
void parse_product(Cursor& cursor, Statement& statement) {
  parse_target(cursor, statement);
  statement.accumulate = cursor.accept("+=");
  if (!statement.accumulate) cursor.expect("=");
  statement.operands.push_back(parse_place(cursor));
  cursor.expect("*");
  statement.operands.push_back(parse_place(cursor));
  if (!cursor.accept("+")) return;
  statement.add_bias = cursor.accept("bias");
  if (!statement.add_bias) statement.operands.push_back(parse_place(cursor));
}

void parse_body(Cursor& cursor, Statement& statement) {
  parse_clauses(cursor, statement.clauses);
  statement.body = parse_block(cursor);
}

void parse_gemm(Cursor& cursor, Statement& statement) {
  if (at_clause(cursor) || cursor.at(":")) {
    statement.kind = StatementKind::kGatedGemm;
    return parse_body(cursor, statement);
  }
  cursor.want("a clause (on, after, as, sms)");
  parse_product(cursor, statement);
  parse_clauses(cursor, statement.clauses);
}

void parse_bumps(Cursor& cursor, Statement& statement) {
  while (cursor.accept("bump")) statement.bumps.push_back(parse_bump_clause(cursor));
}

void parse_part(Cursor& cursor, Statement& statement) {
  parse_product(cursor, statement);
  if (cursor.accept("when")) {
    do {
      statement.waits.push_back(parse_condition(cursor));
    } while (cursor.accept("and"));
  }
  parse_bumps(cursor, statement);
}

void parse_copy(Cursor& cursor, Statement& statement) {
  parse_target(cursor, statement);
  cursor.expect("=");
  statement.operands.push_back(parse_place(cursor));
  cursor.expect("via");
  parse_via(cursor, "ce", Via::Kind::kCopyEngine, statement.via);
  parse_bumps(cursor, statement);
  statement.non_blocking = cursor.accept("nb");
  parse_clauses(cursor, statement.clauses);
}

void parse_reduce(Cursor& cursor, Statement& statement) {
  parse_target(cursor, statement);
  cursor.expect("=");
  do {
    statement.operands.push_back(parse_place(cursor));
  } while (cursor.accept(","));
  cursor.expect("in");
  if (cursor.accept("wire")) {
    statement.reduce_in = syntax::ReduceIn::kWire;
  } else {
    cursor.expect("f32");
  }
  parse_clauses(cursor, statement.clauses);
}

/// `over all` is the same as no `over`.
void parse_over(Cursor& cursor, Statement& statement) {
  if (!cursor.accept("over") || cursor.accept("all")) return;
  statement.communicator = cursor.expect_name("a communicator");
}

void parse_send(Cursor& cursor, Statement& statement) {
  statement.operands.push_back(parse_place(cursor));
  cursor.expect("->");
  statement.peer = parse_peer(cursor);
  parse_over(cursor, statement);
  parse_clauses(cursor, statement.clauses);
}

void parse_recv(Cursor& cursor, Statement& statement) {
  parse_target(cursor, statement);
  cursor.expect("<-");
  statement.peer = parse_peer(cursor);
  parse_over(cursor, statement);
  parse_clauses(cursor, statement.clauses);
}

void parse_collective(Cursor& cursor, Statement& statement) {
  parse_target(cursor, statement);
  cursor.expect("=");
  statement.operands.push_back(parse_place(cursor));
  parse_over(cursor, statement);
  if (cursor.accept("order")) {
    statement.order = cursor.accept("tree") ? syntax::SumOrder::kTree : syntax::SumOrder::kRing;
    if (statement.order == syntax::SumOrder::kRing) cursor.expect("ring");
  }
  parse_clauses(cursor, statement.clauses);
}

void parse_barrier(Cursor& cursor, Statement& statement) {
  cursor.want("a name");
  if (cursor.at_name()) parse_target(cursor, statement);
  parse_over(cursor, statement);
  parse_clauses(cursor, statement.clauses);
}

void parse_bump(Cursor& cursor, Statement& statement) {
  statement.bumps.push_back(parse_bump_clause(cursor));
  parse_clauses(cursor, statement.clauses);
}

void parse_set(Cursor& cursor, Statement& statement) {
  parse_target(cursor, statement);
  cursor.expect("=");
  statement.amount = parse_expr(cursor);
  parse_clauses(cursor, statement.clauses);
}

void parse_wait(Cursor& cursor, Statement& statement) {
  statement.waits.push_back(parse_condition(cursor));
  if (cursor.accept("via")) parse_via(cursor, "mem", Via::Kind::kMem, statement.via);
  parse_clauses(cursor, statement.clauses);
}

void parse_flush(Cursor& cursor, Statement& statement) { parse_clauses(cursor, statement.clauses); }

void parse_record(Cursor& cursor, Statement& statement) {
  statement.target = parse_event(cursor);
  statement.has_target = true;
  parse_clauses(cursor, statement.clauses);
}

void parse_after(Cursor& cursor, Statement& statement) {
  statement.clauses.after = parse_events(cursor);
  parse_clauses(cursor, statement.clauses);
}

void parse_fork_join(Cursor& cursor, Statement& statement) {
  statement.operands = parse_streams(cursor);
}

void parse_sync(Cursor& cursor, Statement& statement) {
  statement.operands.push_back(parse_stream(cursor));
}

constexpr auto kRules = std::to_array<OpRule>({
    {"after", StatementKind::kAfter, parse_after},
    {"all_gather", StatementKind::kAllGather, parse_collective},
    {"all_reduce", StatementKind::kAllReduce, parse_collective},
    {"barrier", StatementKind::kBarrier, parse_barrier},
    {"bump", StatementKind::kBump, parse_bump},
    {"copy", StatementKind::kCopy, parse_copy},
    {"ensure", StatementKind::kEnsure, parse_given},
    {"flush", StatementKind::kFlush, parse_flush},
    {"fork", StatementKind::kFork, parse_fork_join},
    {"gemm", StatementKind::kGemm, parse_gemm},
    {"given", StatementKind::kGiven, parse_given},
    {"group", StatementKind::kGroup, parse_body},
    {"join", StatementKind::kJoin, parse_fork_join},
    {"kernel", StatementKind::kKernel, parse_body},
    {"part", StatementKind::kPart, parse_part},
    {"record", StatementKind::kRecord, parse_record},
    {"recv", StatementKind::kRecv, parse_recv},
    {"reduce", StatementKind::kReduce, parse_reduce},
    {"reduce_scatter", StatementKind::kReduceScatter, parse_collective},
    {"send", StatementKind::kSend, parse_send},
    {"set", StatementKind::kSet, parse_set},
    {"sync", StatementKind::kSync, parse_sync},
    {"wait", StatementKind::kWait, parse_wait},
});

}  // namespace

std::span<const OpRule> op_rules() { return kRules; }

}  // namespace stretto::parsing
