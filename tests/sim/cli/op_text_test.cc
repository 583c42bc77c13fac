#include "sim/cli/op_text.h"

#include <gtest/gtest.h>

#include "models/expand.h"
#include "models/parser.h"

namespace stretto {
namespace {

/// One of everything, so that every kind has its line below.
constexpr const char* kAll = R"(
schedule everything computes all_gather
local X[ring tp] : [M/tp, K]
weight W : [K, N]
buffer x[ring tp] : [M/tp, K]
buffer d[ring tp] : [M/tp, N]
buffer y : [M/tp, N]
signal flag[2]
signal pad
stream s
stream t
rank r:
  given x[r] = X(r)
  fork s, t
  gemm d[r] = x[r] * W + bias  as g
  gemm d[r] += x[r] * W  on s  after g
  group on s, t:
    send x[r] -> r+1
    recv x[r+1] <- r-1
  gemm on t:
    part d[r+1] = x[r+1] * W  when flag[0] >= 1  bump flag[1] by 2
  copy x[r]@(r+1) = x[r]  via ce  bump flag[0]@(r+1)
  copy x[r+1] = x[r]  via sm(4)  bump flag[0] each  nb
  flush on main
  reduce y = d[*] in wire
  all_gather x[*] = x[r]  order tree
  barrier pad
  barrier
  set flag[1] = 0
  bump flag[0] by 3
  wait flag[0] mod 2 == 1  via mem
  kernel on t sms(2):
    wait flag[1] += 1  via sm(1)
    bump pad
  sync s
  join s, t
)";

std::vector<std::string> texts_of_rank_0(const Program& program) {
  std::vector<std::string> texts;
  for (int32_t op = 0; op < program.rank_begin[1]; ++op) {
    const std::string waits = waits_text(program, op);
    texts.push_back(stream_text(program, program.ops[static_cast<size_t>(op)]) + ": " +
                    op_text(program, op) + (waits.empty() ? "" : " | " + waits));
  }
  return texts;
}

TEST(op_text, every_kind_of_op_reads_like_its_statement) {
  ExpandOptions options;
  options.tp = TpSize{2};
  const Program program = expand(parse(kAll, "everything.sched"), options);
  EXPECT_EQ(texts_of_rank_0(program),
            (std::vector<std::string>{"main: given X[0] = X@0(0), X[1] = X@0(1), x[0] = X@0(0)",
                                      "s: after | after 0",
                                      "t: after | after 0",
                                      "main: gemm d[0] = x[0] * W + bias",
                                      "s: gemm d[0] += x[0] * W | after 3",
                                      "s, t: group",
                                      "s: send x[0] -> 1 | meets 33",
                                      "s: recv x[1] <- 1 | meets 32",
                                      "t: gemm of 1 part",
                                      "t: part d[1] = x[1] * W when flag[0] >= 1 bump flag[1] by 2",
                                      "main: copy x[0]@1 = x[0] via ce bump flag[0]@1",
                                      "main: copy x[1] = x[0] via sm(4) bump flag[0] each nb",
                                      "main: flush",
                                      "main: reduce y = d[0], d[1] in wire",
                                      "main: all_gather x[0], x[1] = x[0] order tree | meets 40",
                                      "main: barrier pad | meets 41",
                                      "main: barrier | meets 42",
                                      "main: set flag[1] = 0",
                                      "main: bump flag[0] by 3",
                                      "main: wait flag[0] mod 2 == 1 via mem",
                                      "t: kernel",
                                      "t: wait flag[1] >= 1 via sm(1)",
                                      "t: bump pad",
                                      "host: sync | after 5",
                                      "main: after | after 5, 20",
                                      "main: exit"}));
}

}  // namespace
}  // namespace stretto
