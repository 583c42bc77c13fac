#ifndef STRETTO_MODELS_PARSER_CURSOR_H_
#define STRETTO_MODELS_PARSER_CURSOR_H_

// The parser's place in the tokens. Everything that is asked for in vain at a place is remembered,
// so that a failure there can list exactly what would have been accepted:
//
//   if (cursor.accept(",")) ..
//   cursor.expect("]");         // "expected ',' or ']' behind 'x', found 'y'"
//
// A failure is reported first and then thrown as a Failure, which the statement loops catch to
// resume at the next statement.

#include <string>
#include <string_view>
#include <vector>

#include "models/lexer.h"
#include "models/source.h"
#include "models/syntax.h"

namespace stretto::parsing {

/// Thrown after a report; caught where parsing can resume.
struct Failure {};

/// Blocks, brackets and operators nest at most so deep.
inline constexpr int kDepthMax = 200;

/// More errors than these are not reported.
inline constexpr size_t kErrorsMax = 20;

class Cursor {
 public:
  Cursor(Lexed lexed, std::string file);

  const Token& peek(size_t ahead = 0) const;
  bool is(TokenKind kind) const { return peek().kind == kind; }
  syntax::Mark mark() const { return syntax::Mark{peek().at}; }
  void advance();

  /// True when the token reads `text`; otherwise `text` is one of the things expected here.
  bool at(std::string_view text);
  bool accept(std::string_view text);
  void expect(std::string_view text);
  bool at_name() const { return is(TokenKind::kName); }
  std::string expect_name(const std::string& what = "a name");
  void expect_newline();
  bool at_line_start() const;

  /// Adds to what is expected here, such as "an expression".
  void want(std::string what);
  /// The same, unless something is expected here already.
  void want_at_least(std::string what);
  /// Reports that none of the things expected here was found.
  void report_expected(const std::string& hint = "");
  [[noreturn]] void fail_expected();
  [[noreturn]] void fail(std::string message);
  /// Reported once a text.
  [[noreturn]] void fail_too_deep();
  void report(Location at, std::string message);

  /// Makes `<-` two tokens, of which the second remains: `i <-1` compares.
  void split_arrow();
  void skip_to_statement_end();
  void skip_line();
  void skip_block();
  void skip_lines();

  int depth() const { return depth_; }
  void enter();
  void leave() { --depth_; }

  const Lexed& lexed() const { return lexed_; }
  /// Throws what was reported, by the lexer too, in the order of the text; one error for one place,
  /// the lexer's before others.
  void throw_errors() const;

 private:
  std::string expectation() const;
  std::string previous() const;

  Lexed lexed_;
  std::string file_;
  size_t pos_ = 0;
  std::vector<std::string> wanted_;  // at pos_
  std::vector<Diagnostic> errors_;
  int depth_ = 0;
  bool is_too_deep_ = false;
};

/// One level of nesting, for the lifetime of the object.
class Nest {
 public:
  explicit Nest(Cursor& cursor) : cursor_(cursor) { cursor_.enter(); }
  ~Nest() { cursor_.leave(); }
  Nest(const Nest&) = delete;
  Nest& operator=(const Nest&) = delete;

 private:
  Cursor& cursor_;
};

/// "'x'", "the keyword 'for'", "end of line", ..
std::string describe(const Token& token);

}  // namespace stretto::parsing

#endif  // STRETTO_MODELS_PARSER_CURSOR_H_
