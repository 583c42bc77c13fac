#ifndef STRETTO_TESTS_TIDY_SOURCE_TEXT_H_
#define STRETTO_TESTS_TIDY_SOURCE_TEXT_H_

// A source file as the tidy rules see it: its path in the repository, its text, and its C++ without
// comments and literals, so that a rule about code is not misled by prose.

#include <string>
#include <string_view>
#include <vector>

namespace stretto::tidy {

struct SourceFile {
  std::string path;  // "models/types.h", relative to the root of the repository
  std::string text;
};

/// The lines without their ends; a last line without an end counts.
std::vector<std::string_view> split_lines(std::string_view text);

/// Characters, not bytes: "§" is one column.
int count_columns(std::string_view line);

/// C++ with every comment and every string or character literal turned into spaces, raw strings
/// included. Line breaks stay, so positions and line numbers are those of the text.
std::string blank_comments_and_literals(std::string_view text);

/// models/types.h -> "models", README.md -> "".
std::string_view top_folder(std::string_view path);
/// models/types.h -> "models", sim/cli/main.cc -> "sim/cli", README.md -> "".
std::string_view folder(std::string_view path);

/// .h, .cc, .cu, .cuh
bool is_cpp(std::string_view path);
bool is_header(std::string_view path);

}  // namespace stretto::tidy

#endif  // STRETTO_TESTS_TIDY_SOURCE_TEXT_H_
