#include <gtest/gtest.h>

#include "sim/cli/run_report.h"
#include "tests/sim/cli/reports.h"

namespace stretto {
namespace {

TEST(run_text, a_right_run_says_how_much_was_compared) {
  EXPECT_EQ(
      run_text(good_run()),
      "ring  tp 2  64x32x16 bf16  bitwise right  (0.25 s)\n"
      "  2 ranks x 2 streams on this CPU, random delays; 2048 elements compared bit for bit, none "
      "wrong\n"
      "  replicas hold the same bytes on every rank\n");
}

TEST(run_text, a_wrong_slot_is_told_by_its_first_wrong_element) {
  EXPECT_EQ(run_text(wrong_run()),
            "ring  tp 2  64x32x16 bf16  wrong  (0.25 s)\n"
            "  2 ranks x 2 streams on this CPU, random delays; 2048 elements compared bit for bit, "
            "1 slot wrong\n"
            "  not the same bytes on every rank\n"
            "  1 of 4 slots that the caller reads are wrong:\n"
            "    rank 1: x[0] should be A(0); row 3, col 5 is 2, should be -1 (12 elements wrong)\n"
            "  but verify accepts it: a bug of Stretto; --seed 7 replays it\n");
}

TEST(run_text, a_hang_names_what_each_op_waits_for) {
  EXPECT_EQ(
      run_text(hanging_run()),
      "ring  tp 2  64x32x16 bf16  hang  (0.25 s)\n"
      "  2 ranks x 2 streams on this CPU, random delays; 0 elements compared bit for bit, none "
      "wrong\n"
      "  these never end:\n"
      "    rank 0: a.sched:7: send x[0] -> 1\n"
      "      waits for start of recv on rank 1\n"
      "  but verify accepts it: a bug of Stretto; --seed 7 replays it\n");
}

TEST(run_text, the_outcome_of_a_forced_run_leaves_out_what_verify_said) {
  RunReport report = wrong_run();
  report.violations = {race_of_two()};
  std::string text = run_outcome_text(report);
  EXPECT_EQ(text.find("bug of Stretto"), std::string::npos);
  EXPECT_NE(text.find("1 of 4 slots that the caller reads are wrong"), std::string::npos);
  EXPECT_LT(text.size(), run_text(report).size());
}

TEST(run_text, what_verify_rejects_is_not_run) {
  RunReport report = good_run();
  report.is_run = false;
  report.violations = {race_of_two()};
  EXPECT_EQ(run_text(report),
            "ring  tp 2  64x32x16 bf16  not run\n"
            "  verify rejects it, so it is not run (--force runs it):\n"
            "    race, ranks 0 1\n"
            "      x[1]@1 is written twice\n"
            "      nothing orders the two\n");
}

}  // namespace
}  // namespace stretto
