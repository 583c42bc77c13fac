#include <gtest/gtest.h>

#include "sim/cli/command.h"
#include "tests/sim/cli/examples.h"

namespace stretto {
namespace {

// The whole story stands in the README, where examples_test compares it.
TEST(command_demo, tells_the_same_story_every_time) {
  const Ran first = ran({"demo"});
  EXPECT_EQ(first.code, kGood) << first;
  EXPECT_EQ(without_seconds(ran({"demo"}).out), without_seconds(first.out));
}

TEST(command_demo, json_has_every_report) {
  const Ran result = ran({"demo", "--json"});
  EXPECT_EQ(result.code, kGood) << result;
  EXPECT_TRUE(result.out.starts_with(R"({"ok":true,"ring":{"schedule":"ring_ag_gemm",)")) << result;
  for (const char* key : {"ring_run", "slot_0", "slot_r", "slot_r_run"}) {
    const std::string part = std::string("\"") + key + R"(":{"schedule":)";
    EXPECT_NE(result.out.find(part), std::string::npos) << key;
  }
}

TEST(command_demo, takes_no_schedule) {
  EXPECT_EQ(ran({"demo", "ring_ag"}), (Ran{kBadInput, "", "found 'ring_ag'; accepted: --json\n"}));
}

}  // namespace
}  // namespace stretto
