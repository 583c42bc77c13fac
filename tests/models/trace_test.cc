#include "models/trace.h"

#include <gtest/gtest.h>

#include "models/source.h"
#include "tests/models/made_file.h"

namespace stretto {
namespace {

Timeline nsys(const std::string& text) {
  ByteSource source("t.csv", std::string_view(text));
  return read_nsys_table(source);
}

std::string error_of(const std::string& path) {
  try {
    read_trace(path);
    return "none";
  } catch (const InputError& error) {
    return error.what();
  }
}

void expect_error(const std::string& path, const std::string& part) {
  const std::string error = error_of(path);
  EXPECT_NE(error.find(part), std::string::npos) << error;
}

constexpr std::string_view kCsvRow =
    "1000,250,17,132,1,2,384,1,1,168,0.0,0.2,,,,,NVIDIA H100 80GB HBM3 (1),1,";

TEST(trace_nsys, reads_csv_behind_preamble_lines) {
  const Timeline timeline = nsys(
      "Processing [r.sqlite] with [cuda_gpu_trace.py]...\n\n"
      "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem "
      "(MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name\n" +
      std::string(kCsvRow) + "7,\"void f<int, 2>(char*, \"\"x\"\")\"\n");
  EXPECT_EQ(timeline.ranks,
            (std::vector<TimelineRank>{
                {.file = "t.csv", .device = 1, .device_name = "NVIDIA H100 80GB HBM3"}}));
  EXPECT_EQ(timeline.names, std::vector<std::string>{"void f<int, 2>(char*, \"x\")"});
  EXPECT_EQ(
      timeline.spans,
      (std::vector<TimelineSpan>{
          {.start_ns = 1000, .end_ns = 1250, .correlation = 17, .stream = 7, .num_ctas = 264}}));
}

TEST(trace_nsys, finds_columns_by_title_and_units_in_them) {
  const Timeline timeline = nsys(
      "Start (us),Duration (ms),CorrId,Device,Ctx,GreenCtx,Strm,Name\r\n"
      "1.5,2,3,A100 (0),1,,14,[CUDA memset]\r\n"
      "0.25,0.001,4,A100 (0),1,,15,[CUDA memcpy PtoP]\r\n");
  ASSERT_EQ(timeline.spans.size(), 2u);
  EXPECT_EQ(timeline.spans[0].start_ns, 250);
  EXPECT_EQ(timeline.spans[0].end_ns, 1'250);
  EXPECT_EQ(timeline.spans[0].activity, Activity::kCopy);
  EXPECT_EQ(timeline.spans[1].start_ns, 1'500);
  EXPECT_EQ(timeline.spans[1].end_ns, 2'001'500);
  EXPECT_EQ(timeline.spans[1].activity, Activity::kSet);
  EXPECT_EQ(timeline.spans[1].stream, 14);
}

TEST(trace_nsys, reads_the_plain_table) {
  const Timeline timeline = nsys(
      " ** CUDA GPU Trace (cuda_gpu_trace):\n\n"
      " Start (ns)  Duration (ns)  GrdX   Device   Strm  Name\n"
      " ----------  -------------  ----  --------  ----  ----\n"
      " 35,564,678      1,350,935   132  H100 (3)     7  a long name, with a comma\n"
      " 36,747,070            100        H100 (3)     9  [CUDA memset]\n\n"
      " ** Another report:\n");
  ASSERT_EQ(timeline.spans.size(), 2u);
  EXPECT_EQ(
      timeline.spans[0],
      (TimelineSpan{.start_ns = 35'564'678, .end_ns = 36'915'613, .stream = 7, .num_ctas = 132}));
  EXPECT_EQ(timeline.names[0], "a long name, with a comma");
  EXPECT_EQ(timeline.ranks[0].device, 3);
}

TEST(trace_nsys, clamps_a_grid_that_no_device_has) {
  const Timeline timeline = nsys(
      "Start (ns),Duration (ns),GrdX,GrdY,GrdZ,Name\n"
      "1,2,2222222222222222,222222222222222222,1,k\n");
  EXPECT_EQ(timeline.spans.at(0).num_ctas, INT32_MAX);
}

TEST(trace_nsys, says_which_line_is_wrong) {
  const std::string titles = "Start (ns),Duration (ns),Strm,Name\n";
  const auto path = [](const std::string& text) { return made_file("bad.csv", text); };
  expect_error(path(titles + "1,2,3,k\n1,x,3,k\n"),
               "bad.csv:3:1: 'x' is no time in column Duration");
  expect_error(path(titles + "1,-2,3,k\n"), "bad.csv:2:1: a negative duration");
  expect_error(path(titles + "1,2,3\n"), "bad.csv:2:1: a row without a name: the file is cut off");
  expect_error(path("Start (h),Duration (ns),Name\n"), "unknown unit");
  expect_error(path(titles), "no kernel, copy or set");
}

TEST(trace, foreign_and_empty_files_are_refused) {
  expect_error(made_file("empty", ""), "the file is empty");
  expect_error(made_file("foreign", "hello\nworld\n"), "no trace that is known here");
  expect_error(made_file("foreign.json", "{\"hello\": 1}"), "no traceEvents");
  expect_error(made_file("foreign.bin", std::string(100, '\x01')), "no trace that is known here");
  expect_error("no/such/file", "cannot be read");
}

TEST(trace, may_be_gzipped) {
  const std::string text = "Start (ns),Duration (ns),Strm,Name\n1,2,3,k\n";
  EXPECT_EQ(read_trace(made_gzip("t.csv.gz", text)).spans.size(), 1u);
}

}  // namespace
}  // namespace stretto
