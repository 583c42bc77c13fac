#ifndef STRETTO_SIM_CLI_DEMO_H_
#define STRETTO_SIM_CLI_DEMO_H_

// What `stretto demo` finds out, as a value.

#include "sim/cli/run_report.h"
#include "sim/cli/verify_report.h"

namespace stretto {

struct Demo {
  VerifyReport ring;     // ring_ag_gemm, tp 2..64
  RunReport ring_run;    // tp 4
  VerifyReport slot_0;   // te_atomic_ag as it ships, tp 4
  VerifyReport slot_r;   // the same text with the own chunk in slot r (TransformerEngine#1583)
  RunReport slot_r_run;  // forced, in the order of verify's witness

  /// All that should be good is, and slot r is rejected and comes out wrong.
  bool ok() const {
    const bool is_rejected = !slot_r.ok() && !slot_r_run.wrong.empty();
    return ring.ok() && ring_run.ok() && slot_0.ok() && is_rejected;
  }
};

/// Takes about a second.
Demo make_demo();

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_DEMO_H_
