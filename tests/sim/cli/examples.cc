#include "tests/sim/cli/examples.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "sim/cli/command.h"

namespace stretto {
namespace {

constexpr std::string_view kPrompt = "$ stretto ";

Arguments words_of(const std::string& line) {
  std::istringstream in(line);
  Arguments words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// " s" and no longer word.
bool is_unit(std::string_view text) {
  return text.starts_with(" s") && (text.size() == 2 || std::isalnum(text[2]) == 0);
}

void drop_empty_end(std::vector<std::string>& lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<Example> find_examples(std::string_view text) {
  std::vector<Example> examples;
  bool is_open = false;
  bool is_fenced = false;
  for (const std::string& line : lines_of(text)) {
    const bool is_fence = line.starts_with("```");
    if (is_fence) is_fenced = !is_fenced;
    if (line.starts_with(kPrompt)) {
      examples.push_back({words_of(line.substr(kPrompt.size())), {}});
      is_open = true;
    } else if (is_fence || (line.empty() && !is_fenced)) {
      is_open = false;
    } else if (is_open) {
      examples.back().lines.push_back(line);
    }
  }
  for (Example& example : examples) drop_empty_end(example.lines);
  return examples;
}

std::ostream& operator<<(std::ostream& stream, const Ran& result) {
  return stream << "exit code " << result.code << "\nstdout:\n"
                << result.out << "stderr:\n"
                << result.err;
}

Ran ran(const Arguments& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_stretto(arguments, out, err);
  return {code, out.str(), err.str()};
}

std::string without_seconds(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t behind = std::min(text.find_first_not_of("0123456789.", i), text.size());
    const bool is_seconds = behind > i && is_unit(text.substr(behind));
    if (is_seconds) i = behind;
    result += is_seconds ? "# " : std::string(1, text[i]);
  }
  return result;
}

bool matches(const std::vector<std::string>& wanted, const std::vector<std::string>& found) {
  auto at = found.begin();
  for (auto line = wanted.begin(); line != wanted.end(); ++line) {
    if (*line == "..") {
      const std::vector<std::string> rest(line + 1, wanted.end());
      for (; at != found.end(); ++at) {
        if (matches(rest, {at, found.end()})) return true;
      }
      return rest.empty();
    }
    if (at == found.end() || without_seconds(*at) != without_seconds(*line)) return false;
    ++at;
  }
  return at == found.end();
}

}  // namespace stretto
