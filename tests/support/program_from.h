#ifndef STRETTO_TESTS_SUPPORT_PROGRAM_FROM_H_
#define STRETTO_TESTS_SUPPORT_PROGRAM_FROM_H_

// A schedule text in a test, expanded.
//
//   Program program = program_from(R"(schedule s computes all_gather ..)", {.tp = TpSize{4}});

#include <string>
#include <string_view>

#include "models/expand.h"
#include "models/parser.h"

namespace stretto {

/// Diagnostics and stories call the text "test.sched".
inline Program program_from(std::string_view text, const ExpandOptions& options) {
  return expand(parse(text, "test.sched"), options);
}

inline Program program_from(std::string_view text, int tp) {
  return program_from(text, {.tp = TpSize{tp}});
}

/// What is wrong with a text, one diagnostic a line; empty if it expands.
inline std::string input_error(std::string_view text, const ExpandOptions& options) {
  try {
    program_from(text, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline std::string input_error(std::string_view text, int tp) {
  return input_error(text, {.tp = TpSize{tp}});
}

}  // namespace stretto

#endif  // STRETTO_TESTS_SUPPORT_PROGRAM_FROM_H_
