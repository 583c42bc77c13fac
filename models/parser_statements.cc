#include "models/parser_statements.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/parser_blocks.h"
#include "models/parser_expressions.h"
#include "models/parser_ops.h"
#include "models/parser_places.h"
#include "models/suggest.h"

namespace stretto::parsing {

using syntax::Statement;
using syntax::StatementKind;

namespace {

void parse_for(Cursor& cursor, bool, Statement& statement) {
  statement.binders = parse_binders(cursor);
  statement.body = parse_block(cursor);
}

void parse_let(Cursor& cursor, bool, Statement& statement) {
  statement.name = cursor.expect_name();
  cursor.expect("=");
  statement.condition = parse_expr(cursor);
}

void parse_def(Cursor& cursor, bool, Statement& statement) {
  statement.name = cursor.expect_name();
  cursor.expect("(");
  if (!cursor.accept(")")) {
    do {
      statement.params.push_back(cursor.expect_name());
    } while (cursor.accept(","));
    cursor.expect(")");
  }
  statement.body = parse_block(cursor);
}

void parse_thread(Cursor& cursor, bool, Statement& statement) {
  statement.name = cursor.expect_name();
  statement.body = parse_block(cursor);
}

void parse_call(Cursor& cursor, Statement& statement) {
  statement.kind = StatementKind::kCall;
  statement.name = cursor.expect_name();
  cursor.expect("(");
  if (cursor.accept(")")) return;
  do {
    statement.args.push_back(parse_expr(cursor));
  } while (cursor.accept(","));
  cursor.expect(")");
}

struct StructureRule {
  std::string_view keyword;
  StatementKind kind;
  void (*parse)(Cursor& cursor, bool is_inline, Statement& statement);
};

constexpr auto kStructures = std::to_array<StructureRule>({
    {"def", StatementKind::kDef, parse_def},
    {"for", StatementKind::kFor, parse_for},
    {"if", StatementKind::kIf, parse_if},
    {"let", StatementKind::kLet, parse_let},
    {"thread", StatementKind::kThread, parse_thread},
});

/// The rule with this keyword, or null.
template <typename Rules>
auto find_rule(const Rules& rules, std::string_view keyword) -> decltype(&*rules.begin()) {
  const auto found = std::find_if(rules.begin(), rules.end(),
                                  [&](const auto& rule) { return rule.keyword == keyword; });
  return found == rules.end() ? nullptr : &*found;
}

std::vector<std::string_view> known_words() {
  std::vector<std::string_view> words;
  for (const OpRule& rule : op_rules()) words.push_back(rule.keyword);
  for (const StructureRule& rule : kStructures) words.push_back(rule.keyword);
  std::sort(words.begin(), words.end());
  return words;
}

/// True when the name at the cursor is followed by what makes it a place that is assigned to.
bool at_assignment(const Cursor& cursor) {
  const std::string_view next = cursor.peek(1).text;
  return cursor.at_name() && (next == "[" || next == "=" || next == "@");
}

[[noreturn]] void fail_unknown(Cursor& cursor) {
  const Token& token = cursor.peek();
  if (token.text == "else") cursor.fail("'else' begins a line of its own, below its 'if'");
  const std::vector<std::string_view> words = known_words();
  const std::string known = "; known: " + list_words(words);
  if (!cursor.at_name()) cursor.fail("expected a statement, found " + describe(token) + known);
  const std::string hint =
      at_assignment(cursor)
          ? "; without keyword, only a 'given' or 'ensure' directly before is repeated"
          : did_you_mean(token.text, words);
  cursor.fail("unknown op '" + std::string(token.text) + "'" + known + hint);
}

void parse_op(Cursor& cursor, std::string_view keyword, Context& context, Statement& statement) {
  const OpRule* rule = find_rule(op_rules(), keyword);
  if (rule == nullptr) fail_unknown(cursor);
  if (keyword == "given" || keyword == "ensure") context.repeated = rule->keyword;
  if (cursor.peek().text == keyword) cursor.advance();
  statement.kind = rule->kind;
  rule->parse(cursor, statement);
}

}  // namespace

Statement parse_statement(Cursor& cursor, Context& context) {
  Statement statement;
  statement.at = cursor.mark();
  const std::string_view word = cursor.peek().text;
  const std::string_view repeated = std::exchange(context.repeated, std::string_view());
  const StructureRule* structure = find_rule(kStructures, word);
  if (cursor.at_name() && cursor.peek(1).text == "(") {
    parse_call(cursor, statement);
  } else if (structure != nullptr) {
    cursor.advance();
    statement.kind = structure->kind;
    structure->parse(cursor, context.is_inline, statement);
  } else if (!repeated.empty() && at_assignment(cursor)) {
    parse_op(cursor, repeated, context, statement);
  } else {
    parse_op(cursor, word, context, statement);
  }
  return statement;
}

}  // namespace stretto::parsing
