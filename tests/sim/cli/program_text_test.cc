#include "sim/cli/program_text.h"

#include <gtest/gtest.h>

#include "models/expand.h"
#include "models/parser.h"

namespace stretto {
namespace {

constexpr const char* kSwap = R"(
schedule swap computes all_gather
param lanes = 1 in 1..2
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]
signal done
stream comm high
rank r:
  given x[r] = A(r)
  fork comm
  group on comm:
    send x[r] -> r+1
    recv x[r+1] <- r+1
  bump done  on comm
  wait done >= 1
  ensure x[*] = A(*)
)";

Program swap() {
  ExpandOptions options;
  options.tp = TpSize{2};
  options.shape = Shape{4, 4, 4};
  return expand(parse(kSwap, "swap.sched"), options);
}

TEST(program_text, is_a_table_per_rank) {
  EXPECT_EQ(program_text(swap(), Rank{1}),
            "swap  tp 2  4x4x4  lanes=1  (16 ops)\n"
            "rank 1\n"
            "  op  stream  what               waits for  line\n"
            "  8   main    given x[1] = A(1)\n"
            "  9   comm    after              after 8    10\n"
            "  10  comm    group                         11\n"
            "  11  comm      send x[1] -> 0   meets 4    12\n"
            "  12  comm      recv x[0] <- 0   meets 3    13\n"
            "  13  comm    bump done                     14\n"
            "  14  main    wait done >= 1                15\n"
            "  15  main    ensure x[0], x[1]\n");
}

TEST(program_text, has_every_rank_unless_one_is_asked_for) {
  const std::string text = program_text(swap(), std::nullopt);
  EXPECT_NE(text.find("\nrank 0\n"), std::string::npos);
  EXPECT_NE(text.find("\nrank 1\n"), std::string::npos);
}

TEST(program_dot, has_stream_order_events_matches_and_signals) {
  EXPECT_EQ(program_dot(swap()),
            "digraph \"swap\" {\n"
            "  node [shape=box];\n"
            "  subgraph cluster_0 {\n"
            "    label=\"rank 0\";\n"
            "    o0 [label=\"main: given x[0] = A(0)\"];\n"
            "    o1 [label=\"comm: after\"];\n"
            "    o2 [label=\"comm: group\"];\n"
            "    o3 [label=\"comm: send x[0] -> 1\"];\n"
            "    o4 [label=\"comm: recv x[1] <- 1\"];\n"
            "    o5 [label=\"comm: bump done\"];\n"
            "    o6 [label=\"main: wait done >= 1\"];\n"
            "    o7 [label=\"main: ensure x[0], x[1]\"];\n"
            "  }\n"
            "  subgraph cluster_1 {\n"
            "    label=\"rank 1\";\n"
            "    o8 [label=\"main: given x[1] = A(1)\"];\n"
            "    o9 [label=\"comm: after\"];\n"
            "    o10 [label=\"comm: group\"];\n"
            "    o11 [label=\"comm: send x[1] -> 0\"];\n"
            "    o12 [label=\"comm: recv x[0] <- 0\"];\n"
            "    o13 [label=\"comm: bump done\"];\n"
            "    o14 [label=\"main: wait done >= 1\"];\n"
            "    o15 [label=\"main: ensure x[0], x[1]\"];\n"
            "  }\n"
            "  o1 -> o2 [style=solid];\n"
            "  o2 -> o3 [style=solid, color=gray];\n"
            "  o2 -> o4 [style=solid, color=gray];\n"
            "  o2 -> o5 [style=solid];\n"
            "  o0 -> o6 [style=solid];\n"
            "  o6 -> o7 [style=solid];\n"
            "  o9 -> o10 [style=solid];\n"
            "  o10 -> o11 [style=solid, color=gray];\n"
            "  o10 -> o12 [style=solid, color=gray];\n"
            "  o10 -> o13 [style=solid];\n"
            "  o8 -> o14 [style=solid];\n"
            "  o14 -> o15 [style=solid];\n"
            "  o0 -> o1 [style=dashed];\n"
            "  o8 -> o9 [style=dashed];\n"
            "  o3 -> o12 [style=bold];\n"
            "  o11 -> o4 [style=bold];\n"
            "  o5 -> o6 [style=dotted];\n"
            "  o13 -> o14 [style=dotted];\n"
            "}\n");
}

}  // namespace
}  // namespace stretto
