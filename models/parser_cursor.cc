#include "models/parser_cursor.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace stretto::parsing {
namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::kKeyword:
      return "the keyword " + quoted(token.text);
    case TokenKind::kNewline:
      return "end of line";
    case TokenKind::kIndent:
      return "a deeper line";
    case TokenKind::kDedent:
      return "the end of the block";
    case TokenKind::kEnd:
      return "end of text";
    default:
      return quoted(token.text);
  }
}

Cursor::Cursor(Lexed lexed, std::string file) : lexed_(std::move(lexed)), file_(std::move(file)) {}

const Token& Cursor::peek(size_t ahead) const {
  return lexed_.tokens[std::min(pos_ + ahead, lexed_.tokens.size() - 1)];
}

void Cursor::advance() {
  wanted_.clear();
  if (pos_ + 1 < lexed_.tokens.size()) ++pos_;
}

bool Cursor::at(std::string_view text) {
  if (peek().text == text) return true;
  want(quoted(text));
  return false;
}

bool Cursor::accept(std::string_view text) {
  if (!at(text)) return false;
  advance();
  return true;
}

void Cursor::expect(std::string_view text) {
  if (!accept(text)) fail_expected();
}

std::string Cursor::expect_name(const std::string& what) {
  if (!at_name()) {
    want(what);
    fail_expected();
  }
  std::string name(peek().text);
  advance();
  return name;
}

void Cursor::expect_newline() {
  if (!is(TokenKind::kNewline)) {
    want("end of line");
    fail_expected();
  }
  advance();
}

bool Cursor::at_line_start() const {
  if (pos_ == 0) return true;
  const TokenKind before = lexed_.tokens[pos_ - 1].kind;
  return before == TokenKind::kNewline || before == TokenKind::kIndent ||
         before == TokenKind::kDedent;
}

void Cursor::want(std::string what) {
  if (std::find(wanted_.begin(), wanted_.end(), what) == wanted_.end())
    wanted_.push_back(std::move(what));
}

void Cursor::want_at_least(std::string what) {
  if (wanted_.empty()) want(std::move(what));
}

std::string Cursor::expectation() const {
  std::string text;
  for (size_t i = 0; i < wanted_.size(); ++i) {
    if (i > 0) text += i + 1 == wanted_.size() ? " or " : ", ";
    text += wanted_[i];
  }
  return text;
}

/// " behind 'x'", where something stands before the token on its line.
std::string Cursor::previous() const {
  if (pos_ == 0 || lexed_.tokens[pos_ - 1].text.empty()) return "";
  return " behind " + quoted(lexed_.tokens[pos_ - 1].text);
}

void Cursor::report_expected(const std::string& hint) {
  if (is(TokenKind::kBad)) return;  // the lexer has reported it
  report(peek().at,
         "expected " + expectation() + previous() + ", found " + describe(peek()) + hint);
}

void Cursor::fail_expected() {
  report_expected();
  throw Failure{};
}

void Cursor::fail(std::string message) {
  if (!is(TokenKind::kBad))
    report(peek().at, std::move(message));  // the lexer has reported a bad token
  throw Failure{};
}

void Cursor::fail_too_deep() {
  if (std::exchange(is_too_deep_, true)) throw Failure{};
  fail("nested too deeply; at most " + std::to_string(kDepthMax) + " levels");
}

void Cursor::report(Location at, std::string message) {
  errors_.push_back({file_, at, std::move(message)});
  if (errors_.size() >= kErrorsMax) throw_errors();
}

void Cursor::split_arrow() {
  Token& token = lexed_.tokens[pos_];
  token.text.remove_prefix(1);
  ++token.at.column;
  wanted_.clear();
}

void Cursor::skip_to_statement_end() {
  while (!is(TokenKind::kNewline) && !is(TokenKind::kEnd) && peek().text != ";") advance();
}

void Cursor::skip_line() {
  while (!is(TokenKind::kNewline) && !is(TokenKind::kEnd)) advance();
  advance();
}

/// Skips the deeper lines that follow, if there are any.
void Cursor::skip_block() {
  if (!is(TokenKind::kIndent)) return;
  int open = 0;
  do {
    if (is(TokenKind::kIndent)) ++open;
    if (is(TokenKind::kDedent)) --open;
    advance();
  } while (open > 0);
}

/// Skips the rest of the line and the deeper lines that follow.
void Cursor::skip_lines() {
  if (!is(TokenKind::kIndent)) skip_line();
  skip_block();
}

void Cursor::enter() {
  if (depth_ >= kDepthMax) fail_too_deep();
  ++depth_;
}

void Cursor::throw_errors() const {
  std::vector<Diagnostic> all = lexed_.errors;
  all.insert(all.end(), errors_.begin(), errors_.end());
  if (all.empty()) return;
  std::stable_sort(all.begin(), all.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.at.line, a.at.column) < std::tie(b.at.line, b.at.column);
  });
  const auto is_same_place = [](const Diagnostic& a, const Diagnostic& b) { return a.at == b.at; };
  all.erase(std::unique(all.begin(), all.end(), is_same_place), all.end());
  if (all.size() > kErrorsMax) all.resize(kErrorsMax);
  throw InputError(std::move(all));
}

}  // namespace stretto::parsing
