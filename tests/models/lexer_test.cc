#include "models/lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace stretto {
namespace {

/// The tokens as one line: their text, and the marks of lines and blocks as words.
std::string tokens_of(std::string_view text) {
  std::string line;
  for (const Token& token : lex(text, "x").tokens) {
    if (!line.empty()) line += " ";
    switch (token.kind) {
      case TokenKind::kNewline:
        line += "NEWLINE";
        break;
      case TokenKind::kIndent:
        line += "INDENT";
        break;
      case TokenKind::kDedent:
        line += "DEDENT";
        break;
      case TokenKind::kEnd:
        line += "END";
        break;
      default:
        line += token.text;
    }
  }
  return line;
}

TEST(lexer, indentation_makes_blocks) {
  EXPECT_EQ(
      tokens_of("a:\n  b\n    # no line\n\n  c:\n    d\ne"),
      "a : NEWLINE INDENT b NEWLINE c : NEWLINE INDENT d NEWLINE DEDENT DEDENT e NEWLINE END");
  EXPECT_EQ(tokens_of(""), "END");
  EXPECT_EQ(tokens_of("  a"), "INDENT a NEWLINE DEDENT END");
}

TEST(lexer, the_longest_symbol_is_taken) {
  EXPECT_EQ(tokens_of("a<-b->c<=d..e+=f==g<h=i"),
            "a <- b -> c <= d .. e += f == g < h = i NEWLINE END");
  EXPECT_EQ(tokens_of("0..1...2"), "0 .. 1 .. . 2 NEWLINE END");
}

TEST(lexer, a_line_goes_on_inside_brackets) {
  EXPECT_EQ(tokens_of("a(b,\n# c\n\n  d)\ne"), "a ( b , d ) NEWLINE e NEWLINE END");
}

TEST(lexer, a_keyword_of_a_statement_ends_forgotten_brackets) {
  EXPECT_EQ(tokens_of("a(b,\nmin(\ngemm c"), "a ( b , min ( NEWLINE gemm c NEWLINE END");
  EXPECT_EQ(tokens_of("a(b"), "a ( b NEWLINE END");
}

TEST(lexer, tokens_know_their_kind_and_place) {
  const Lexed lexed = lex("gemm x\r\n 12", "x");
  const std::vector<Token> expected = {
      {TokenKind::kKeyword, "gemm", 0, {1, 1}}, {TokenKind::kName, "x", 0, {1, 6}},
      {TokenKind::kNewline, "", 0, {1, 7}},     {TokenKind::kIndent, "", 0, {2, 2}},
      {TokenKind::kNumber, "12", 12, {2, 2}},   {TokenKind::kNewline, "", 0, {2, 4}},
      {TokenKind::kDedent, "", 0, {2, 4}},      {TokenKind::kEnd, "", 0, {2, 4}},
  };
  EXPECT_EQ(lexed.tokens, expected);
}

TEST(lexer, comments_are_kept_by_line) {
  const Lexed lexed = lex("a # one \n  #two\n#   \n", "x");
  const std::map<int, Comment> expected = {
      {1, {"one", false}}, {2, {"two", true}}, {3, {"", true}}};
  EXPECT_EQ(lexed.comments, expected);
}

TEST(lexer, what_is_no_token_is_reported_and_kept_as_bad) {
  const Lexed lexed = lex("a $ 1000000000000000 1000000000000001", "x");
  EXPECT_EQ(lexed.tokens[1].kind, TokenKind::kBad);
  EXPECT_EQ(lexed.tokens[2].number, kNumberMax);
  EXPECT_EQ(lexed.tokens[3].kind, TokenKind::kBad);
  const std::vector<Diagnostic> expected = {
      {"x", {1, 3}, "character '$' is not used in schedules"},
      {"x", {1, 22}, "number '1000000000000001' is too large; at most 1000000000000000"},
  };
  EXPECT_EQ(lexed.errors, expected);
}

}  // namespace
}  // namespace stretto
