#ifndef STRETTO_SIM_CLI_VERDICT_TEXT_H_
#define STRETTO_SIM_CLI_VERDICT_TEXT_H_

// A VerifyReport in words.
//
//   ring_ag_gemm  tp 2..64  good  (63 sizes, 0.31 s)

#include <string>
#include <vector>

#include "sim/cli/verify_report.h"

namespace stretto {

/// "4", "2..64", "2, 4, .., 64", "3, 5..7, 9"
std::string sizes_text(const std::vector<TpSize>& sizes);

/// The line and what belongs below it: the stories of the first size that fails, which other sizes
/// fail, what is assumed, which sizes were refused, who holds what.
std::string verdict_text(const VerifyReport& report);

/// One violation as a heading and its story: "race, ranks 0 1\n  ...".
std::string violation_text(const Violation& violation);

/// "3 schedules, 189 programs, all good, 1.20 s"
std::string summary_text(const std::vector<VerifyReport>& reports, double seconds);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_VERDICT_TEXT_H_
