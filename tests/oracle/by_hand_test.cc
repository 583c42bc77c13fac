// "The same by hand" (the language's seven examples at tp = 4, rank 1): the slow expander against
// the answers that were worked out on paper.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/parser.h"
#include "tests/models/language_texts.h"
#include "tests/oracle/slow_expander.h"

namespace stretto::oracle {
namespace {

Listing listing_of_example(size_t index) {
  ExpandOptions options;
  options.tp = TpSize{4};
  options.shape = Shape{64, 64, 64};
  return slow_expand(parse(kLanguageTexts.at(index), "LANGUAGE.md"), options);
}

// "x[1,0] x[0,0]": a place of every op of a kind on rank 1, without the rank where it is 1.
std::string sequence(const Listing& listing, const std::string& kind,
                     std::vector<std::string> PlainOp::*place) {
  std::string text;
  for (const PlainOp& op : listing.ops) {
    if (op.rank != 1 || op.kind != kind) continue;
    for (const std::string& slot : op.*place) {
      text += (text.empty() ? "" : " ") +
              (slot.ends_with("@1") ? slot.substr(0, slot.size() - 2) : slot);
    }
  }
  return text;
}

TEST(by_hand, ring_ag_gemm) {
  const Listing listing = listing_of_example(0);
  EXPECT_EQ(sequence(listing, "gemm", &PlainOp::src), "x[1,0] x[0,0] x[3,0] x[2,0]");
  EXPECT_EQ(sequence(listing, "send", &PlainOp::src), "x[1,0] x[0,0] x[3,0]");
  EXPECT_EQ(sequence(listing, "recv", &PlainOp::dst), "x[0,0] x[3,0] x[2,0]");
}

TEST(by_hand, te_atomic_ag) {
  const Listing listing = listing_of_example(1);
  EXPECT_EQ(sequence(listing, "part", &PlainOp::src), "x[0] x[1] x[2] x[3]");
  EXPECT_EQ(sequence(listing, "copy", &PlainOp::dst), "x[1]@2 x[2]@2 x[3]@2 t[4]");
  EXPECT_EQ(listing.ops.back().rank, 3);
}

TEST(by_hand, te_ring_rs) {
  const Listing listing = listing_of_example(2);
  EXPECT_EQ(sequence(listing, "gemm", &PlainOp::src), "X[2] X[3] X[0] X[1]");
  EXPECT_EQ(sequence(listing, "copy", &PlainOp::dst), "u[4]@2 u[5]@3 u[6]@0");
  EXPECT_EQ(sequence(listing, "reduce", &PlainOp::src), "u[3] u[4] u[5] u[6]");
}

TEST(by_hand, hierarchical_ag) {
  const Listing listing = listing_of_example(4);
  EXPECT_EQ(sequence(listing, "all_gather", &PlainOp::dst),
            "x[0,1] x[1,1] x[0,0] x[0,1] x[1,0] x[1,1]");
}

TEST(by_hand, async_tp_rs) {
  const Listing listing = listing_of_example(5);
  EXPECT_EQ(sequence(listing, "gemm", &PlainOp::src), "X[2] X[3] X[0] X[1]");
  EXPECT_EQ(sequence(listing, "gemm", &PlainOp::dst), "p[0] p[1] p[0] z[1]");
  EXPECT_EQ(sequence(listing, "copy", &PlainOp::src), "p[0]@0 p[1]@3 p[0]@2");
  EXPECT_EQ(sequence(listing, "reduce", &PlainOp::src), "z[0] z[1] z[2] z[3]");
}

TEST(by_hand, flux_ag) {
  const Listing listing = listing_of_example(6);
  EXPECT_EQ(sequence(listing, "copy", &PlainOp::dst), "x[1] x[2] x[3] x[0]");
  EXPECT_EQ(sequence(listing, "part", &PlainOp::dst), "d[1] d[2] d[3] d[0]");
}

}  // namespace
}  // namespace stretto::oracle
