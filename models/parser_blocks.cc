#include "models/parser_blocks.h"

#include <utility>

#include "models/parser_expressions.h"
#include "models/parser_statements.h"

namespace stretto::parsing {

using syntax::Statement;
using syntax::StatementKind;

namespace {

/// A block while it is read.
struct Block {
  std::vector<Statement> statements;
  Context context;
  bool awaits_else = false;  // an `if` has failed: an `else` below it is no second error
};

void parse_lines(Cursor& cursor, Block& block);

/// Goes on behind a failure. Returns true when the next statement is on the same line.
bool resume(Cursor& cursor) {
  cursor.skip_to_statement_end();
  if (cursor.accept(";")) return true;
  cursor.skip_line();
  if (cursor.depth() >= kDepthMax) {
    cursor.skip_block();
  } else if (cursor.is(TokenKind::kIndent)) {
    const Nest nest(cursor);
    cursor.advance();
    Block dropped;
    parse_lines(cursor, dropped);
  }
  return false;
}

/// Returns true when another statement follows on the same line.
bool parse_one(Cursor& cursor, Block& block) {
  const std::string_view first = cursor.peek().text;
  try {
    block.statements.push_back(parse_statement(cursor, block.context));
    block.awaits_else = false;
    if (cursor.at_line_start()) return false;  // it ended in a block
    if (cursor.accept(";")) return true;
    cursor.expect_newline();
    return false;
  } catch (const Failure&) {
    block.awaits_else = first == "if" || (first == "else" && block.awaits_else);
    return resume(cursor);
  }
}

/// An `else` that no `if` has taken.
void parse_stray_else(Cursor& cursor, Block& block) {
  if (!block.awaits_else) {
    cursor.report(cursor.peek().at, "'else' without an 'if' directly above it, indented the same");
  }
  cursor.advance();
  Statement dropped;
  try {
    if (cursor.accept("if")) {
      parse_if(cursor, /*is_inline=*/false, dropped);
    } else {
      parse_block(cursor);
      block.awaits_else = false;
    }
  } catch (const Failure&) {
    resume(cursor);
  }
}

/// The lines of an indented block, and its end.
void parse_lines(Cursor& cursor, Block& block) {
  while (!cursor.is(TokenKind::kDedent) && !cursor.is(TokenKind::kEnd)) {
    if (cursor.is(TokenKind::kIndent)) {
      cursor.report(cursor.peek().at,
                    "this line is indented deeper than the one above, which opens no block");
      if (cursor.depth() >= kDepthMax) {
        cursor.skip_block();
        continue;
      }
      const Nest nest(cursor);
      cursor.advance();
      parse_lines(cursor, block);
    } else if (cursor.peek().text == "else") {
      parse_stray_else(cursor, block);
    } else {
      while (parse_one(cursor, block)) continue;
    }
  }
  if (cursor.is(TokenKind::kDedent)) cursor.advance();
}

}  // namespace

std::vector<Statement> parse_block(Cursor& cursor) {
  cursor.expect(":");
  const Nest nest(cursor);
  Block block;
  if (!cursor.is(TokenKind::kNewline)) {
    block.context.is_inline = true;
    while (parse_one(cursor, block)) continue;
    return std::move(block.statements);
  }
  const Location end_of_line = cursor.peek().at;
  cursor.advance();
  if (cursor.is(TokenKind::kIndent)) {
    cursor.advance();
    parse_lines(cursor, block);
  } else {
    cursor.report(end_of_line,
                  "expected a block behind ':', on this line or on deeper lines below it");
  }
  return std::move(block.statements);
}

void parse_if(Cursor& cursor, bool is_inline, Statement& statement) {
  statement.kind = StatementKind::kIf;
  statement.condition = parse_expr(cursor);
  statement.body = parse_block(cursor);
  if (is_inline || cursor.peek().text != "else") return;
  cursor.advance();
  Statement nested;
  nested.at = cursor.mark();
  if (cursor.accept("if")) {
    const Nest nest(cursor);
    parse_if(cursor, is_inline, nested);
    statement.else_body.push_back(std::move(nested));
  } else {
    statement.else_body = parse_block(cursor);
  }
}

}  // namespace stretto::parsing
