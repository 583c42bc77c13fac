#include "models/parser_clauses.h"

#include <string>

#include "models/parser_expressions.h"
#include "models/parser_places.h"

namespace stretto::parsing {

using syntax::Bump;
using syntax::Clauses;
using syntax::Condition;
using syntax::EventUse;
using syntax::PlaceRef;
using syntax::Via;

namespace {

syntax::SmBudget parse_sms(Cursor& cursor) {
  syntax::SmBudget budget;
  cursor.expect("(");
  budget.min = parse_expr(cursor);
  if (cursor.accept("..")) budget.max = parse_expr(cursor);
  cursor.expect(")");
  return budget;
}

}  // namespace

std::vector<EventUse> parse_events(Cursor& cursor) {
  std::vector<EventUse> events;
  do {
    EventUse& use = events.emplace_back();
    use.event = parse_event(cursor);
    if (cursor.accept("if")) use.condition = parse_expr(cursor);
  } while (cursor.accept(","));
  return events;
}

std::vector<PlaceRef> parse_streams(Cursor& cursor) {
  std::vector<PlaceRef> streams;
  do {
    streams.push_back(parse_stream(cursor));
  } while (cursor.accept(","));
  return streams;
}

bool at_clause(const Cursor& cursor) {
  const std::string_view text = cursor.peek().text;
  return text == "on" || text == "after" || text == "as" || text == "sms";
}

void parse_clauses(Cursor& cursor, Clauses& clauses) {
  for (;;) {
    if (clauses.on.empty() && cursor.accept("on")) {
      clauses.on = parse_streams(cursor);
    } else if (clauses.after.empty() && cursor.accept("after")) {
      clauses.after = parse_events(cursor);
    } else if (!clauses.as && cursor.accept("as")) {
      clauses.as = parse_event(cursor);
    } else if (!clauses.sms && cursor.accept("sms")) {
      clauses.sms = parse_sms(cursor);
    } else if (at_clause(cursor)) {
      cursor.fail("a second '" + std::string(cursor.peek().text) + "' in one statement");
    } else {
      return;
    }
  }
}

Condition parse_condition(Cursor& cursor) {
  Condition condition;
  condition.signal = parse_place(cursor);
  if (cursor.accept("+=")) {
    condition.kind = Condition::Kind::kMore;
  } else if (cursor.accept("mod")) {
    condition.kind = Condition::Kind::kPhase;
    condition.modulus = parse_sum(cursor);
    cursor.expect("==");
  } else {
    cursor.expect(">=");
  }
  condition.value = parse_sum(cursor);
  return condition;
}

/// Behind `bump`.
Bump parse_bump_clause(Cursor& cursor) {
  Bump bump;
  bump.signal = parse_place(cursor);
  if (cursor.accept("by")) {
    bump.by = parse_expr(cursor);
  } else {
    bump.is_each = cursor.accept("each");
  }
  return bump;
}

void parse_via(Cursor& cursor, std::string_view word, Via::Kind kind, Via& via) {
  if (cursor.accept(word)) {
    via.kind = kind;
    return;
  }
  cursor.expect("sm");
  via.kind = Via::Kind::kSm;
  cursor.expect("(");
  via.ctas = parse_expr(cursor);
  cursor.expect(")");
}

}  // namespace stretto::parsing
