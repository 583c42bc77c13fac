#ifndef STRETTO_SIM_CLI_OPTIONS_H_
#define STRETTO_SIM_CLI_OPTIONS_H_

// What stands behind a command on the command line, as a value.
//
//   Options options = parse_options({"ring_ag_gemm", "--tp", "2..64"}, {Flag::kTp});
//   options.names == {"ring_ag_gemm"}; options.tp == TpRange{2, 64}
//
// Each command says which flags it takes; any other one is bad input (exit code 2).

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/expand.h"

namespace stretto {

using Arguments = std::vector<std::string>;

/// Group sizes, both ends included.
struct TpRange {
  int first = 4;
  int last = 4;
  bool is_one_size() const { return first == last; }
  friend bool operator==(const TpRange&, const TpRange&) = default;
};

enum class Flag : uint8_t {
  kTp,          // --tp N, --tp A..B
  kShape,       // --shape MxNxK
  kSet,         // --set parameter=value, any number of times
  kCalls,       // --calls K
  kDp,          // --dp N
  kJson,        // --json
  kAll,         // --all
  kSweep,       // --sweep
  kRank,        // --rank R
  kDot,         // --dot
  kOn,          // --on cpu
  kDtype,       // --dtype f32|bf16
  kSeed,        // --seed S
  kForce,       // --force
  kReplay,      // --replay
  kComm,        // --comm REGEX
  kCompute,     // --compute REGEX
  kDefinition,  // --definition own|hta
  kMachine,     // --machine NAME|FILE
  kMarkdown,    // --markdown
  kReport,      // --report FILE
  kSchedule,    // --schedule NAME|FILE
  kSms,         // --sms N
  kTrace,       // --trace FILE
};

struct Options {
  Arguments names;  // what is no flag
  std::optional<TpRange> tp;
  std::optional<Shape> shape;
  std::vector<std::pair<std::string, std::string>> set;
  int num_calls = 1;
  int dp = 1;
  std::optional<int> rank;
  std::string on;
  std::string dtype = "f32";
  uint64_t seed = 0;
  bool is_json = false;
  bool is_all = false;
  bool is_sweep = false;
  bool is_dot = false;
  bool is_forced = false;
  bool is_replay = false;
  bool is_markdown = false;
  std::string comm;
  std::string compute;
  std::string definition = "own";
  int num_sms = 0;  // 0: not given
  std::string machine;
  std::string report;
  std::string schedule;
  std::string trace;
};

/// Throws std::invalid_argument for a flag that is not in `flags` and for a value that is not of
/// the form that the flag asks for; the message names both and what is accepted.
Options parse_options(const Arguments& arguments, std::initializer_list<Flag> flags);

/// The one schedule that a command works on; throws std::invalid_argument unless there is exactly
/// one.
const std::string& only_name(const Options& options);

/// The one group size that a command works on; throws std::invalid_argument for a range.
TpSize only_tp(const Options& options, TpSize otherwise);

/// --tp, --shape, --set, --calls and --dp as the expander takes them.
ExpandOptions expand_options(const Options& options, TpSize tp);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_OPTIONS_H_
