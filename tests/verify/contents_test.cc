#include "verify/contents.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/models/language_texts.h"
#include "tests/support/told.h"
#include "tests/verify/order_of.h"
#include "tests/verify/with_body.h"

namespace stretto {
namespace {

/// A program after one run, with its slots by name.
struct After : OrderOf {
  Contents contents;
  After(std::string_view text, const ExpandOptions& options)
      : OrderOf(text, options),
        contents(compute_contents(program, order, runner.run(Mode::kMostBlocking).order)) {}
  explicit After(const std::string& body, int tp = 1)
      : After(with_body(body), {.tp = TpSize{tp}}) {}

  ValueId at(const std::string& name) const {
    for (size_t i = 0; i < contents.at_end.size(); ++i) {
      if (slot_name_at(program, Slot{i}) == name) return contents.at_end[i];
    }
    return -1;
  }
  std::string text(const std::string& name) const { return value_name(program, at(name)); }
  int tensor(const std::string& name) const {
    int index = 0;
    while (program.tensors.at(static_cast<size_t>(index)).name != name) ++index;
    return index;
  }
  /// X@q(c) * W@q, for every q of `ranks`.
  std::vector<ValueId> partials(const std::vector<int>& ranks, int chunk, int weight_block = 0) {
    std::vector<ValueId> values;
    for (const int q : ranks) {
      const ValueId x = program.values.local(tensor("X"), Rank{q}, Chunk{chunk}, 0);
      const ValueId w = program.values.weight(tensor("W"), Rank{q}, Chunk{weight_block});
      values.push_back(program.values.rounded(program.values.product(x, w)));
    }
    return values;
  }
  ValueId fold(const std::vector<ValueId>& operands) {
    return program.values.rounded(program.values.chain(operands, false));
  }
};

After language_text(size_t index) { return After(kLanguageTexts.at(index), {.tp = TpSize{4}}); }

TEST(ContentsByHand, te_atomic_ag_holds_1_0_3_2_and_blocks_0_3_2_1) {
  const After after = language_text(1);
  std::vector<std::string> texts;
  for (const char* slot : {"x[0]@1", "x[1]@1", "x[2]@1", "x[3]@1"})
    texts.push_back(after.text(slot));
  EXPECT_EQ(texts, (std::vector<std::string>{"A(1)", "A(0)", "A(3)", "A(2)"}));
  texts.clear();
  for (const char* slot : {"t[1]@1", "t[2]@1", "t[3]@1", "t[4]@1"})
    texts.push_back(after.text(slot));
  EXPECT_EQ(texts,
            (std::vector<std::string>{"A(0) * W@1", "A(3) * W@1", "A(2) * W@1", "A(1) * W@1"}));
}

TEST(ContentsByHand, te_ring_rs_folds_the_partials_of_1_0_3_2) {
  After after = language_text(2);
  EXPECT_EQ(after.at("y@1"), after.fold(after.partials({1, 0, 3, 2}, 1)));
}

TEST(ContentsByHand, te_pipeline_rs_chains_2_3_0_1) {
  After after = language_text(3);
  for (int j = 0; j < 4; ++j) {
    EXPECT_EQ(after.at("y[" + std::to_string(j) + "]@1"),
              after.program.values.chain(after.partials({2, 3, 0, 1}, 1, j), true));
  }
}

TEST(ContentsByHand, async_tp_rs_folds_0_1_2_3) {
  After after = language_text(5);
  EXPECT_EQ(after.at("y@1"), after.fold(after.partials({0, 1, 2, 3}, 1)));
}

TEST(ContentsByHand, flux_ag_holds_every_block_in_its_place) {
  const After after = language_text(6);
  for (int c = 0; c < 4; ++c) {
    EXPECT_EQ(after.text("d[" + std::to_string(c) + "]@1"), "A(" + std::to_string(c) + ") * W@1");
  }
}

TEST(Contents, a_slot_never_written_holds_nothing_and_a_fresh_one_junk) {
  std::string text = with_body("");
  text.replace(text.find("buffer y : [M, N]"), 17, "buffer y : [M, N] fresh");
  const After after(text, {.tp = TpSize{1}});
  EXPECT_EQ(after.text("z[0]@0"), "nothing");
  EXPECT_EQ(after.text("y@0"), "junk");
}

TEST(Contents, gemms_multiply_add_and_accumulate) {
  const After after(R"(  gemm z[0] = x[0] * W
  gemm z[1] = x[0] * W + bias
  gemm z[2] = x[0] * W + z[0]
  gemm z[2] += x[0] * W
)");
  EXPECT_EQ(after.text("z[0]@0"), "A(0) * W@0");
  ValueTable values = after.program.values;
  const ValueId product =
      values.product(values.shard(0, Chunk{0}, 0), values.weight(1, Rank{0}, Chunk{0}));
  const ValueId stored = values.rounded(product);
  EXPECT_EQ(after.at("z[1]@0"), values.rounded(values.add(product, values.bias())));
  const ValueId sum = values.rounded(values.add(product, stored));
  EXPECT_EQ(after.at("z[2]@0"), values.rounded(values.add(product, sum)));
}

TEST(Contents, only_f32_slots_hold_what_is_not_rounded) {
  const After after("  gemm z[0] = x[0] * W\n  gemm t[0] = x[0] * W\n");
  EXPECT_TRUE(after.program.values.term(after.at("z[0]@0")).is_rounded);
  EXPECT_FALSE(after.program.values.term(after.at("t[0]@0")).is_rounded);
}

TEST(Contents, a_reduction_in_wire_rounds_at_each_step_and_one_in_f32_once) {
  const After after(R"(  gemm z[0] = x[0] * W
  reduce z[1] = x[0], z[0], x[0] in wire
  reduce z[2] = x[0], z[0], x[0] in f32
)");
  ValueTable values = after.program.values;
  const std::vector<ValueId> operands = {after.at("x[0]@0"), after.at("z[0]@0"),
                                         after.at("x[0]@0")};
  EXPECT_EQ(after.at("z[1]@0"), values.chain(operands, true));
  EXPECT_EQ(after.at("z[2]@0"), values.rounded(values.chain(operands, false)));
}

TEST(Contents, a_reduction_of_many_slots_pairs_them_up) {
  const After after(
      "  copy z[0..1] = x[0..1]  via ce\n  reduce z[2..3] = z[0..1], x[0..1] in f32\n", 2);
  ValueTable values = after.program.values;
  const ValueId a = after.at("x[1]@0");
  EXPECT_EQ(after.at("z[3]@0"), values.rounded(values.add(a, a)));
}

TEST(Contents, a_reduction_may_overwrite_its_operands) {
  const After after("  copy z[0] = x[0]  via ce\n  reduce z[0] = z[0], x[0] in wire\n");
  ValueTable values = after.program.values;
  const ValueId a = after.at("x[0]@0");
  EXPECT_EQ(after.at("z[0]@0"), values.rounded(values.add(a, a)));
}

/// Rank q puts A(q) into z[0]; does the op over three ranks leave what is wanted in a slot?
bool reduced(const std::string& op, const std::string& slot,
             const std::function<ValueId(ValueTable&, const std::vector<ValueId>&)>& wanted) {
  const After after("  copy z[0] = x[r]  via ce\n" + op, 3);
  ValueTable values = after.program.values;
  std::vector<ValueId> operands;
  for (int q = 0; q < 3; ++q) operands.push_back(after.at("x[" + std::to_string(q) + "]@0"));
  return after.at(slot) == wanted(values, operands);
}

TEST(Contents, an_all_reduce_adds_round_the_ring_or_up_the_tree) {
  EXPECT_TRUE(reduced("  all_reduce z[1] = z[0]\n", "z[1]@2",
                      [](ValueTable& v, const auto& all) { return v.ring_sum(all); }));
  EXPECT_TRUE(reduced("  all_reduce z[1] = z[0] order tree\n", "z[1]@2",
                      [](ValueTable& v, const auto& all) { return v.tree_sum(all); }));
}

TEST(Contents, a_reduce_scatter_gives_member_c_the_chain_behind_c) {
  const std::string spread = "  copy z[1] = z[0]  via ce\n  copy z[2] = z[0]  via ce\n";
  EXPECT_TRUE(reduced(spread + "  reduce_scatter z[3] = z[0..2]\n", "z[3]@1",
                      [](ValueTable& v, const auto& all) {
                        return v.chain(std::vector{all[2], all[0], all[1]}, true);
                      }));
  EXPECT_TRUE(reduced(spread + "  reduce_scatter z[3] = z[0..2] order tree\n", "z[3]@1",
                      [](ValueTable& v, const auto& all) { return v.tree_sum(all); }));
}

TEST(Contents, an_all_gather_lists_slots_member_by_member) {
  const After after(R"(  copy z[0] = x[r]  via ce
  copy z[1] = x[1-r]  via ce
  all_gather z[0..3] = z[0..1]
)",
                    2);
  EXPECT_EQ(after.text("z[0]@1") + " " + after.text("z[1]@1"), "A(0) A(1)");
  EXPECT_EQ(after.text("z[2]@1") + " " + after.text("z[3]@1"), "A(1) A(0)");
}

TEST(Contents, members_of_a_group_read_before_any_is_written) {
  const After after(R"(  copy z[0] = x[r]  via ce
  group:
    send z[0] -> 1-r
    recv z[0] <- 1-r
)",
                    2);
  EXPECT_EQ(after.text("z[0]@0"), "A(1)");
  EXPECT_EQ(after.text("z[0]@1"), "A(0)");
}

TEST(Contents, a_non_blocking_copy_takes_what_is_there_when_it_lands) {
  const OrderOf of(with_body(R"(  copy z[0] = x[0]  via ce
  copy z[1] = z[0]  via ce nb
  gemm z[0] = x[0] * W
  flush
)"),
                   1);
  Program program = of.program;
  const Node landing = of.order.data_ends.at(0).at(0);
  const RunResult late = of.runner.run(Mode::kLeastOrdering, landing);
  const Contents contents = compute_contents(program, of.order, late.order);
  const Slot slot = program.slots_of(program.ops[static_cast<size_t>(of.op(22))].dst)[0];
  EXPECT_EQ(value_name(program, contents.at_end[static_cast<size_t>(slot.value)]), "A(0) * W@0");
}

TEST(Contents, what_a_bound_name_stands_for_is_what_it_holds_at_entry) {
  Program program = program_from(R"(schedule first computes all_gather_gemm
shard A[tp] : [M/tp, K]
weight W : [K, N]
buffer x[tp] : [M/tp, K]
buffer d[tp] : [M/tp, N] fresh
rank r:
  given x[*] = A(*)
  gemm d[*] = x[*] * W
  ensure d[*] = A(*) * W
schedule second computes reduce_scatter
local X[tp] : [M/tp, N]
buffer z[tp] : [M/tp, N]
buffer y : [M/tp, N]
signal pad
rank r:
  barrier pad
  for q in 0..tp-1: copy z[q] = X[r]@(q)  via ce
  reduce y = z[*] in f32
  ensure y = sum(q in 0..tp-1: X@q(r))
sequence pair:
  run first bind d = u
  run second bind X = u
)",
                                 2);
  const Verdict verdict = verify(program);
  EXPECT_EQ(told(verdict), Told{});
}

}  // namespace
}  // namespace stretto
