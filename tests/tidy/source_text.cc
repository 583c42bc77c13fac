#include "tests/tidy/source_text.h"

#include <algorithm>
#include <cctype>

namespace stretto::tidy {

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

int count_columns(std::string_view line) {
  // Every byte but the continuation bytes of UTF-8 begins a character.
  return static_cast<int>(
      std::ranges::count_if(line, [](unsigned char byte) { return (byte & 0xC0) != 0x80; }));
}

static bool is_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

/// Where the literal or comment that begins at `begin` ends (one past it); `begin` itself when
/// nothing begins there.
static size_t end_of_blank(std::string_view text, size_t begin) {
  const auto past = [&](size_t found, size_t length) {
    return found == std::string_view::npos ? text.size() : found + length;
  };
  const std::string_view rest = text.substr(begin);
  if (rest.starts_with("//")) return past(text.find('\n', begin), 0);
  if (rest.starts_with("/*")) return past(text.find("*/", begin + 2), 2);
  if (rest.starts_with("R\"") && (begin == 0 || !is_word(text[begin - 1]))) {
    const size_t open = text.find('(', begin);
    if (open == std::string_view::npos) return text.size();
    const std::string end = ")" + std::string(text.substr(begin + 2, open - begin - 2)) + "\"";
    return past(text.find(end, open), end.size());
  }
  const bool is_digit_separator = begin > 0 && rest[0] == '\'' && is_word(text[begin - 1]);
  if ((rest[0] != '"' && rest[0] != '\'') || is_digit_separator) return begin;
  size_t at = begin + 1;
  while (at < text.size() && text[at] != rest[0] && text[at] != '\n') {
    at += text[at] == '\\' ? 2 : 1;
  }
  return std::min(at + 1, text.size());
}

std::string blank_comments_and_literals(std::string_view text) {
  std::string code(text);
  for (size_t at = 0; at < text.size();) {
    const size_t end = end_of_blank(text, at);
    for (size_t i = at; i < end; ++i) {
      if (code[i] != '\n') code[i] = ' ';
    }
    at = std::max(end, at + 1);
  }
  return code;
}

std::string_view top_folder(std::string_view path) {
  const size_t slash = path.find('/');
  return slash == std::string_view::npos ? "" : path.substr(0, slash);
}

std::string_view folder(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : path.substr(0, slash);
}

bool is_header(std::string_view path) { return path.ends_with(".h") || path.ends_with(".cuh"); }

bool is_cpp(std::string_view path) {
  return is_header(path) || path.ends_with(".cc") || path.ends_with(".cu");
}

}  // namespace stretto::tidy
