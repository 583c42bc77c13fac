#include "models/lexer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stretto {
namespace {

constexpr auto kKeywords = std::to_array<std::string_view>({
    "after",      "all",          "all_gather",
    "all_reduce", "and",          "as",
    "assume",     "barrier",      "bias",
    "buffer",     "bump",         "capturable",
    "chain",      "communicator", "computes",
    "copy",       "def",          "div",
    "else",       "ensure",       "f32",
    "flush",      "fold",         "for",
    "fork",       "fresh",        "gemm",
    "given",      "group",        "if",
    "in",         "join",         "kernel",
    "let",        "local",        "max",
    "min",        "mod",          "nb",
    "not",        "on",           "or",
    "over",       "param",        "permuted",
    "ragged",     "rank",         "record",
    "recv",       "reduce",       "reduce_scatter",
    "require",    "schedule",     "send",
    "sequence",   "set",          "shard",
    "signal",     "sms",          "stream",
    "sum",        "sync",         "thread",
    "via",        "view",         "wait",
    "weight",     "world",
});

/// The keywords that may stand between brackets.
constexpr auto kInnerKeywords = std::to_array<std::string_view>({
    "all",
    "and",
    "bias",
    "chain",
    "div",
    "fold",
    "in",
    "max",
    "min",
    "mod",
    "not",
    "or",
    "sum",
    "world",
});

constexpr auto kSymbols = std::to_array<std::string_view>({
    "==", "!=", "<=", ">=", "+=", "->", "<-", "..",  // the longer ones first
    "(",  ")",  "[",  "]",  "{",  "}",  ",",  ";",  ":",
    "?",  "@",  "+",  "-",  "*",  "/",  "=",  "<",  ">",
});

template <typename Words>
bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_space(char c) { return c == ' ' || c == '\t'; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

std::string hex(char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("0x") + kDigits[byte / 16] + kDigits[byte % 16];
}

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}
  Lexed run();

 private:
  void read_line();
  void read_comment(bool is_own_line);
  void read_token();
  void read_number();
  void read_bad();
  void begin_logical_line(size_t first);
  std::string open_indents() const;
  bool forgets_bracket() const;

  bool at_end_of_line() const;
  char peek(size_t ahead = 0) const {
    return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\n';
  }
  Location here() const { return {line_, static_cast<int>(pos_ - line_begin_) + 1}; }
  void push(TokenKind kind, size_t size, int64_t number = 0);
  void push_mark(TokenKind kind, Location at) { out_.tokens.push_back({kind, {}, 0, at}); }
  void report(Location at, std::string message) {
    out_.errors.push_back({file_, at, std::move(message)});
  }

  std::string_view text_;
  const std::string& file_;
  size_t pos_ = 0;
  size_t line_begin_ = 0;
  int line_ = 1;
  int open_brackets_ = 0;
  Location last_end_{1, 1};  // just behind the last token
  std::vector<size_t> indents_{0};
  Lexed out_;
};

bool Lexer::at_end_of_line() const {
  return pos_ >= text_.size() || text_[pos_] == '\n' || (text_[pos_] == '\r' && peek(1) == '\n');
}

void Lexer::push(TokenKind kind, size_t size, int64_t number) {
  out_.tokens.push_back({kind, text_.substr(pos_, size), number, here()});
  pos_ += size;
  last_end_ = here();
}

void Lexer::read_comment(bool is_own_line) {
  size_t end = text_.find('\n', pos_);
  if (end == std::string_view::npos) end = text_.size();
  std::string_view comment = text_.substr(pos_ + 1, end - pos_ - 1);
  const size_t nul = comment.find('\0');
  if (nul != std::string_view::npos) {
    report({line_, here().column + 1 + static_cast<int>(nul)}, "a NUL byte in a comment");
  }
  if (comment.starts_with(' ')) comment.remove_prefix(1);
  while (!comment.empty() && (is_space(comment.back()) || comment.back() == '\r'))
    comment.remove_suffix(1);
  out_.comments[line_] = {std::string(comment), is_own_line};
  pos_ = end;
}

void Lexer::read_number() {
  size_t size = 0;
  int64_t number = 0;
  while (is_digit(peek(size))) {
    number = std::min(number * 10 + (peek(size++) - '0'), kNumberMax + 1);
  }
  TokenKind kind = TokenKind::kNumber;
  if (is_word(peek(size))) {
    while (is_word(peek(size))) ++size;
    report(here(), "'" + std::string(text_.substr(pos_, size)) +
                       "' is neither a number (decimal digits) nor a name (a letter or '_' first)");
    kind = TokenKind::kBad;
  } else if (number > kNumberMax) {
    report(here(), "number '" + std::string(text_.substr(pos_, size)) + "' is too large; at most " +
                       std::to_string(kNumberMax));
    kind = TokenKind::kBad;
  }
  push(kind, size, number);
}

void Lexer::read_bad() {
  const char c = peek();
  size_t size = 1;
  if (c == '\0') {
    report(here(), "a NUL byte");
  } else if (!is_ascii(c)) {
    while (!is_ascii(peek(size))) ++size;
    report(here(), "byte " + hex(c) + " is not ASCII; only comments may hold other characters");
  } else if (c == '.') {
    report(here(), "a single '.'; numbers are integers, ranges are 'a..b'");
  } else if (c < ' ' || c == '\x7F') {
    report(here(), "control character " + hex(c));
  } else {
    report(here(), std::string("character '") + c + "' is not used in schedules");
  }
  push(TokenKind::kBad, size);
}

void Lexer::read_token() {
  const char c = peek();
  if (is_digit(c)) return read_number();
  if (is_word(c)) {
    size_t size = 1;
    while (is_word(peek(size))) ++size;
    const bool is_keyword = contains(kKeywords, text_.substr(pos_, size));
    return push(is_keyword ? TokenKind::kKeyword : TokenKind::kName, size);
  }
  for (const std::string_view symbol : kSymbols) {
    if (!text_.substr(pos_).starts_with(symbol)) continue;
    if (c == '(' || c == '[' || c == '{') ++open_brackets_;
    if ((c == ')' || c == ']' || c == '}') && open_brackets_ > 0) --open_brackets_;
    return push(TokenKind::kSymbol, symbol.size());
  }
  read_bad();
}

/// True when a line inside brackets begins with a keyword that cannot stand there.
bool Lexer::forgets_bracket() const {
  size_t size = 0;
  while (is_word(peek(size))) ++size;
  const std::string_view word = text_.substr(pos_, size);
  return contains(kKeywords, word) && !contains(kInnerKeywords, word);
}

/// Compares the indentation of the line with the open blocks. `first` is where the line begins.
void Lexer::begin_logical_line(size_t first) {
  size_t width = 0;
  for (size_t i = first; i < pos_; ++i) width += text_[i] == '\t' ? 2 : 1;
  const size_t tab = text_.substr(first, pos_ - first).find('\t');
  if (tab != std::string_view::npos) {
    report({line_, static_cast<int>(tab) + 1},
           "a tab in the indentation; blocks are indented by spaces");
  }
  if (width > indents_.back()) {
    indents_.push_back(width);
    return push_mark(TokenKind::kIndent, here());
  }
  const auto fit = std::lower_bound(indents_.begin(), indents_.end(), width);
  if (*fit != width) {
    report(here(), "indentation of " + std::to_string(width) + " fits no open block; open are " +
                       open_indents());
    *fit = width;  // a line of the block that is indented the next deeper
  }
  while (indents_.back() > width) {
    indents_.pop_back();
    push_mark(TokenKind::kDedent, here());
  }
}

/// "0, 2, 4"
std::string Lexer::open_indents() const {
  std::string text;
  for (const size_t indent : indents_) text += (text.empty() ? "" : ", ") + std::to_string(indent);
  return text;
}

void Lexer::read_line() {
  const size_t first = pos_;
  line_begin_ = pos_;
  while (is_space(peek())) ++pos_;
  const bool is_blank = at_end_of_line() || peek() == '#';
  if (!is_blank && open_brackets_ > 0 && forgets_bracket()) {
    open_brackets_ = 0;
    push_mark(TokenKind::kNewline, last_end_);
  }
  if (!is_blank && open_brackets_ == 0) begin_logical_line(first);
  while (!at_end_of_line()) {
    if (is_space(peek())) {
      ++pos_;
    } else if (peek() == '#') {
      read_comment(is_blank);
    } else {
      read_token();
    }
  }
  if (!is_blank && open_brackets_ == 0) push_mark(TokenKind::kNewline, last_end_);
  if (peek() == '\r') ++pos_;
  ++pos_;
  ++line_;
}

Lexed Lexer::run() {
  while (pos_ < text_.size()) read_line();
  if (open_brackets_ > 0) push_mark(TokenKind::kNewline, last_end_);
  while (indents_.size() > 1) {
    indents_.pop_back();
    push_mark(TokenKind::kDedent, last_end_);
  }
  push_mark(TokenKind::kEnd, last_end_);
  return std::move(out_);
}

}  // namespace

Lexed lex(std::string_view text, const std::string& file) { return Lexer(text, file).run(); }

}  // namespace stretto
