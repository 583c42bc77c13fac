#ifndef STRETTO_TESTS_SIM_CLI_REPORTS_H_
#define STRETTO_TESTS_SIM_CLI_REPORTS_H_

// Hand-made reports for tests of how they are written.

#include <string>

#include "sim/cli/run_report.h"
#include "sim/cli/verify_report.h"

namespace stretto {

inline Violation race_of_two() {
  Violation violation;
  violation.check = Check::kRace;
  violation.ranks = {Rank{0}, Rank{1}};
  OpReference op;
  op.file = "a.sched";
  op.line = 7;
  op.rank = Rank{1};
  op.variables = {{"i", 2}};
  violation.ops = {op};
  violation.message = "x[1]@1 is written twice\nnothing orders the two";
  return violation;
}

inline VerifyReport good_report() {
  VerifyReport report;
  report.schedule = "ring";
  report.sizes = {TpSize{2}, TpSize{3}, TpSize{4}};
  report.num_programs = 3;
  report.replicas_identical = true;
  report.capturable = true;
  report.seconds = 0.314;
  return report;
}

inline VerifyReport bad_report() {
  VerifyReport report = good_report();
  report.findings = {{TpSize{3}, {}, race_of_two()}, {TpSize{4}, {}, race_of_two()}};
  report.replicas_identical = false;
  return report;
}

inline RunReport good_run() {
  RunReport report;
  report.schedule = "ring";
  report.tp = TpSize{2};
  report.shape = {64, 32, 16};
  report.dtype = "bf16";
  report.seed = 7;
  report.num_streams = 2;
  report.is_run = true;
  report.order = "random delays";
  report.finished = true;
  report.num_slots = 4;
  report.num_compared = 2048;
  report.replicas_identical = true;
  report.seconds = 0.25;
  return report;
}

inline RunReport wrong_run() {
  RunReport report = good_run();
  WrongSlot wrong;
  wrong.rank = Rank{1};
  wrong.slot = "x[0]";
  wrong.row = 3;
  wrong.col = 5;
  wrong.found = 2;
  wrong.expected = -1;
  wrong.should_be = "A(0)";
  wrong.num_wrong = 12;
  report.wrong = {wrong};
  report.replicas_identical = false;
  return report;
}

inline RunReport hanging_run() {
  RunReport report = good_run();
  report.finished = false;
  report.num_compared = 0;
  report.replicas_identical = std::nullopt;
  report.blocked = {{"rank 0: a.sched:7: send x[0] -> 1", "start of recv on rank 1"}};
  return report;
}

}  // namespace stretto

#endif  // STRETTO_TESTS_SIM_CLI_REPORTS_H_
