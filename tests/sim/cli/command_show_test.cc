#include <gtest/gtest.h>

#include "sim/cli/command.h"
#include "tests/sim/cli/examples.h"

namespace stretto {
namespace {

TEST(command_show, has_the_ops_of_a_rank_and_who_holds_what) {
  const Ran result = ran({"show", "te_atomic_ag", "--tp", "2", "--rank", "1"});
  EXPECT_EQ(result,
            (Ran{kGood,
                 "te_atomic_ag  tp 2  8x8x8  (24 ops)\n"
                 "rank 1\n"
                 "  op  stream  what                                       waits for  line\n"
                 "  12  main    given x[0] = A(1)\n"
                 "  13  main    set ready[0] = 0, set ready[1] = 0                    17\n"
                 "  14  comm    after                                      after 13   18\n"
                 "  15  comm    copy x[1]@0 = x[0] via ce                             20\n"
                 "  16  comm    bump arrived@0                                        21\n"
                 "  17  comm    wait arrived >= 1 via sm(1)                           22\n"
                 "  18  comm    bump ready[1]                                         23\n"
                 "  19  main    gemm of 2 parts                                       25\n"
                 "  20  main      part t[0] = x[0] * W when ready[0] >= 0             27\n"
                 "  21  main      part t[1] = x[1] * W when ready[1] >= 1             27\n"
                 "  22  main    copy t[2] = t[0] via ce                               29\n"
                 "  23  main    ensure t[1], t[2]\n"
                 "x[0..1] holds A(c), by slot:\n"
                 "  slot   0 1\n"
                 "  rank 0 0 1\n"
                 "  rank 1 1 0\n"
                 "t[0..2] holds A(c) * W, by slot:\n"
                 "  slot   0 1 2\n"
                 "  rank 0 0 1 0\n"
                 "  rank 1 1 0 1\n",
                 ""}));
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
