#include "models/parser_places.h"

#include "models/parser_expressions.h"

namespace stretto::parsing {

using syntax::Binder;
using syntax::ExprKind;
using syntax::Index;
using syntax::PlaceRef;
using syntax::RankRef;

namespace {

Index parse_index(Cursor& cursor) {
  Index index;
  if (cursor.accept("*")) {
    index.kind = Index::Kind::kAll;
    return index;
  }
  index.first = parse_expr(cursor);
  if (cursor.accept("..")) {
    index.kind = Index::Kind::kRange;
    index.last = parse_expr(cursor);
  }
  return index;
}

/// Behind `world`.
RankRef parse_world(Cursor& cursor) {
  cursor.expect("(");
  RankRef rank{true, parse_expr(cursor)};
  cursor.expect(")");
  return rank;
}

}  // namespace

std::vector<Index> parse_indices(Cursor& cursor, std::string_view close) {
  std::vector<Index> indices;
  do {
    indices.push_back(parse_index(cursor));
  } while (cursor.accept(","));
  cursor.expect(close);
  return indices;
}

RankRef parse_place_rank(Cursor& cursor) {
  if (cursor.accept("world")) return parse_world(cursor);
  RankRef rank;
  if (cursor.accept("(")) {
    rank.expr = parse_expr(cursor);
    cursor.expect(")");
    return rank;
  }
  const bool is_number = cursor.is(TokenKind::kNumber);
  cursor.want("a number");
  rank.expr.at = cursor.mark();
  if (is_number) {
    rank.expr.number = cursor.peek().number;
    cursor.advance();
  } else {
    rank.expr.kind = ExprKind::kName;
    rank.expr.name = cursor.expect_name();
  }
  return rank;
}

PlaceRef parse_stream(Cursor& cursor) {
  PlaceRef place;
  place.at = cursor.mark();
  place.name = cursor.expect_name();
  if (cursor.accept("[")) place.indices = parse_indices(cursor, "]");
  return place;
}

PlaceRef parse_place(Cursor& cursor) {
  PlaceRef place = parse_stream(cursor);
  if (cursor.accept("@")) place.rank = parse_place_rank(cursor);
  return place;
}

PlaceRef parse_event(Cursor& cursor) {
  PlaceRef place;
  place.at = cursor.mark();
  place.name = cursor.expect_name();
  if (!cursor.accept("[")) return place;
  do {
    place.indices.push_back(Index{Index::Kind::kOne, parse_expr(cursor), {}});
  } while (cursor.accept(","));
  cursor.expect("]");
  return place;
}

RankRef parse_peer(Cursor& cursor) {
  if (cursor.accept("world")) return parse_world(cursor);
  return RankRef{false, parse_expr(cursor)};
}

std::vector<Binder> parse_binders(Cursor& cursor) {
  std::vector<Binder> binders;
  do {
    Binder& binder = binders.emplace_back();
    binder.at = cursor.mark();
    binder.name = cursor.expect_name();
    cursor.expect("in");
    binder.first = parse_expr(cursor);
    cursor.expect("..");
    binder.last = parse_expr(cursor);
  } while (cursor.accept(","));
  return binders;
}

}  // namespace stretto::parsing
