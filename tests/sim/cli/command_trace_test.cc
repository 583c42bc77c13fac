#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/cli/command.h"
#include "sim/cli/trace_report.h"
#include "tests/sim/cli/examples.h"

namespace stretto {
namespace {

const std::string kFile = "tests/data/linear_all_reduce_2xh100.txt";

std::string temp(const std::string& name) { return testing::TempDir() + name; }

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(command_trace, says_what_hid_and_why_the_rest_did_not) {
  EXPECT_EQ(
      ran({"trace", kFile}),
      (Ran{kGood,
           "rank 0 (device 0, NVIDIA H100 80GB HBM3, 132 SMs)\n"
           "  overlap  29.5 %: communication 546,780 ns, hidden 161,247 ns, exposed 385,533 ns\n"
           "  compute  2,738,414 ns, 2 GEMMs; GEMMs overlap each other by 168,543 ns\n"
           "  order    GEMM x 2, all-reduce x 2 (2 chunks)\n"
           "  gaps     none above 5 us on stream 17\n"
           "  #  communication  start ns    ns       hidden ns  %     start delay ns  "
           "behind        hidden by (ns)\n"
           "  1  all-reduce     38,141,845  299,614  161,247    53.8  1,226,232       "
           "GEMM 1        GEMM 2: 161,247\n"
           "  2  all-reduce     38,443,891  247,166  0          0.0   2,432           "
           "all-reduce 1\n"
           "  the first all-reduce began in the tail of the second GEMM, whose grid of 132 "
           "CTAs fills the device\n",
           ""}));
}

TEST(command_trace, has_a_verdict_for_a_pull_request) {
  const Ran result = ran({"trace", kFile, "--markdown"});
  EXPECT_EQ(result.code, kGood);
  EXPECT_TRUE(result.out.starts_with("**Overlap 29.5 %**: of 547 us of communication"));
  EXPECT_NE(result.out.find("| 0 | 546,780 | 161,247 | 385,533 | 29.5 % |"), std::string::npos);
  EXPECT_NE(result.out.find("- rank 0: the first all-reduce began in the tail"), std::string::npos);
}

TEST(command_trace, json_has_the_numbers_of_each_rank_and_of_all) {
  const auto json = nlohmann::json::parse(ran({"trace", kFile, kFile, "--json"}).out);
  EXPECT_EQ(json["all"]["comm_ns"], 2 * 546'780);
  EXPECT_EQ(json["ranks"].size(), 2u);
  EXPECT_EQ(json["ranks"][1]["exposed_ns"], 385'533);
  EXPECT_EQ(json["ranks"][0]["gemms"][0]["tile"], nlohmann::json({128, 256, 64}));
  EXPECT_EQ(json["ranks"][0]["comm"][0]["waited_for_sms"]["began_in"], "tail");
}

TEST(command_trace, without_communication_is_null) {
  std::ofstream(temp("gemm.csv")) << "Start (ns),Duration (ns),Device,Strm,Name\n"
                                     "1,2,H100 (0),7,nvjet_hsh_128x256_64x4_2x1_v_bz_TNN\n";
  const auto json = nlohmann::json::parse(ran({"trace", temp("gemm.csv"), "--json"}).out);
  EXPECT_TRUE(json["all"]["overlap_percent"].is_null());
  EXPECT_NE(ran({"trace", temp("gemm.csv")}).out.find("overlap  none: no communication"),
            std::string::npos);
}

TEST(command_trace, writes_a_page_and_a_trace_that_says_the_same) {
  const Ran result =
      ran({"trace", kFile, "--report", temp("page.html"), "--trace", temp("trace.json"), "--json"});
  EXPECT_EQ(result.code, kGood);
  const std::string page = text_of(temp("page.html"));
  EXPECT_NE(page.find("<h1>Overlap 29.5 %</h1>"), std::string::npos);
  EXPECT_NE(page.find("class=\"hidden\""), std::string::npos);
  EXPECT_NE(page.find("class=\"exposed\""), std::string::npos);
  const auto first = nlohmann::json::parse(result.out);
  const auto again = nlohmann::json::parse(ran({"trace", temp("trace.json"), "--json"}).out);
  EXPECT_EQ(again["all"], first["all"]);
  EXPECT_EQ(again["ranks"][0]["comm"], first["ranks"][0]["comm"]);
}

TEST(command_trace, holds_a_trace_against_a_schedule) {
  const Arguments two = {"trace", kFile, "--schedule", "linear_ar_chunked", "--tp", "2"};
  const Ran fits = ran(two);
  EXPECT_EQ(fits.code, kGood);
  EXPECT_NE(fits.out.find("every op has its kernel"), std::string::npos);
  Arguments four = two;
  four.insert(four.end(), {"--set", "split=4"});
  const Ran differs = ran(four);
  EXPECT_EQ(differs.code, kPropertyFails);
  EXPECT_NE(differs.out.find("GEMM: 2 kernels where the schedule has 4"), std::string::npos);
}

TEST(command_trace, takes_the_waves_of_a_gemm_from_the_shape) {
  // 8192x14336 in tiles of 128x256 are 28 waves on 132 SMs: the last begins at 96.4 %, less 5 %;
  // the all-reduce began at 89.6 % of the second GEMM.
  const auto waited = [](const Arguments& more) {
    Arguments arguments = {"trace", kFile, "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto json = nlohmann::json::parse(ran(arguments).out);
    return !json["ranks"][0]["comm"][0]["waited_for_sms"].is_null();
  };
  EXPECT_FALSE(waited({"--shape", "8192x14336x8192"}));
  EXPECT_TRUE(waited({"--shape", "2048x14336x8192"}));
  // The schedule halves the rows: 4096x4096 in two chunks are 256 tiles each, two waves.
  EXPECT_TRUE(
      waited({"--schedule", "linear_ar_chunked", "--tp", "2", "--shape", "4096x4096x4096"}));
}

TEST(command_trace, lays_what_an_op_takes_alone_beside_the_measured) {
  const Arguments arguments = {"trace",     kFile,   "--schedule", "linear_ar_chunked",
                               "--tp",      "2",     "--shape",    "8192x14336x8192",
                               "--machine", "h200x2"};
  const Ran text = ran(arguments);
  EXPECT_EQ(text.code, kGood);
  EXPECT_NE(text.out.find("measured / alone"), std::string::npos);
  Arguments with_json = arguments;
  with_json.emplace_back("--json");
  const auto json = nlohmann::json::parse(ran(with_json).out);
  const auto& ops = json["schedule"]["ranks"][0]["ops"];
  EXPECT_EQ(ops[0]["kind"], "GEMM");
  EXPECT_EQ(ops[0]["measured_ns"], 1'350'935);
  EXPECT_GT(ops[0]["predicted_ns"], 0);
}

TEST(command_trace, refuses_bad_input_and_writes_nothing) {
  std::ofstream(temp("foreign.txt")) << "rank 0 took 5 ms\n";
  std::ofstream(temp("cut.json")) << R"({"traceEvents": [{"ph": "X", "cat": "kernel", "na)";
  const std::vector<std::pair<Arguments, std::string>> rows = {
      {{"trace"}, "found no file"},
      {{"trace", "no_such.csv"}, "no_such.csv: cannot be read"},
      {{"trace", temp("foreign.txt")}, "no trace that is known here"},
      {{"trace", temp("cut.json")}, "cut.json:1:"},
      {{"trace", kFile, "--comm", "("}, "--comm: found '('"},
      {{"trace", kFile, "--definition", "x"}, "--definition: found 'x'; accepted: own, hta"},
      {{"trace", kFile, "--json", "--markdown"}, "accepted: one of them"},
      {{"trace", kFile, "--tp", "2"}, "found without --schedule"},
      {{"trace", kFile, "--schedule", "ring_ag", "--shape", "8x8x8", "--machine", "x"},
       "known: h200x2"},
      {{"trace", kFile, "--sms", "0"}, "--sms: found '0'"},
      {{"trace", kFile, "--report", "/no/such/folder/x"}, "--report: cannot write"},
  };
  for (const auto& [arguments, message] : rows) {
    const Ran result = ran(arguments);
    EXPECT_EQ(result.code, kBadInput) << message;
    EXPECT_EQ(result.out, "") << message;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  }
}

TEST(command_trace, counts_in_words_and_groups_digits) {
  EXPECT_EQ(ordinal(0), "first");
  EXPECT_EQ(ordinal(10), "11th");
  EXPECT_EQ(ordinal(20), "21st");
  EXPECT_EQ(ordinal(111), "112th");
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(-1'234'567), "-1,234,567");
  EXPECT_EQ(grouped(999), "999");
}

}  // namespace
}  // namespace stretto
