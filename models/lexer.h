#ifndef STRETTO_MODELS_LEXER_H_
#define STRETTO_MODELS_LEXER_H_

// Text to tokens. Indentation becomes kIndent and kDedent, the end of a logical line kNewline; a
// line that ends inside brackets goes on, unless the next one begins with a keyword that no bracket
// can hold (then the bracket was forgotten, and the parser says so in its place). The tokens always
// end in kNewline, the kDedents that are due, kEnd.
//
// What is no token is reported here and stands in the list as kBad, which no rule of the grammar
// accepts.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/source.h"

namespace stretto {

enum class TokenKind : uint8_t {
  kName,     // also the words that are keywords only where they are expected: order, ring, by, ..
  kKeyword,  // a reserved word
  kNumber,   // 0..kNumberMax
  kSymbol,   // ( ) [ ] { } , ; : ? @ + - * / = < > == != <= >= += -> <- ..
  kNewline,
  kIndent,
  kDedent,
  kBad,
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;  // a part of the text that was read
  int64_t number = 0;     // kNumber
  Location at;
  friend bool operator==(const Token&, const Token&) = default;
};

struct Comment {
  std::string text;          // without "# " and without the spaces at the end
  bool is_own_line = false;  // nothing but the comment stands on its line
  friend bool operator==(const Comment&, const Comment&) = default;
};

struct Lexed {
  std::vector<Token> tokens;
  std::map<int, Comment> comments;  // by line
  std::vector<Diagnostic> errors;
};

/// Larger integers are an error: products of two of them would leave int64_t.
inline constexpr int64_t kNumberMax = 1'000'000'000'000'000;

/// The tokens of a text. `file` is only used in diagnostics; the tokens point into `text`.
Lexed lex(std::string_view text, const std::string& file);

}  // namespace stretto

#endif  // STRETTO_MODELS_LEXER_H_
