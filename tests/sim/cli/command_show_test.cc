#include <gtest/gtest.h>

#include "sim/cli/command.h"
#include "tests/sim/cli/examples.h"

namespace stretto {
namespace {

TEST(command_show, has_the_ops_of_a_rank_and_who_holds_what) {
  const Ran result = ran({"show", "te_atomic_ag", "--tp", "2", "--rank", "1"});
  EXPECT_EQ(result, (Ran{kGood, "", ""}));
}

TEST(command_show, dot_is_a_digraph_and_nothing_else) {
  const Ran result = ran({"show", "ring_ag_gemm", "--dot"});
  EXPECT_EQ(result.code, kGood);
  EXPECT_TRUE(result.out.starts_with("digraph \"ring_ag_gemm\" {\n"));
  EXPECT_TRUE(result.out.ends_with("}\n"));
}

TEST(command_show, json_has_ops_and_contents) {
  const Ran result = ran({"show", "ring_ag", "--tp", "2", "--json"});
  EXPECT_EQ(result.code, kGood);
  EXPECT_TRUE(result.out.starts_with("{\"schedule\":\"ring_ag\",\"tp\":2,")) << result.out;
  EXPECT_NE(result.out.find("\"ops\":[{\"op\":0,\"rank\":0,"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\"contents\":[{\"buffer\":"), std::string::npos) << result.out;
}

TEST(command_show, a_rank_outside_of_the_group_is_bad_input) {
  EXPECT_EQ(ran({"show", "ring_ag", "--tp", "2", "--rank", "2"}),
            (Ran{kBadInput, "", "--rank: found '2'; accepted: 0 to 1\n"}));
}

TEST(command_show, a_range_of_sizes_is_bad_input) {
  EXPECT_EQ(ran({"show", "ring_ag", "--tp", "2..4"}),
            (Ran{kBadInput, "", "--tp: found '2..4'; accepted: one group size (--tp 8)\n"}));
}

}  // namespace
}  // namespace stretto
