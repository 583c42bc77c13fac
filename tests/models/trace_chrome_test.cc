#include <gtest/gtest.h>

#include "models/source.h"
#include "models/trace.h"

namespace stretto {
namespace {

Timeline chrome(const std::string& text) {
  ByteSource source("t.json", std::string_view(text));
  return read_chrome_trace(source);
}

std::string error_of(const std::string& text) {
  try {
    chrome(text);
    return "none";
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string kernel(const std::string& members, const std::string& arguments) {
  return R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, )" + members +
         R"(, "args": {"stream": 7, )" + arguments + "}}";
}

TEST(trace_chrome, reads_an_object_and_a_bare_array_alike) {
  const std::string event =
      kernel(R"("ts": 12, "dur": 3.25)", R"("correlation": 5, "grid": [66, 2, 1])");
  const Timeline timeline = chrome("[" + event + "]");
  EXPECT_EQ(
      timeline.spans,
      (std::vector<TimelineSpan>{
          {.start_ns = 12'000, .end_ns = 15'250, .correlation = 5, .stream = 7, .num_ctas = 132}}));
  EXPECT_EQ(chrome(R"({"schemaVersion": 1, "traceEvents": [)" + event + "]}").spans,
            timeline.spans);
}

TEST(trace_chrome, keeps_nanoseconds_since_1970) {
  const Timeline timeline =
      chrome("[" + kernel(R"("ts": 1694128201545123.457, "dur": "0.001")", R"("correlation": 1)") +
             "," + kernel(R"("ts": 1.5e15, "dur": 2)", R"("correlation": 2)") + "]");
  EXPECT_EQ(timeline.spans.at(1).start_ns, 1'694'128'201'545'123'457);
  EXPECT_EQ(timeline.spans.at(1).end_ns, 1'694'128'201'545'123'458);
  EXPECT_EQ(timeline.spans.at(0).start_ns, 1'500'000'000'000'000'000);
}

TEST(trace_chrome, takes_launches_by_correlation_and_devices_by_their_properties) {
  const Timeline timeline = chrome(
      R"({"deviceProperties": [{"id": 0, "name": "NVIDIA H200", "numSms": 132}], "traceEvents": [
      {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 99, "tid": 9,
       "ts": 1.25, "dur": 1, "args": {"correlation": 5}},)" +
      kernel(R"("ts": 12, "dur": 3)", R"("correlation": 5)") + "]}");
  EXPECT_EQ(timeline.spans.at(0).launch_ns, 1'250);
  EXPECT_EQ(timeline.ranks.at(0).device_name, "NVIDIA H200");
  EXPECT_EQ(timeline.ranks.at(0).num_sms, 132);
}

TEST(trace_chrome, a_copy_to_a_peer_belongs_to_its_source) {
  const Timeline timeline = chrome(
      R"json([{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy PtoP (Device -> Device)", "pid": 1,
           "ts": 1, "dur": 1, "args": {"stream": 7, "correlation": 1, "fromDevice": 3}}])json");
  EXPECT_EQ(timeline.ranks.at(0).device, 3);
  EXPECT_EQ(timeline.spans.at(0).activity, Activity::kCopy);
}

TEST(trace_chrome, marks_what_was_launched_in_the_last_of_several_steps) {
  const auto step = [](const std::string& name, int ts) {
    return R"({"ph": "X", "cat": "user_annotation", "name": ")" + name + R"(", "pid": 9, "ts": )" +
           std::to_string(ts) + R"(, "dur": 100})";
  };
  const auto launch = [](int ts, int correlation) {
    return R"({"ph": "X", "cat": "cuda_runtime", "name": "l", "pid": 9, "ts": )" +
           std::to_string(ts) + R"(, "dur": 1, "args": {"correlation": )" +
           std::to_string(correlation) + "}}";
  };
  const std::string kernels = launch(10, 1) + "," + launch(110, 2) + "," +
                              kernel(R"("ts": 120, "dur": 1)", R"("correlation": 1)") + "," +
                              kernel(R"("ts": 130, "dur": 1)", R"("correlation": 2)");
  const Timeline two = chrome("[" + step("ProfilerStep#1", 0) + "," + step("ProfilerStep#2", 100) +
                              "," + kernels + "]");
  EXPECT_FALSE(two.spans.at(0).is_in_last_step);
  EXPECT_TRUE(two.spans.at(1).is_in_last_step);
  const Timeline one = chrome("[" + step("ProfilerStep#1", 0) + "," + kernels + "]");
  EXPECT_FALSE(one.spans.at(1).is_in_last_step);
}

TEST(trace_chrome, is_lenient_about_escapes_and_other_events) {
  const Timeline timeline = chrome(
      R"([{"ph": "M", "name": "process_name", "args": {"name": "C:\python"}}, 7, null,
      {"ph": "f", "ts": NaN}, {"ph": "X", "cat": "Kernel", "name": "void f\<x>", "pid": 0,
       "ts": 1, "dur": 1, "args": {"grid": "none", "blocks per SM": [1], "stream": "7"}}])");
  EXPECT_EQ(timeline.names, std::vector<std::string>{"void f\\<x>"});
  EXPECT_EQ(timeline.spans.at(0).stream, 7);
}

TEST(trace_chrome, refuses_what_is_cut_off_or_has_no_kernels_of_its_graphs) {
  EXPECT_NE(error_of(R"({"traceEvents": [{"ph": "X", "na)").find("t.json:1:33:"),
            std::string::npos);
  EXPECT_NE(error_of("[" + kernel(R"("ts": 1)", R"("correlation": 1)") + "]").find("no time"),
            std::string::npos);
  EXPECT_NE(
      error_of("[" + kernel(R"("ts": 1, "dur": -1)", R"("correlation": 1)") + "]").find("dur"),
      std::string::npos);
  EXPECT_NE(error_of(R"([{"ph": "X", "cat": "cuda_runtime", "name": "cudaGraphLaunch", "ts": 1}])")
                .find("their kernels were not recorded"),
            std::string::npos);
}

}  // namespace
}  // namespace stretto
