#include "sim/cli/options.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace stretto {
namespace {

constexpr auto kSome = {Flag::kTp,   Flag::kShape, Flag::kSet,  Flag::kCalls,
                        Flag::kSeed, Flag::kDtype, Flag::kJson, Flag::kRank};

std::string complaint(const Arguments& arguments) {
  try {
    parse_options(arguments, kSome);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(options, values_are_read) {
  const Options options =
      parse_options({"ring", "--tp", "2..64", "--set", "split=2", "--shape", "8x4x2", "--set",
                     "lanes=1", "--calls", "2", "--seed", "18446744073709551615", "--json"},
                    kSome);
  EXPECT_EQ(options.names, Arguments{"ring"});
  EXPECT_EQ(options.tp, (TpRange{2, 64}));
  EXPECT_EQ(options.shape, (Shape{8, 4, 2}));
  EXPECT_EQ(options.set,
            (std::vector<std::pair<std::string, std::string>>{{"split", "2"}, {"lanes", "1"}}));
  EXPECT_EQ(options.num_calls, 2);
  EXPECT_EQ(options.seed, 18446744073709551615ULL);
  EXPECT_TRUE(options.is_json);
  EXPECT_EQ(options.dtype, "f32");
}

TEST(options, one_size_is_a_range_of_one) {
  EXPECT_EQ(parse_options({"--tp=8"}, kSome).tp, (TpRange{8, 8}));
  EXPECT_EQ(only_tp(parse_options({"--tp", "8"}, kSome), TpSize{4}), TpSize{8});
  EXPECT_EQ(only_tp(parse_options({}, kSome), TpSize{4}), TpSize{4});
  EXPECT_THROW(only_tp(parse_options({"--tp", "2..4"}, kSome), TpSize{4}), std::invalid_argument);
}

TEST(options, a_set_does_not_swallow_the_name_behind_it) {
  const Options options = parse_options({"--set", "split=2", "ring"}, kSome);
  EXPECT_EQ(options.names, Arguments{"ring"});
}

TEST(options, bad_values_name_what_is_accepted) {
  EXPECT_EQ(complaint({"--tp", "3.."}),
            "--tp: found '3..'; accepted: a group size (--tp 8) or a range of them (--tp 2..64)");
  EXPECT_EQ(complaint({"--shape", "8x8"}),
            "--shape: found '8x8'; accepted: MxNxK, three positive integers (--shape 512x256x256)");
  EXPECT_EQ(complaint({"--set", "split"}),
            "--set: found 'split'; accepted: parameter=value (--set split=2)");
  EXPECT_EQ(complaint({"--dtype", "f16"}), "--dtype: found 'f16'; accepted: f32, bf16");
  EXPECT_EQ(complaint({"--calls", "0"}), "--calls: found '0'; accepted: an integer from 1 to 64");
}

TEST(options, bad_forms_are_refused) {
  for (const char* tp : {"0", "-1", "4..2", "..", "2...4", "2..x", "99999999999", " 4", "4 ", ""}) {
    EXPECT_NE(complaint({"--tp", tp}), "accepted") << tp;
  }
  for (const char* shape : {"8x8x", "8x8x8x8", "0x8x8", "8X8X8", "8x-8x8", "99999999999x1x1"}) {
    EXPECT_NE(complaint({"--shape", shape}), "accepted") << shape;
  }
  EXPECT_NE(complaint({"--tp"}), "accepted");
  EXPECT_NE(complaint({"--seed", "-1"}), "accepted");
  EXPECT_NE(complaint({"--rank", "1x"}), "accepted");
}

TEST(options, a_flag_of_another_command_is_unknown) {
  EXPECT_EQ(complaint({"--sweep"}),
            "unknown flag '--sweep'; did you mean '--seed'?; known: --tp, --shape, --set, --calls, "
            "--seed, --dtype, --json, "
            "--rank");
}

TEST(options, exactly_one_name_is_asked_for) {
  EXPECT_EQ(only_name(parse_options({"a"}, kSome)), "a");
  EXPECT_THROW(only_name(parse_options({}, kSome)), std::invalid_argument);
  EXPECT_THROW(only_name(parse_options({"a", "b"}, kSome)), std::invalid_argument);
}

TEST(options, the_expander_gets_what_was_typed) {
  const Options options = parse_options({"--calls", "3", "--set", "split=2"}, kSome);
  const ExpandOptions expand = expand_options(options, TpSize{8});
  EXPECT_EQ(expand.tp, TpSize{8});
  EXPECT_EQ(expand.num_calls, 3);
  EXPECT_EQ(expand.set, options.set);
  EXPECT_EQ(expand.shape, std::nullopt);
}

}  // namespace
}  // namespace stretto
