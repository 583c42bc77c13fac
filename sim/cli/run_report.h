#ifndef STRETTO_SIM_CLI_RUN_REPORT_H_
#define STRETTO_SIM_CLI_RUN_REPORT_H_

// One schedule verified and then run on this CPU, as a value that text and JSON are written from.
//
// It runs twice: on inputs in which source rank, chunk and row can be read back, against what the
// text asks for; then on inputs whose sums differ between orders of addition, against the order
// that verify derived.

#include <optional>
#include <string>
#include <vector>

#include "models/program.h"
#include "models/syntax.h"
#include "sim/cli/contents_table.h"
#include "sim/cli/options.h"
#include "verify/verdict.h"

namespace stretto {

/// The first wrong element of a slot that the caller read.
struct WrongSlot {
  Rank rank;
  std::string slot;
  int64_t row = 0;
  int64_t col = 0;
  float found = 0;
  float expected = 0;
  std::string should_be;  // the value as a term
  int64_t num_wrong = 0;  // elements
};

struct BlockedWords {
  std::string op;
  std::string waits_for;
};

struct RunReport {
  std::string schedule;
  TpSize tp;
  Shape shape;
  std::string dtype;
  uint64_t seed = 0;
  int num_streams = 0;  // of a rank
  std::vector<Violation> violations;
  std::vector<ContentsTable> contents;
  bool is_run = false;  // verify let it through, or --force did
  std::string order;    // "random delays", "in the order of verify's witness", ..
  bool finished = false;
  size_t num_slots = 0;      // that the caller reads
  int64_t num_compared = 0;  // elements, over both runs
  std::vector<WrongSlot> wrong;
  std::vector<BlockedWords> blocked;
  std::optional<bool> replicas_identical;  // by bytes; null: nothing is replicated, or not run
  double seconds = 0;                      // of the runs, verify not counted

  bool bitwise_equal() const { return is_run && finished && wrong.empty(); }
  bool ok() const { return violations.empty() && bitwise_equal(); }
};

/// Expands, verifies and, unless verify objects and --force is not given, runs. A shape that was
/// not asked for is the smallest one whose blocks are at least 64 x 64.
RunReport run_on_cpu(const syntax::File& file, const Options& options);

/// The report in words; the second without the violations, for where they were told already.
std::string run_text(const RunReport& report);
std::string run_outcome_text(const RunReport& report);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_RUN_REPORT_H_
