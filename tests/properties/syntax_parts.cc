#include "tests/properties/syntax_parts.h"

#include <rapidcheck.h>

#include <array>
#include <string_view>

namespace stretto {

using namespace syntax;  // every kind of part is built here

namespace {

constexpr auto kNames = std::to_array<std::string_view>({
    "r",   "tp",   "x",    "q",    "comm",  "_a1",  "M",    "order", "ring",   "tree",
    "ce",  "sm",   "mem",  "by",   "each",  "wire", "high", "low",   "pair",   "quiet",
    "run", "bind", "part", "when", "gemms", "fors", "K",    "main",  "slot_0",
});

Index any_index() {
  switch (below(3)) {
    case 0:
      return {Index::Kind::kOne, any_expr(), {}};
    case 1:
      return {Index::Kind::kRange, any_expr(2), any_expr(2)};
    default:
      return {Index::Kind::kAll, {}, {}};
  }
}

}  // namespace

int below(size_t count) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, static_cast<int>(count)));
}
bool maybe() { return below(2) == 1; }

std::string any_name() { return std::string(kNames[below(kNames.size())]); }

Expr any_expr(int depth) {
  Expr expr;
  expr.kind =
      static_cast<ExprKind>(depth == 0 ? below(2) : below(static_cast<int>(ExprKind::kSelect) + 1));
  if (maybe() && depth > 0) expr.kind = static_cast<ExprKind>(below(2));
  int args = 2;
  switch (expr.kind) {
    case ExprKind::kNumber:
      expr.number = maybe() ? below(10) : *rc::gen::inRange<int64_t>(0, 1'000'000'000'000'001);
      return expr;
    case ExprKind::kName:
      expr.name = below(10) == 0 ? "all" : any_name();
      return expr;
    case ExprKind::kMin:
    case ExprKind::kMax:
      args = 1 + below(3);
      break;
    case ExprKind::kNegate:
    case ExprKind::kNot:
      args = 1;
      break;
    case ExprKind::kSelect:
      args = 3;
      break;
    default:
      break;
  }
  for (int i = 0; i < args; ++i) expr.args.push_back(any_expr(depth - 1));
  return expr;
}

RankRef any_rank() { return {below(4) == 0, any_expr(2)}; }

PlaceRef any_stream() { return {any_name(), any_list(0, 2, any_index), {}, {}}; }

PlaceRef any_place() {
  PlaceRef place = any_stream();
  if (below(3) == 0) place.rank = any_rank();
  return place;
}

PlaceRef any_event() {
  PlaceRef place = any_stream();
  for (Index& index : place.indices) index = {Index::Kind::kOne, any_expr(2), {}};
  return place;
}

Binder any_binder() { return {any_name(), any_expr(2), any_expr(2), {}}; }

ValueExpr any_value(int depth) {
  ValueExpr value;
  value.kind = static_cast<ValueKind>(depth == 0 ? below(2) : below(7));
  switch (value.kind) {
    case ValueKind::kRef:
      value.ref = any_place();
      break;
    case ValueKind::kBias:
      break;
    case ValueKind::kMultiply:
    case ValueKind::kAdd:
      value.args = {any_value(depth - 1), any_value(depth - 1)};
      break;
    default:
      if (maybe()) value.binders = any_list(1, 2, any_binder);
      value.args = any_list(1, value.binders.empty() ? 3 : 1, [&] { return any_value(depth - 1); });
  }
  return value;
}

EventUse any_event_use() {
  EventUse use{any_event(), {}};
  if (maybe()) use.condition = any_expr();
  return use;
}

Clauses any_clauses() {
  Clauses clauses;
  if (maybe()) clauses.on = any_list(1, 2, any_stream);
  if (maybe()) clauses.after = any_list(1, 2, any_event_use);
  if (maybe()) clauses.as = any_event();
  if (below(4) == 0) clauses.sms = {any_expr(2), {}};
  if (clauses.sms && maybe()) clauses.sms->max = any_expr(2);
  return clauses;
}

Bump any_bump() {
  Bump bump{any_place(), {}, below(3) == 0};
  if (!bump.is_each && maybe()) bump.by = any_expr();
  return bump;
}

Condition any_condition() {
  Condition condition;
  condition.kind = static_cast<Condition::Kind>(below(3));
  condition.signal = any_place();
  condition.value = any_expr();
  if (condition.kind == Condition::Kind::kPhase) condition.modulus = any_expr();
  return condition;
}

}  // namespace stretto
