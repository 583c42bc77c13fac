#include "tests/tidy/rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <ostream>
#include <regex>

#include "tests/tidy/functions.h"

namespace stretto::tidy {

std::string to_string(const Finding& finding) {
  return finding.path + (finding.line > 0 ? ":" + std::to_string(finding.line) : "") + ": " +
         finding.message;
}

std::ostream& operator<<(std::ostream& out, const Finding& finding) {
  return out << to_string(finding);
}

static std::string at_most(int found, const char* unit, int most) {
  return std::to_string(found) + " " + unit + ", at most " + std::to_string(most);
}

Findings check_columns(const SourceFile& file) {
  const bool is_markdown = file.path.ends_with(".md");
  bool is_fenced = false;
  Findings findings;
  int number = 0;
  for (const std::string_view line : split_lines(file.text)) {
    ++number;
    if (is_markdown && line.starts_with("```")) is_fenced = !is_fenced;
    const bool is_block = is_fenced || line.starts_with("|") || line.starts_with("    ");
    const bool is_free = is_markdown && is_block;
    const int columns = count_columns(line);
    if (columns > kColumnsMax && !is_free) {
      findings.push_back({file.path, number, at_most(columns, "columns", kColumnsMax)});
    }
  }
  return findings;
}

Findings check_whitespace(const SourceFile& file) {
  Findings findings;
  int number = 0;
  for (const std::string_view line : split_lines(file.text)) {
    ++number;
    if (line.find('\t') != std::string_view::npos) {
      findings.push_back({file.path, number, "tab; use spaces"});
    }
    if (line.ends_with(' ') || line.ends_with('\r')) {
      findings.push_back({file.path, number, "space at the end of the line"});
    }
  }
  if (!file.text.empty() && file.text.back() != '\n') {
    findings.push_back({file.path, number, "no line end at the end of the file"});
  }
  return findings;
}

Findings check_file_length(const SourceFile& file) {
  const int lines = static_cast<int>(split_lines(file.text).size());
  if (lines <= kFileLinesMax || file.path.ends_with(".md")) return {};
  return {{file.path, 0, at_most(lines, "lines", kFileLinesMax) + "; look for the second noun"}};
}

Findings check_function_length(const SourceFile& file) {
  if (!is_cpp(file.path)) return {};
  Findings findings;
  for (const FunctionSpan& function : find_functions(blank_comments_and_literals(file.text))) {
    const int lines = function.line_last - function.line_first + 1;
    if (lines <= kFunctionLinesMax) continue;
    findings.push_back(
        {file.path, function.line_first,
         "function " + function.name + " has " + at_most(lines, "lines", kFunctionLinesMax)});
  }
  return findings;
}

Findings check_guard(const SourceFile& file) {
  if (!is_header(file.path)) return {};
  std::string guard = "STRETTO_" + file.path + "_";
  for (char& character : guard) {
    const unsigned char byte = static_cast<unsigned char>(character);
    character = std::isalnum(byte) != 0 ? static_cast<char>(std::toupper(byte)) : '_';
  }
  const std::string opening = "#ifndef " + guard + "\n#define " + guard + "\n";
  if (file.text.find(opening) != std::string::npos) return {};
  return {{file.path, 0, "include guard missing or misnamed; use " + guard}};
}

Findings check_markdown(const SourceFile& file) {
  if (!file.path.ends_with(".md")) return {};
  Findings findings;
  bool is_fenced = false;
  int titles = 0;
  const std::vector<std::string_view> lines = split_lines(file.text);
  for (const std::string_view line : lines) {
    if (line.starts_with("```")) is_fenced = !is_fenced;
    if (!is_fenced && line.starts_with("# ")) ++titles;
  }
  if (titles != 1) {
    findings.push_back(
        {file.path, 0, std::to_string(titles) + " titles ('# ..'); use exactly one"});
  }
  const int count = static_cast<int>(lines.size());
  if (file.path.ends_with("/README.md") && count > kReadmeLinesMax) {
    findings.push_back({file.path, 0,
                        at_most(count, "lines", kReadmeLinesMax) +
                            "; a folder's README says what belongs there and what may not"});
  }
  return findings;
}

Findings check_todo(const SourceFile& file) {
  // Spelled in two pieces, so that this file does not find itself.
  static const std::regex kMark(
      "\\b(TO"
      "DO|FIX"
      "ME|XX"
      "X|HA"
      "CK)\\b(?!\\(#[0-9]+\\))");
  Findings findings;
  int number = 0;
  for (const std::string_view line : split_lines(file.text)) {
    ++number;
    std::match_results<std::string_view::const_iterator> match;
    if (std::regex_search(line.begin(), line.end(), match, kMark)) {
      const std::string mark = match.str(1);
      findings.push_back({file.path, number, mark + " without an issue; " + mark + "(#12): ..."});
    }
  }
  return findings;
}

Findings check_file(const SourceFile& file) {
  static constexpr std::array kRules = {
      check_columns,         check_whitespace, check_file_length,
      check_function_length, check_layers,     check_guard,
      check_banned,          check_markdown,   check_todo,
  };
  Findings findings;
  for (const auto rule : kRules) std::ranges::copy(rule(file), std::back_inserter(findings));
  return findings;
}

}  // namespace stretto::tidy
