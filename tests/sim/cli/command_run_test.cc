#include <gtest/gtest.h>

#include <string>

#include "sim/cli/command.h"
#include "sim/cli/run_report.h"
#include "tests/sim/cli/examples.h"

namespace stretto {
namespace {

TEST(command_run, ring_ag_gemm_is_bitwise_right) {
  const Ran result = ran({"run", "ring_ag_gemm", "--on", "cpu", "--tp", "8", "--shape",
                          "512x256x256", "--dtype", "bf16"});
  EXPECT_EQ(result.code, kGood) << result;
  EXPECT_EQ(
      without_seconds(result.out),
      "ring_ag_gemm  tp 8  512x256x256 bf16  bitwise right  (# s)\n"
      "  8 ranks x 5 streams on this CPU, random delays; 4194304 elements compared bit for bit, "
      "none wrong\n"
      "  replicas hold the same bytes on every rank\n");
}

TEST(command_run, json_has_the_agreed_keys) {
  const Ran result = ran({"run", "ring_ag", "--on", "cpu", "--tp", "2", "--seed", "3", "--json"});
  EXPECT_EQ(result.code, kGood) << result.err;
  EXPECT_TRUE(result.out.starts_with(R"({"schedule":"ring_ag","tp":2,"shape":{)")) << result.out;
  EXPECT_NE(result.out.find(R"("dtype":"f32","seed":3,"ok":true,"bitwise_equal":true,)"
                            R"("replicas_identical":true,"seconds":)"),
            std::string::npos)
      << result.out;
}

TEST(command_run, what_verify_rejects_does_not_run) {
  const Ran result = ran({"run", "tests/failures/te_1583_home_r.sched", "--on", "cpu"});
  EXPECT_EQ(result.code, kPropertyFails);
  EXPECT_NE(result.out.find("not run\n  verify rejects it, so it is not run (--force runs it):\n"),
            std::string::npos)
      << result.out;
}

/// Exit code 1 and the same words every time, `outcome` among them.
void expect_replay(const std::string& name, const std::string& outcome) {
  const Arguments replay = {
      "run", "tests/failures/" + name + ".sched", "--on", "cpu", "--force", "--replay"};
  const Ran first = ran(replay);
  EXPECT_EQ(first.code, kPropertyFails) << name;
  EXPECT_NE(first.out.find(outcome), std::string::npos) << first;
  EXPECT_EQ(without_seconds(ran(replay).out), without_seconds(first.out)) << name;
}

TEST(command_run, a_replay_shows_the_same_wrong_bytes_every_time) {
  expect_replay("te_1583_home_r", "15 of 16 slots that the caller reads are wrong");
  expect_replay("te_1760_rs_alone", "4 of 4 slots that the caller reads are wrong");
  expect_replay("te_pr1088", "1 of 4 slots that the caller reads are wrong");
  expect_replay("te_pr1768_inside", "8 of 32 slots that the caller reads are wrong");
  expect_replay("te_2443", "16 of 16 slots that the caller reads are wrong");
  expect_replay("fuser_3913", "16 of 16 slots that the caller reads are wrong");
}

TEST(command_run, a_replay_of_a_hang_hangs_and_says_where_it_stands) {
  const Ran result = ran(
      {"run", "tests/failures/nccl_783.sched", "--on", "cpu", "--tp", "2", "--force", "--replay"});
  EXPECT_EQ(result.code, kPropertyFails);
  EXPECT_NE(result.out.find("  hang  "), std::string::npos) << result;
  EXPECT_NE(result.out.find("  these never end:\n"), std::string::npos) << result;
  EXPECT_NE(result.out.find("nccl_783.sched:15: send"), std::string::npos) << result;
}

TEST(command_run, replicas_that_differ_in_their_last_bits_are_seen) {
  const Ran result = ran({"run", "tests/failures/pytorch_131244.sched", "--on", "cpu", "--force"});
  EXPECT_EQ(result.code, kPropertyFails);
  EXPECT_NE(result.out.find("  not the same bytes on every rank\n"), std::string::npos) << result;
}

TEST(command_run, cuda_is_not_here_yet) {
  EXPECT_EQ(ran({"run", "ring_ag", "--on", "cuda"}),
            (Ran{kEnvironment, "", "stretto run: this build has no CUDA executor yet\n"}));
}

TEST(command_run, bad_arguments_are_bad_input) {
  EXPECT_EQ(ran({"run", "ring_ag"}), (Ran{kBadInput, "", "--on is missing; accepted: --on cpu\n"}));
  EXPECT_EQ(ran({"run", "ring_ag", "--on", "gpu"}),
            (Ran{kBadInput, "", "--on: found 'gpu'; accepted: cpu, cuda\n"}));
  EXPECT_EQ(ran({"run", "ring_ag", "--on", "cpu", "--replay"}),
            (Ran{kBadInput, "", "--replay without --force; accepted: --force --replay\n"}));
}

}  // namespace
}  // namespace stretto
