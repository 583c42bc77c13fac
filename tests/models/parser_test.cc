#include "models/parser.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "models/printer.h"
#include "tests/models/language_texts.h"

namespace stretto {
namespace {

using syntax::Expr;
using syntax::ExprKind;
using syntax::Index;
using syntax::PlaceRef;
using syntax::Schedule;
using syntax::Statement;
using syntax::StatementKind;
using syntax::ValueExpr;
using syntax::ValueKind;

/// A schedule with this body; every line of the body is indented.
std::string with_body(const std::string& body) {
  return "schedule s computes all_gather\nrank r:\n" + body;
}

std::vector<Statement> parse_body(const std::string& body) {
  return parse(with_body(body), "body").schedules.at(0).body;
}

/// The only statement of a body of one line.
Statement parse_line(const std::string& line) { return parse_body("  " + line + "\n").at(0); }

Schedule parse_declarations(const std::string& lines) {
  return parse("schedule s computes all_gather\n" + lines + "rank r: barrier\n", "d")
      .schedules.at(0);
}

Expr number(int64_t value) {
  Expr expr;
  expr.number = value;
  return expr;
}

Expr name(std::string text) {
  Expr expr;
  expr.kind = ExprKind::kName;
  expr.name = std::move(text);
  return expr;
}

Expr apply(ExprKind kind, std::vector<Expr> args) {
  Expr expr;
  expr.kind = kind;
  expr.args = std::move(args);
  return expr;
}

Index one(Expr expr) { return {Index::Kind::kOne, std::move(expr), {}}; }
Index range(Expr first, Expr last) {
  return {Index::Kind::kRange, std::move(first), std::move(last)};
}
Index every() { return {Index::Kind::kAll, {}, {}}; }

PlaceRef place(std::string text, std::vector<Index> indices = {}) {
  PlaceRef ref;
  ref.name = std::move(text);
  ref.indices = std::move(indices);
  return ref;
}

Expr parse_expr(const std::string& text) { return *parse_line("let x = " + text).condition; }

TEST(parser, every_text_of_the_language_document_parses) {
  struct Row {
    std::string name;
    size_t declarations, statements;
    bool operator==(const Row&) const = default;
  };
  const std::vector<Row> expected = {
      {"ring_ag_gemm", 9, 7},   {"te_atomic_ag", 9, 9},    {"te_ring_rs", 10, 5},
      {"te_pipeline_rs", 9, 8}, {"hierarchical_ag", 7, 6}, {"async_tp_rs", 7, 6},
      {"flux_ag", 8, 10},
  };
  std::vector<Row> found;
  for (const std::string_view text : kLanguageTexts) {
    const Schedule schedule = parse(text, "text").schedules.at(0);
    found.push_back({schedule.name, schedule.declarations.size(), schedule.body.size()});
  }
  EXPECT_TRUE(found == expected);
}

TEST(parser, gemm_keeps_its_places_and_clauses) {
  Statement expected;
  expected.kind = StatementKind::kGemm;
  expected.target = place("u", {one(name("i")), every()});
  expected.has_target = true;
  expected.operands = {place("X", {range(number(0), name("i"))}), place("W")};
  expected.add_bias = true;
  expected.clauses.on = {place("c", {one(apply(ExprKind::kMod, {name("i"), number(2)}))})};
  expected.clauses.after = {{place("g"), apply(ExprKind::kGreater, {name("i"), number(1)})},
                            {place("h"), {}}};
  expected.clauses.as = place("g", {one(name("i"))});
  EXPECT_EQ(
      parse_line("gemm u[i, *] = X[0..i] * W + bias  as g[i] after g if i > 1, h on c[i mod 2]"),
      expected);
}

TEST(parser, copy_keeps_its_bumps) {
  Statement expected;
  expected.kind = StatementKind::kCopy;
  expected.target = place("x", {one(number(1))});
  expected.target.rank = {false, apply(ExprKind::kAdd, {name("r"), number(1)})};
  expected.has_target = true;
  expected.operands = {place("x")};
  expected.via = {syntax::Via::Kind::kSm, number(4)};
  expected.bumps = {{place("s"), {}, true}, {place("t"), number(2), false}};
  expected.non_blocking = true;
  EXPECT_EQ(parse_line("copy x[1]@(r+1) = x via sm(4) bump s each bump t by 2 nb"), expected);
}

TEST(parser, part_keeps_its_waits) {
  Statement expected;
  expected.kind = StatementKind::kPart;
  expected.target = place("d");
  expected.has_target = true;
  expected.operands = {place("x"), place("W"), place("d")};
  expected.accumulate = true;
  using Kind = syntax::Condition::Kind;
  expected.waits = {{Kind::kAtLeast, place("s"), number(1), {}},
                    {Kind::kPhase, place("t"), number(0), number(2)},
                    {Kind::kMore, place("u"), number(3), {}}};
  expected.bumps = {{place("v"), {}, false}};
  const Statement gemm =
      parse_line("gemm: part d += x * W + d when s >= 1 and t mod 2 == 0 and u += 3 bump v");
  EXPECT_EQ(gemm.kind, StatementKind::kGatedGemm);
  EXPECT_EQ(gemm.body, std::vector<Statement>{expected});
}

TEST(parser, value_operators_group_to_the_left) {
  const auto ref = [](std::string text, std::vector<Index> indices = {}) {
    ValueExpr value;
    value.ref = place(std::move(text), std::move(indices));
    return value;
  };
  const auto join = [](ValueKind kind, std::vector<ValueExpr> args) {
    ValueExpr value;
    value.kind = kind;
    value.args = std::move(args);
    return value;
  };
  ValueExpr sum =
      join(ValueKind::kSum, {join(ValueKind::kMultiply, {ref("X", {every()}), ref("W")})});
  sum.args[0].args[0].ref.rank = {false, name("q")};
  sum.args[0].args[1].ref.rank = {true, number(1)};
  sum.binders = {{"q", number(0), name("n"), {}}};
  const ValueExpr expected =
      join(ValueKind::kAdd, {join(ValueKind::kAdd, {ref("a"), join(ValueKind::kBias, {})}), sum});
  EXPECT_EQ(parse_line("ensure y = a + bias + sum(q in 0..n: X@q(*) * W@world(1))").value,
            expected);
}

TEST(parser, operators_bind_as_the_grammar_says) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"1 - 2 - 3", "(1-2)-3"},
      {"1 + 2 * 3 div 4", "1+((2*3) div 4)"},
      {"-1 * 2", "(-1)*2"},
      {"- - 1", "-(-1)"},
      {"1 <-2", "1 < (-2)"},
      {"not 1 == 2 and 3 or 4", "((not (1 == 2)) and 3) or 4"},
      {"1 or 2 ? 3 : 4 ? 5 : 6", "(1 or 2) ? 3 : (4 ? 5 : 6)"},
      {"1 ? 2 ? 3 : 4 : 5", "1 ? (2 ? 3 : 4) : 5"},
      {"a mod b + 1 == 2", "((a mod b)+1) == 2"},
  };
  for (const auto& [text, grouped] : rows) EXPECT_EQ(parse_expr(text), parse_expr(grouped)) << text;
  EXPECT_NE(parse_expr("1 - (2 - 3)"), parse_expr("1 - 2 - 3"));
}

TEST(parser, ranges_are_not_numbers_with_a_point) {
  EXPECT_EQ(parse_line("fork s[0..3]").operands,
            std::vector{place("s", {range(number(0), number(3))})});
}

TEST(parser, a_declaration_without_keyword_repeats_the_last_one) {
  const Schedule packed = parse_declarations(
      "signal a; b[2]\nc[ring tp]\nrequire tp > 1; 2 > 1\n(tp) > 3; capturable\nstream t high; "
      "high; by low\n");
  const Schedule full = parse_declarations(
      "signal a\nsignal b[2]\nsignal c[ring tp]\nrequire tp > 1\nrequire 2 > 1\nrequire (tp) > 3\n"
      "require capturable\nstream t high\nstream high\nstream by low\n");
  EXPECT_EQ(packed.declarations, full.declarations);
}

TEST(parser, given_and_ensure_are_repeated_in_the_same_block) {
  EXPECT_EQ(
      parse_body("  given x = A; y[0] = B\n  z@1 = C\n  ensure x = A\n  y = A for i in 0..1\n"),
      parse_body("  given x = A\n  given y[0] = B\n  given z@1 = C\n  ensure x = A\n"
                 "  ensure y = A for i in 0..1\n"));
}

TEST(parser, an_inline_block_is_the_rest_of_the_line) {
  EXPECT_EQ(
      parse_body("  if a: for i in 0..1: f(i); g()\n  else if b: h(); f(1)\n  else: h()\n  g()\n"),
      parse_body(
          "  if a:\n    for i in 0..1:\n      f(i)\n      g()\n  else:\n    if b:\n      h()\n"
          "      f(1)\n    else:\n      h()\n  g()\n"));
}

TEST(parser, words_with_a_meaning_in_one_place_are_names_elsewhere) {
  const Schedule schedule = parse_declarations(
      "param ring = 1 in {ring, tree}\nbuffer part[ring, ring ring] : [M, K]\nstream order high; "
      "low low\n"
      "communicator by by by\nsignal each; when\n");
  EXPECT_FALSE(schedule.declarations[1].dims[0].is_ring);
  EXPECT_TRUE(schedule.declarations[1].dims[1].is_ring);
  const std::vector<Statement> body = parse_body(
      "  def run(bind): barrier wire over pair on order\n  run(1)\n  part(2)\n  given part = A; "
      "part[0] = B\n"
      "  bump by by by on order\n  gemm: part part = x * when when when >= sm bump each each\n"
      "  all_reduce x = y over order order ring\n");
  EXPECT_EQ(print(body[0].body[0]), "barrier wire over pair on order");
  EXPECT_EQ(body[2].kind, StatementKind::kCall);
  EXPECT_EQ(print(body[4]), "given part[0] = B");
  EXPECT_EQ(print(body[5]), "bump by by by on order");
  EXPECT_EQ(print(body[6].body[0]), "part part = x * when when when >= sm bump each each");
  EXPECT_EQ(print(body[7]), "all_reduce x = y over order order ring");
}

TEST(parser, lines_go_on_inside_brackets) {
  EXPECT_EQ(parse_body("  f(1,  # one\n\n 2\n)\n  g()\n"), parse_body("  f(1, 2)\n  g()\n"));
}

TEST(parser, line_ends_may_be_crlf) {
  const std::string text =
      "# top\nschedule s computes all_gather # end\n\nrank r:\n  if r:\n    f()\n  g()";
  std::string crlf;
  for (const char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(parse(crlf, "x"), parse(text, "x"));
  EXPECT_EQ(parse(crlf + "\r\n", "x"), parse(text, "x"));
}

TEST(parser, comments_at_the_head_belong_to_the_schedule) {
  const syntax::File file = parse(
      "# of the file\n\n#first\n#\n#  second \nschedule s computes all_gather  # third\n# no\nrank "
      "r:\n"
      "  barrier # no\n    # fourth: \xC3\xA9\nsequence t: run s\n",
      "x");
  EXPECT_EQ(file.schedules.at(0).comment,
            (std::vector<std::string>{"first", "", " second", "third"}));
  EXPECT_EQ(file.sequences.at(0).comment, (std::vector<std::string>{"fourth: \xC3\xA9"}));
}

TEST(parser, a_sequence_keeps_its_runs_and_bindings) {
  syntax::Sequence expected;
  expected.name = "layer";
  expected.runs = {{"a", {{"y", "u"}, {"bind", "v"}}, {}}, {"run", {}, {}}};
  EXPECT_EQ(parse("sequence layer: run a bind y = u, bind = v; run run\n", "x").sequences.at(0),
            expected);
  EXPECT_EQ(
      parse("sequence layer:\n  run a bind y = u, bind = v\n  run run\n", "x").sequences.at(0),
      expected);
}

TEST(parser, all_is_the_default_communicator) {
  EXPECT_EQ(parse_line("barrier over all"), parse_line("barrier"));
  EXPECT_EQ(parse_line("send x -> 1 over pair").communicator, "pair");
}

TEST(parser, nodes_know_where_they_stand) {
  const Statement gemm = parse_line("gemm y = x[i+1] * W on s");
  EXPECT_EQ(gemm.at.line, 3);
  EXPECT_EQ(gemm.at.column, 3);
  EXPECT_EQ(gemm.operands[0].at.column, 12);
  EXPECT_EQ(gemm.operands[0].indices[0].first.at.column, 15);  // of an operator: where it stands
  EXPECT_EQ(gemm.clauses.on[0].at.column, 26);
}

}  // namespace
}  // namespace stretto
