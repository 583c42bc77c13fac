#include "models/machine.h"

#include <gtest/gtest.h>

#include "models/source.h"

namespace stretto {
namespace {

constexpr std::string_view kText = R"({
  "name": "m", "about": "a", "origin": "o", "num_sms": 100,
  "gemm": {"tile_m": 128, "tile_n": 256, "tflop_per_s": 500, "fixed_ns": 1000},
  "transfer_ranks": 2,
  "transfers": {"all-reduce": {"points_bytes_us": [[1000, 10], [3000, 20.5]]}}
})";

std::string error_of(const std::string& found, const std::string& instead) {
  std::string text(kText);
  text.replace(text.find(found), found.size(), instead);
  try {
    parse_machine(text, "m.json");
    return "none";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(machine, is_read_with_its_units) {
  const Machine machine = parse_machine(std::string(kText), "m.json");
  EXPECT_EQ(machine, (Machine{.name = "m",
                              .about = "a",
                              .origin = "o",
                              .num_sms = 100,
                              .gemm = {128, 256, 500, 1000},
                              .transfer_ranks = 2,
                              .transfers = {{"all-reduce", {{1000, 10'000}, {3000, 20'500}}}}}));
}

TEST(machine, goes_straight_between_measured_points) {
  const SizeTable table = {{1000, 10'000}, {3000, 20'000}};
  EXPECT_EQ(time_ns(table, 10), 10'000);
  EXPECT_EQ(time_ns(table, 1000), 10'000);
  EXPECT_EQ(time_ns(table, 2000), 15'000);
  EXPECT_EQ(time_ns(table, 3000), 20'000);
  EXPECT_EQ(time_ns(table, 5000), 30'000);
  EXPECT_EQ(time_ns({{1000, 10'000}}, 4000), 40'000);
}

TEST(machine, counts_a_gemm_in_whole_waves) {
  const Machine machine = parse_machine(std::string(kText), "m.json");
  // 100 tiles are a wave: 2 * 128 * 256 * 1000 flop at 5 TFLOP/s an SM.
  const int64_t wave_ns = 13'107;
  EXPECT_EQ(gemm_ns(machine, 1280, 2560, 1000), 1'000 + wave_ns);
  EXPECT_EQ(gemm_ns(machine, 1281, 2560, 1000), 1'000 + 2 * wave_ns);
  EXPECT_EQ(gemm_ns(machine, 1, 1, 1000), 1'000 + wave_ns);
}

TEST(machine, says_what_is_wrong_in_a_file) {
  EXPECT_EQ(error_of("\"num_sms\"", "\"x\""), "m.json: member 'num_sms' is missing");
  EXPECT_EQ(error_of("500", "\"fast\""),
            "m.json: member 'tflop_per_s': found \"fast\"; accepted: a number from 0 to "
            "1000000000.0");
  EXPECT_EQ(error_of("[1000, 10]", "[1000]"),
            "m.json: all-reduce: found [1000]; accepted: [bytes, us]");
  EXPECT_EQ(error_of("3000", "500"),
            "m.json: all-reduce: accepted: one point or more, by rising bytes");
  EXPECT_NE(error_of("\"transfers\"", "transfers").find("m.json: "), std::string::npos);
}

TEST(machine, that_ships_has_the_name_of_its_file) {
  ASSERT_FALSE(shipped_machines().empty());
  for (const ShippedMachine& shipped : shipped_machines())
    EXPECT_EQ(parse_machine(std::string(shipped.text), "m.json").name, shipped.name);
}

}  // namespace
}  // namespace stretto
