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
  EXPECT_EQ(result.code, kGood) << result.err;
  EXPECT_EQ(without_seconds(result.out), "");
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

TEST(command_run, a_replay_of_a_race_shows_the_same_wrong_bytes_every_time) {
  const Arguments replay = {
      "run", "tests/failures/te_1583_home_r.sched", "--on", "cpu", "--force", "--replay"};
  const Ran first = ran(replay);
  EXPECT_EQ(first.code, kPropertyFails);
  EXPECT_NE(first.out.find("12 of 16 slots that the caller reads are wrong"), std::string::npos)
      << first.out;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(without_seconds(ran(replay).out), without_seconds(first.out));
}

TEST(command_run, a_replay_of_a_hang_hangs) {
  const Ran result = ran(
      {"run", "tests/failures/nccl_783.sched", "--on", "cpu", "--force", "--replay", "--tp", "2"});
  EXPECT_EQ(result.code, kPropertyFails);
  EXPECT_NE(result.out.find("these never end"), std::string::npos) << result.out;
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
