#ifndef STRETTO_TESTS_TIDY_RULES_H_
#define STRETTO_TESTS_TIDY_RULES_H_

// The style of this repository as a test (the manner of TigerBeetle's tidy.zig). A rule takes one
// file, or the whole tree, and returns what it objects to, each finding with the way out of it.
//
//   for (const Finding& finding : check_file({"models/types.h", text})) std::cout << finding;

#include <iosfwd>
#include <string>
#include <vector>

#include "tests/tidy/source_text.h"

namespace stretto::tidy {

inline constexpr int kColumnsMax = 100;
inline constexpr int kFunctionLinesMax = 70;
inline constexpr int kFileLinesMax = 400;
inline constexpr int kReadmeLinesMax = 8;

struct Finding {
  std::string path;
  int line = 0;  // 1-based; 0 when it is about the file as a whole
  std::string message;
  friend bool operator==(const Finding&, const Finding&) = default;
};

/// "path:line: message"
std::string to_string(const Finding& finding);
std::ostream& operator<<(std::ostream& out, const Finding& finding);

using Findings = std::vector<Finding>;

// Rules about one file.

/// Lines of at most 100 columns; tables and code blocks in Markdown may be longer.
Findings check_columns(const SourceFile& file);
/// No tabs, no space at the end of a line, a line end at the end of the file.
Findings check_whitespace(const SourceFile& file);
/// Sources of at most 400 lines.
Findings check_file_length(const SourceFile& file);
/// C++ functions of at most 70 lines.
Findings check_function_length(const SourceFile& file);
/// Includes follow the arrows: models <- verify, sim, kernels <- sim/cli <- tests; device and MPI
/// headers stay in kernels.
Findings check_layers(const SourceFile& file);
/// models/types.h is guarded by STRETTO_MODELS_TYPES_H_.
Findings check_guard(const SourceFile& file);
/// Calls and names with a better replacement.
Findings check_banned(const SourceFile& file);
/// One `# title` in each Markdown file; a folder's README has at most 8 lines.
Findings check_markdown(const SourceFile& file);
/// What is left to do has an issue number.
Findings check_todo(const SourceFile& file);

/// All rules about one file.
Findings check_file(const SourceFile& file);

// Rules about the tree.

/// Each folder that holds sources or schedules has a README.md.
Findings check_readmes(const std::vector<SourceFile>& tree);
/// Each .cc outside of tests has its header included by a test; for a piece (parser_places.cc) the
/// header of the whole (parser.h) will do.
Findings check_tested(const std::vector<SourceFile>& tree);
/// Each header that is included by path is among the files: no package was forgotten.
Findings check_complete(const std::vector<SourceFile>& tree);

/// All rules.
Findings check_tree(const std::vector<SourceFile>& tree);

}  // namespace stretto::tidy

#endif  // STRETTO_TESTS_TIDY_RULES_H_
