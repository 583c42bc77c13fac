#include "sim/cli/contents_table.h"

#include <gtest/gtest.h>

#include "models/expand.h"
#include "models/parser.h"

namespace stretto {
namespace {

constexpr const char* kText = R"(
schedule small computes all_gather_gemm
shard A[ring tp] : [M/tp, K]
weight W : [K, N]
buffer x[ring tp] : [M/tp, K]
buffer t[tp+1] : [M/tp, N] fresh
buffer y : [M/tp, K]
rank r:
  given x[r] = A(r)
  ensure t[j+1] = A(j) * W  for j in 0..tp-1
)";

Program small() {
  ExpandOptions options;
  options.tp = TpSize{2};
  return expand(parse(kText, "small.sched"), options);
}

int32_t tensor_index(const Program& program, const std::string& name) {
  for (size_t i = 0; i < program.tensors.size(); ++i) {
    if (program.tensors[i].name == name) return static_cast<int32_t>(i);
  }
  return -1;
}

/// Puts `value` into a slot by its name.
void put(const Program& program, Verdict& verdict, const std::string& name, ValueId value) {
  for (int32_t i = 0; i < program.slots_per_rank * program.num_ranks(); ++i) {
    if (slot_name_at(program, Slot{i}) == name) verdict.contents[static_cast<size_t>(i)] = value;
  }
}

Verdict empty_verdict(Program& program) {
  Verdict verdict;
  const auto count =
      static_cast<size_t>(program.slots_per_rank) * static_cast<size_t>(program.num_ranks());
  verdict.contents.assign(count, program.values.nothing());
  return verdict;
}

std::string texts(const std::vector<ContentsTable>& tables) {
  std::string text;
  for (const ContentsTable& table : tables) text += to_string(table);
  return text;
}

TEST(contents_table, cells_are_indices_where_every_slot_holds_one_block) {
  Program program = small();
  Verdict verdict = empty_verdict(program);
  const int32_t a = tensor_index(program, "A");
  const int32_t w = tensor_index(program, "W");
  for (int rank = 0; rank < 2; ++rank) {
    for (int j = 0; j < 2; ++j) {
      const std::string at = "]@" + std::to_string(rank);
      const ValueId chunk = program.values.shard(a, Chunk{j}, 0);
      const ValueId weight = program.values.weight(w, Rank{rank}, Chunk{0});
      if (j == rank) put(program, verdict, "x[" + std::to_string(j) + at, chunk);
      put(program, verdict, "t[" + std::to_string(2 - j) + at,
          program.values.rounded(program.values.product(chunk, weight)));
    }
  }
  EXPECT_EQ(texts(contents_tables(program, verdict, ContentsScope::kBlocks)),
            "x[0..1] holds A(c), by slot:\n"
            "  slot   0 1\n"
            "  rank 0 0 .\n"
            "  rank 1 . 1\n"
            "t[1..2] holds A(c) * W, by slot:\n"
            "  slot   1 2\n"
            "  rank 0 1 0\n"
            "  rank 1 1 0\n");
}

TEST(contents_table, a_product_with_another_ranks_weight_is_told_in_words) {
  Program program = small();
  Verdict verdict = empty_verdict(program);
  const ValueId chunk = program.values.shard(tensor_index(program, "A"), Chunk{0}, 0);
  const ValueId weight = program.values.weight(tensor_index(program, "W"), Rank{1}, Chunk{0});
  put(program, verdict, "t[1]@0", program.values.product(chunk, weight));
  EXPECT_TRUE(contents_tables(program, verdict, ContentsScope::kBlocks).empty());
  EXPECT_EQ(texts(contents_tables(program, verdict, ContentsScope::kAll)),
            "x[0..1] by slot:\n"
            "  slot    0        1\n"
            "  rank 0  nothing  nothing\n"
            "  rank 1  nothing  nothing\n"
            "t[0..2] by slot:\n"
            "  slot    0        1           2\n"
            "  rank 0  nothing  A(0) * W@1  nothing\n"
            "  rank 1  nothing  nothing     nothing\n"
            "y by slot:\n"
            "  slot    .\n"
            "  rank 0  nothing\n"
            "  rank 1  nothing\n");
}

TEST(contents_table, without_contents_there_is_nothing_to_tell) {
  const Program program = small();
  EXPECT_TRUE(contents_tables(program, {}, ContentsScope::kAll).empty());
}

TEST(contents_table, blocks_are_named_as_in_the_text) {
  Tensor tensor;
  tensor.name = "x";
  EXPECT_EQ(block_name(tensor, 0), "x");
  tensor.dims = {2, 3};
  EXPECT_EQ(block_name(tensor, 4), "x[1, 1]");
}

}  // namespace
}  // namespace stretto
