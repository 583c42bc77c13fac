#ifndef STRETTO_SIM_CLI_VERIFY_REPORT_H_
#define STRETTO_SIM_CLI_VERIFY_REPORT_H_

// One schedule verified over group sizes (and, in a sweep, over its parameters), as a value that
// text and JSON are written from.
//
//   VerifyReport report = verify_over(load_schedule("ring_ag_gemm"), {.tp = TpRange{2, 64}}, ...);
//   report.ok(); report.sizes.size() == 63

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/syntax.h"
#include "sim/cli/contents_table.h"
#include "sim/cli/options.h"
#include "verify/verdict.h"

namespace stretto {

using Assignments = std::vector<std::pair<std::string, std::string>>;  // parameter, value

/// A violation and the Program it is of.
struct Finding {
  TpSize tp;
  Assignments set;  // what a sweep set; empty otherwise
  Violation violation;
};

/// A size (or, in a sweep, a combination) that the text's own `require` refuses.
struct Refusal {
  TpSize tp;
  Assignments set;
  std::string reason;  // "ring.sched:7:1: ..."
};

struct VerifyReport {
  std::string schedule;
  std::vector<TpSize> sizes;  // verified, ascending
  int num_programs = 0;       // sizes x combinations of parameters
  std::vector<Finding> findings;
  std::vector<Refusal> refused;
  bool is_permuted = false;
  std::optional<bool> replicas_identical;  // null: nothing is replicated; false: at some size
  std::optional<bool> capturable;          // null: not known at some size
  std::vector<std::string> assumes;
  std::vector<std::string> notes;
  std::vector<ContentsTable>
      contents;  // of the only Program, where there is one of at most 8 ranks
  double seconds = 0;
  bool ok() const { return findings.empty(); }
  bool is_refused() const { return sizes.empty(); }
};

/// Called with a few words now and then.
using Progress = std::function<void(const std::string&)>;

/// Verifies every size of the range (and every combination of parameters that --set leaves open,
/// under
/// --sweep). Throws InputError for bad input other than a refusal.
VerifyReport verify_over(const syntax::File& file, TpRange range, const Options& options,
                         const Progress& progress);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_VERIFY_REPORT_H_
