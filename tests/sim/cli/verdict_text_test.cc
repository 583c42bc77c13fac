#include "sim/cli/verdict_text.h"

#include <gtest/gtest.h>

#include "tests/sim/cli/reports.h"

namespace stretto {
namespace {

std::string sizes(std::initializer_list<int> values) {
  std::vector<TpSize> list;
  for (const int value : values) list.push_back(TpSize{value});
  return sizes_text(list);
}

TEST(sizes_text, is_short_where_sizes_are_regular) {
  EXPECT_EQ(sizes({4}), "4");
  EXPECT_EQ(sizes({2, 3}), "2..3");
  EXPECT_EQ(sizes({2, 4}), "2, 4");
  EXPECT_EQ(sizes({2, 3, 4, 5}), "2..5");
  EXPECT_EQ(sizes({2, 4, 6}), "2, 4, 6");
  EXPECT_EQ(sizes({2, 4, 6, 8}), "2, 4, .., 8");
  EXPECT_EQ(sizes({2, 4, 8, 16}), "2, 4, 8, 16");
  EXPECT_EQ(sizes({3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 17}), "3, 5..7, 9..15, 17");
}

TEST(verdict_text, a_good_schedule_is_one_line) {
  EXPECT_EQ(verdict_text(good_report()), "ring  tp 2..4  good  (3 sizes, 0.31 s)\n");
}

TEST(verdict_text, the_first_size_that_fails_tells_its_story) {
  EXPECT_EQ(verdict_text(bad_report()),
            "ring  tp 2..4  rejected  (3 sizes, 0.31 s)\n"
            "  at tp 3:\n"
            "  race, ranks 0 1\n"
            "    x[1]@1 is written twice\n"
            "    nothing orders the two\n"
            "  also race: tp 4\n");
}

TEST(verdict_text, a_sweep_counts_programs_and_names_parameters) {
  VerifyReport report = bad_report();
  report.num_programs = 12;
  report.findings = {{TpSize{3}, {{"split", "2"}}, race_of_two()}};
  EXPECT_EQ(verdict_text(report),
            "ring  tp 2..4  rejected  (3 sizes, 12 programs, 0.31 s)\n"
            "  at tp 3 split=2:\n"
            "  race, ranks 0 1\n"
            "    x[1]@1 is written twice\n"
            "    nothing orders the two\n");
}

TEST(verdict_text, design_assumptions_and_refusals_are_said_in_words) {
  VerifyReport report = good_report();
  report.is_permuted = true;
  report.assumes = {"quiet"};
  report.refused = {{TpSize{5}, {}, "a.sched:2:1: require tp < 5"},
                    {TpSize{6}, {}, "a.sched:2:1: require tp < 5"}};
  EXPECT_EQ(verdict_text(report),
            "ring  tp 2..4  good  (3 sizes, 0.31 s)\n"
            "  the output is complete but not the same on every rank, by design (permuted)\n"
            "  assumes quiet: every rank has left call k before any enters call k+1\n"
            "  skipped tp 5..6: a.sched:2:1: require tp < 5\n");
}

TEST(verdict_text, a_schedule_that_is_refused_everywhere_says_so) {
  VerifyReport report;
  report.schedule = "even";
  report.refused = {{TpSize{3}, {}, "a.sched:2:1: require tp mod 2 == 0"}};
  EXPECT_EQ(verdict_text(report),
            "even  refused\n  skipped tp 3: a.sched:2:1: require tp mod 2 == 0\n");
}

TEST(summary_text, counts_schedules_and_programs) {
  EXPECT_EQ(summary_text({good_report(), good_report()}, 1.2),
            "2 schedules, 6 programs, all good, 1.20 s\n");
  EXPECT_EQ(summary_text({good_report(), bad_report()}, 1.2),
            "2 schedules, 6 programs, 1 rejected, 1.20 s\n");
}

}  // namespace
}  // namespace stretto
