#include "tests/tidy/functions.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace stretto::tidy {
namespace {

bool is_name(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' ||
         character == ':' || character == '~';
}

/// What stands between the last statement end and a `{`, without leading space and preprocessor
/// lines.
std::string_view trim_head(std::string_view head) {
  while (true) {
    const size_t begin = head.find_first_not_of(" \t\n");
    if (begin == std::string_view::npos) return "";
    head.remove_prefix(begin);
    if (head[0] != '#') return head;
    const size_t end = head.find('\n');
    if (end == std::string_view::npos) return "";
    head.remove_prefix(end);
  }
}

std::string name_of(std::string_view head) {
  size_t end = head.find('(');
  while (end > 0 && head[end - 1] == ' ') --end;
  size_t begin = end;
  while (begin > 0 && is_name(head[begin - 1])) --begin;
  return std::string(head.substr(begin, end - begin));
}

/// A parenthesis makes a function, unless it stands right of an equals sign (an initializer) or in
/// the head of a type (alignas).
bool opens_function(std::string_view head) {
  const size_t parenthesis = head.find('(');
  if (parenthesis == std::string_view::npos) return false;
  for (const std::string_view other : {"namespace", "struct ", "class ", "union ", "enum "}) {
    if (head.starts_with(other)) return false;
  }
  const size_t equals = head.find(" = ");
  return equals == std::string_view::npos || equals > parenthesis;
}

class Scanner {
 public:
  explicit Scanner(std::string_view code) : code_(code) {}

  std::vector<FunctionSpan> scan() {
    for (size_t at = 0; at < code_.size(); ++at) step(at);
    return std::move(found_);
  }

 private:
  void step(size_t at) {
    const char character = code_[at];
    if (character == '{') open(at);
    if (character == '}') close(at);
    const bool is_label = character == ':' && is_access_label(at);
    if (character == ';' || character == '{' || character == '}' || is_label) head_begin_ = at + 1;
  }

  void open(size_t at) {
    ++depth_;
    if (function_depth_) return;
    const std::string_view head = trim_head(code_.substr(head_begin_, at - head_begin_));
    if (!opens_function(head)) return;
    function_depth_ = depth_;
    const size_t begin = static_cast<size_t>(head.data() - code_.data());
    found_.push_back({.line_first = line_at(begin), .name = name_of(head)});
  }

  void close(size_t at) {
    if (function_depth_ == depth_) {
      found_.back().line_last = line_at(at);
      function_depth_.reset();
    }
    --depth_;
  }

  bool is_access_label(size_t colon) const {
    const std::string_view before = code_.substr(0, colon);
    return before.ends_with("public") || before.ends_with("private") ||
           before.ends_with("protected");
  }

  int line_at(size_t at) const {
    return 1 + static_cast<int>(std::ranges::count(code_.substr(0, at), '\n'));
  }

  std::string_view code_;
  size_t head_begin_ = 0;
  int depth_ = 0;
  std::optional<int> function_depth_;  // the depth inside the function that we are in
  std::vector<FunctionSpan> found_;
};

}  // namespace

std::vector<FunctionSpan> find_functions(std::string_view code) { return Scanner(code).scan(); }

}  // namespace stretto::tidy
