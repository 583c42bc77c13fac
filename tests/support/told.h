#ifndef STRETTO_TESTS_SUPPORT_TOLD_H_
#define STRETTO_TESTS_SUPPORT_TOLD_H_

// A verdict as a few lines, for whole-value comparisons:
//
//   EXPECT_EQ(told(text, 2), Told{"race on ranks 0, 1: lines 8, 11"});
//
// One line for each violation: the check, the ranks, the lines of the ops in the order of the
// story, each once; the caller (entry or exit) has no line.

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/program_from.h"
#include "verify/story.h"
#include "verify/verdict.h"

namespace stretto {

using Told = std::vector<std::string>;

inline std::string told(const Violation& violation) {
  std::string text = to_string(violation.check) + " on " + ranks_text(violation.ranks);
  std::vector<std::string> lines;
  for (const OpReference& op : violation.ops) {
    std::string line = op.is_caller ? "caller" : std::to_string(op.line);
    if (std::ranges::count(lines, line) == 0) lines.push_back(std::move(line));
  }
  if (!lines.empty()) text += ": " + list_text(lines, 12);
  return text;
}

inline Told told(const Verdict& verdict) {
  Told lines;
  for (const Violation& violation : verdict.violations) lines.push_back(told(violation));
  return lines;
}

inline Verdict verdict_of(std::string_view text, const ExpandOptions& options) {
  Program program = program_from(text, options);
  return verify(program);
}

inline Told told(std::string_view text, const ExpandOptions& options) {
  return told(verdict_of(text, options));
}

inline Told told(std::string_view text, int tp, int num_calls = 1) {
  return told(text, {.tp = TpSize{tp}, .num_calls = num_calls});
}

/// The message of the first violation of a check; empty if there is none.
inline std::string message_of(const Verdict& verdict, Check check) {
  for (const Violation& violation : verdict.violations) {
    if (violation.check == check) return violation.message;
  }
  return "";
}

inline std::set<std::string> checks_of(const Verdict& verdict) {
  std::set<std::string> checks;
  for (const Violation& violation : verdict.violations) checks.insert(to_string(violation.check));
  return checks;
}

}  // namespace stretto

#endif  // STRETTO_TESTS_SUPPORT_TOLD_H_
