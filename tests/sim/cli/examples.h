#ifndef STRETTO_TESTS_SIM_CLI_EXAMPLES_H_
#define STRETTO_TESTS_SIM_CLI_EXAMPLES_H_

// Examples in help texts and documents, and what came of running one.
//
//   $ stretto list machines
//   machines
//     none yet
//
// An example is a line `$ stretto ..` and the lines behind it, up to an empty line or the end of a
// code block. A line `..` stands for any number of lines; seconds are not compared.

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cli/options.h"

namespace stretto {

struct Example {
  Arguments arguments;  // behind `stretto`
  std::vector<std::string> lines;
};

std::vector<Example> find_examples(std::string_view text);

/// What a command did: its exit code and both texts.
struct Ran {
  int code = 0;
  std::string out;
  std::string err;
  friend bool operator==(const Ran&, const Ran&) = default;
};

std::ostream& operator<<(std::ostream& stream, const Ran& result);

Ran ran(const Arguments& arguments);

/// "0.31 s" as "# s"
std::string without_seconds(std::string_view text);

/// Do the lines of an output match those of an example?
bool matches(const std::vector<std::string>& wanted, const std::vector<std::string>& found);

std::vector<std::string> lines_of(std::string_view text);

}  // namespace stretto

#endif  // STRETTO_TESTS_SIM_CLI_EXAMPLES_H_
