#include "models/parser_values.h"

#include <string_view>
#include <utility>

#include "models/parser_grown.h"
#include "models/parser_places.h"

namespace stretto::parsing {

using syntax::Mark;
using syntax::PlaceRef;
using syntax::ValueExpr;
using syntax::ValueKind;

namespace {

bool at_binder(const Cursor& cursor) { return cursor.at_name() && cursor.peek(1).text == "in"; }

Grown<ValueExpr> grow_value(Cursor& cursor);

Grown<ValueExpr> new_value(ValueKind kind, Mark at) {
  Grown<ValueExpr> grown;
  grown.tree.kind = kind;
  grown.tree.at = at;
  return grown;
}

/// `sum(..)`, `chain(..)`, `fold(..)`
Grown<ValueExpr> grow_reduction(Cursor& cursor, ValueKind kind) {
  Grown<ValueExpr> grown = new_value(kind, cursor.mark());
  cursor.advance();
  cursor.expect("(");
  if (at_binder(cursor)) {
    grown.tree.binders = parse_binders(cursor);
    cursor.expect(":");
    add_operand(cursor, grown, grow_value(cursor));
  } else {
    cursor.want("a binder 'NAME in a..b'");
    do {
      add_operand(cursor, grown, grow_value(cursor));
    } while (cursor.accept(","));
  }
  cursor.expect(")");
  return grown;
}

Grown<ValueExpr> grow_ref(Cursor& cursor) {
  Grown<ValueExpr> grown = new_value(ValueKind::kRef, cursor.mark());
  PlaceRef& ref = grown.tree.ref;
  cursor.want("a value");
  ref.at = cursor.mark();
  if (!cursor.at_name()) cursor.fail_expected();
  ref.name = cursor.expect_name();
  if (cursor.accept("@")) ref.rank = parse_place_rank(cursor);
  if (cursor.accept("(")) ref.indices = parse_indices(cursor, ")");
  return grown;
}

Grown<ValueExpr> grow_atom(Cursor& cursor) {
  const std::string_view text = cursor.peek().text;
  if (text == "sum") return grow_reduction(cursor, ValueKind::kSum);
  if (text == "chain") return grow_reduction(cursor, ValueKind::kChain);
  if (text == "fold") return grow_reduction(cursor, ValueKind::kFold);
  if (text == "bias") {
    Grown<ValueExpr> grown = new_value(ValueKind::kBias, cursor.mark());
    cursor.advance();
    return grown;
  }
  if (text != "(") return grow_ref(cursor);
  cursor.advance();
  Grown<ValueExpr> grown = grow_value(cursor);
  cursor.expect(")");
  return grown;
}

Grown<ValueExpr> grow_product(Cursor& cursor) {
  Grown<ValueExpr> left = grow_atom(cursor);
  while (cursor.at("*")) {
    Grown<ValueExpr> joined = new_value(ValueKind::kMultiply, cursor.mark());
    cursor.advance();
    add_operand(cursor, joined, std::move(left));
    add_operand(cursor, joined, grow_atom(cursor));
    left = std::move(joined);
  }
  return left;
}

Grown<ValueExpr> grow_value(Cursor& cursor) {
  const Nest nest(cursor);
  Grown<ValueExpr> left = grow_product(cursor);
  while (cursor.at("+")) {
    Grown<ValueExpr> joined = new_value(ValueKind::kAdd, cursor.mark());
    cursor.advance();
    add_operand(cursor, joined, std::move(left));
    add_operand(cursor, joined, grow_product(cursor));
    left = std::move(joined);
  }
  return left;
}

}  // namespace

ValueExpr parse_value(Cursor& cursor) { return grow_value(cursor).tree; }

}  // namespace stretto::parsing
