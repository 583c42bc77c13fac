#ifndef STRETTO_SIM_CLI_JSON_TEXT_H_
#define STRETTO_SIM_CLI_JSON_TEXT_H_

// The reports as JSON: one line, keys in a fixed order.

#include <string>
#include <vector>

#include "models/program.h"
#include "sim/cli/contents_table.h"
#include "sim/cli/demo.h"
#include "sim/cli/listing.h"
#include "sim/cli/run_report.h"
#include "sim/cli/verify_report.h"

namespace stretto {

/// {"schedule", "tp", "ok", "violations", "replicas_identical", "assumes", "capturable",
/// "residency",
///  "refused", "notes", "programs", "seconds"}; a violation is {"check", "tp", "ranks", "ops",
///  "message"}.
std::string to_json(const VerifyReport& report);

/// {"ok", "schedules": [..]}
std::string to_json(const std::vector<VerifyReport>& reports);

/// {"schedule", "tp", "shape", "dtype", "seed", "ok", "bitwise_equal", "replicas_identical",
/// "seconds",
///  "violations", "mismatches", "blocked"}; bitwise_equal is null when nothing was run.
std::string to_json(const RunReport& report);

/// {"schedule", "tp", "shape", "parameters", "ops", "contents"}
std::string to_json(const Program& program, const std::vector<ContentsTable>& contents);

/// {"schedules": [{"name", "computes", "about", "file"}], "machines": [{"name", "about",
/// "origin"}], "workloads": []}, what was asked for.
std::string to_json(const Listing& listing);

/// {"ok", "ring", "ring_run", "slot_0", "slot_r", "slot_r_run"}, reports as above.
std::string to_json(const Demo& demo);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_JSON_TEXT_H_
