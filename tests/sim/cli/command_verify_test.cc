#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "models/library.h"
#include "sim/cli/command.h"
#include "sim/cli/verify_report.h"
#include "tests/sim/cli/examples.h"

namespace stretto {
namespace {

/// Writes a text where a FILE argument finds it.
std::string file_of(const std::string& name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / name;
  std::ofstream(path) << text;
  return path;
}

constexpr const char* kEven = R"(
schedule even computes all_gather
require tp mod 2 == 0
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]
rank r:
  given x[r] = A(r)
  all_gather x[*] = x[r]
  ensure x[*] = A(*)
)";

TEST(command_verify, a_range_of_sizes_is_one_line) {
  const Ran result = ran({"verify", "ring_ag_gemm", "--tp", "2..16"});
  EXPECT_EQ(result.code, kGood);
  EXPECT_EQ(without_seconds(result.out), "ring_ag_gemm  tp 2..16  good  (15 sizes, # s)\n");
  EXPECT_EQ(result.err, "");
}

TEST(command_verify, te_atomic_ag_is_complete_and_rotated_by_design) {
  const Ran result = ran({"verify", "te_atomic_ag", "--tp", "4"});
  EXPECT_EQ(result.code, kGood);
  EXPECT_EQ(without_seconds(result.out),
            "te_atomic_ag  tp 4  good  (1 size, # s)\n"
            "  the output is complete but not the same on every rank, by design (permuted)\n"
            "  assumes quiet: every rank has left call k before any enters call k+1\n"
            "  x[0..3] holds A(c), by slot:\n"
            "    slot   0 1 2 3\n"
            "    rank 0 0 3 2 1\n"
            "    rank 1 1 0 3 2\n"
            "    rank 2 2 1 0 3\n"
            "    rank 3 3 2 1 0\n"
            "  t[1..4] holds A(c) * W, by slot:\n"
            "    slot   1 2 3 4\n"
            "    rank 0 3 2 1 0\n"
            "    rank 1 0 3 2 1\n"
            "    rank 2 1 0 3 2\n"
            "    rank 3 2 1 0 3\n");
}

TEST(command_verify, the_placement_of_te_1583_is_a_race_and_wrong_contents) {
  const Ran result = ran({"verify", "tests/failures/te_1583_home_r.sched", "--tp", "4"});
  EXPECT_EQ(result.code, kPropertyFails);
  EXPECT_NE(result.out.find("  race, rank"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("  dataflow, rank"), std::string::npos) << result.out;
}

TEST(command_verify, the_only_size_refused_is_bad_input_with_the_reason) {
  const std::string file = file_of("even.sched", kEven);
  const Ran result = ran({"verify", file, "--tp", "3"});
  EXPECT_EQ(result.code, kBadInput);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.starts_with(file + ":3:")) << result.err;
}

TEST(command_verify, refused_sizes_of_a_range_are_listed) {
  const std::string file = file_of("even.sched", kEven);
  const Ran result = ran({"verify", file, "--tp", "2..9"});
  EXPECT_EQ(result.code, kGood);
  const auto lines = lines_of(without_seconds(result.out));
  ASSERT_EQ(lines.size(), 2U) << result.out;
  EXPECT_EQ(lines[0], "even  tp 2, 4, .., 8  good  (4 sizes, # s)");
  EXPECT_TRUE(lines[1].starts_with("  skipped tp 3, 5, .., 9: " + file + ":3:")) << lines[1];
}

TEST(command_verify, a_sweep_goes_through_every_combination) {
  const Ran result = ran({"verify", "ring_ag_gemm", "--tp", "2..3", "--sweep"});
  EXPECT_EQ(result.code, kGood);
  EXPECT_EQ(without_seconds(result.out),
            "ring_ag_gemm  tp 2..3  good  (2 sizes, 128 programs, # s)\n");
  const Ran half = ran({"verify", "ring_ag_gemm", "--tp", "2..3", "--sweep", "--set", "split=2"});
  EXPECT_EQ(without_seconds(half.out),
            "ring_ag_gemm  tp 2..3  good  (2 sizes, 16 programs, # s)\n");
}

TEST(command_verify, all_ends_with_a_summary) {
  const Ran result = ran({"verify", "--all", "--tp", "2..4"});
  ASSERT_EQ(result.code, kGood) << result;
  const auto lines = lines_of(without_seconds(result.out));
  EXPECT_TRUE(
      lines.back().starts_with(std::to_string(shipped_schedules().size()) + " schedules, "));
  EXPECT_TRUE(lines.back().ends_with(" programs, all good, # s")) << lines.back();
}

TEST(command_verify, json_has_the_agreed_keys) {
  const Ran result = ran({"verify", "ring_ag_gemm", "--tp", "2..3", "--json"});
  EXPECT_EQ(result.code, kGood);
  EXPECT_TRUE(result.out.starts_with(
      R"({"schedule":"ring_ag_gemm","tp":[2,3],"ok":true,"violations":[],)"
      R"("replicas_identical":true,"assumes":[],"capturable":true,"residency":null,"refused":[],)"))
      << result.out;
  const Ran all = ran({"verify", "--all", "--tp", "2", "--json"});
  EXPECT_TRUE(all.out.starts_with(R"({"ok":true,"schedules":[{"schedule":")")) << all.out;
}

TEST(command_verify, a_text_that_does_not_parse_is_bad_input_with_its_place) {
  const std::string file =
      file_of("bad.sched", "schedule s computes all_gather\nrank r:\n  sned x\n");
  const Ran result = ran({"verify", file});
  EXPECT_EQ(result.code, kBadInput);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.starts_with(file + ":3:3: ")) << result.err;
}

TEST(command_verify, a_parameter_outside_of_its_domain_is_bad_input) {
  const Ran result = ran({"verify", "ring_ag_gemm", "--set", "lanes=9"});
  EXPECT_EQ(result.code, kBadInput);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err, "");
}

TEST(command_verify, names_and_all_exclude_each_other) {
  EXPECT_EQ(ran({"verify", "ring_ag", "--all"}),
            (Ran{kBadInput, "", "--all: found 'ring_ag' beside it; accepted: one or the other\n"}));
  EXPECT_EQ(
      ran({"verify"}),
      (Ran{kBadInput, "", "found 0 schedules; accepted: one NAME of `stretto list`, or a FILE\n"}));
}

}  // namespace
}  // namespace stretto
