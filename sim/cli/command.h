#ifndef STRETTO_SIM_CLI_COMMAND_H_
#define STRETTO_SIM_CLI_COMMAND_H_

// The commands of `stretto`, one file each: command_X.cc. Data go to `out`, talk goes to `err`.
//
//   std::ostringstream out, err;
//   command_verify({"ring_ag_gemm", "--tp", "2..8"}, out, err) == kGood

#include <ostream>
#include <span>
#include <string_view>

#include "sim/cli/options.h"

namespace stretto {

/// Exit codes.
inline constexpr int kGood = 0;
inline constexpr int kPropertyFails = 1;  // or is undecided
inline constexpr int kBadInput = 2;       // nothing is written to `out`
inline constexpr int kEnvironment = 3;    // this machine or this build lacks something

struct Command {
  std::string_view name;
  std::string_view summary;  // one line
  int (*run)(const Arguments& arguments, std::ostream& out, std::ostream& err);
  /// What --help prints: usage, flags, and examples. An example is a line `$ stretto ..` with the
  /// lines that it prints behind it (a test runs them), up to an empty line; `..` stands for
  /// further lines.
  std::string_view help;
};

/// In the order in which help lists them.
std::span<const Command> commands();

extern const Command kCommandList;
extern const Command kCommandShow;
extern const Command kCommandVerify;
extern const Command kCommandRun;
extern const Command kCommandDemo;
extern const Command kCommandTrace;

/// Each returns an exit code; bad input leaves as std::invalid_argument.
int command_list(const Arguments& arguments, std::ostream& out, std::ostream& err);
int command_show(const Arguments& arguments, std::ostream& out, std::ostream& err);
int command_verify(const Arguments& arguments, std::ostream& out, std::ostream& err);
int command_run(const Arguments& arguments, std::ostream& out, std::ostream& err);
int command_demo(const Arguments& arguments, std::ostream& out, std::ostream& err);
int command_trace(const Arguments& arguments, std::ostream& out, std::ostream& err);

/// The whole program: arguments behind its name, exit code back. The one catch is here.
int run_stretto(const Arguments& arguments, std::ostream& out, std::ostream& err);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_COMMAND_H_
