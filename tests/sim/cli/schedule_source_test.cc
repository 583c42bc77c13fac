#include "sim/cli/schedule_source.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "models/parser.h"

namespace stretto {
namespace {

constexpr const char* kTwo = R"(
# First: not what the file stands for.
schedule one computes all_gather
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]
rank r:
  given x[r] = A(r)

# The second (of two. or so), with a reason. And more.
schedule two computes all_gather_gemm permuted, all_gather
shard A[ring tp] : [M/tp, K]
buffer x[ring tp] : [M/tp, K]
rank r:
  given x[r] = A(r)
)";

TEST(schedule_source, a_file_stands_for_its_last_schedule) {
  const syntax::File file = parse(kTwo, "two.sched");
  EXPECT_EQ(schedule_name(file), "two");
  EXPECT_EQ(computes_text(file), "all_gather_gemm permuted, all_gather");
  EXPECT_EQ(headline(file), "The second (of two. or so), with a reason");
}

TEST(schedule_source, a_sequence_behind_the_schedules_is_what_the_file_stands_for) {
  const std::string text =
      std::string(kTwo) + "\nsequence both:\n  run one bind x = u\n  run two bind x = u\n";
  const syntax::File file = parse(text, "both.sched");
  EXPECT_EQ(schedule_name(file), "both");
  EXPECT_EQ(computes_text(file), "runs one, two");
  EXPECT_EQ(headline(file), "");
}

TEST(schedule_source, a_name_is_a_shipped_schedule) {
  const syntax::File file = load_schedule("ring_ag_gemm");
  EXPECT_EQ(schedule_name(file), "ring_ag_gemm");
  EXPECT_EQ(file.path, "models/schedules/ring_ag_gemm.sched");
}

TEST(schedule_source, an_unknown_name_gets_the_nearest_one) {
  try {
    load_schedule("ring_ag_gem");
    FAIL();
  } catch (const std::invalid_argument& error) {
    const std::string text = error.what();
    EXPECT_TRUE(
        text.starts_with("unknown schedule 'ring_ag_gem'; did you mean 'ring_ag_gemm'?; known: "))
        << text;
    EXPECT_TRUE(text.ends_with("; a FILE has a '/' or ends in .sched")) << text;
  }
}

TEST(schedule_source, a_relative_file_is_looked_up_where_the_user_was) {
  const std::filesystem::path folder = ::testing::TempDir();
  std::ofstream(folder / "mine.sched") << kTwo;
  EXPECT_THROW(load_schedule("mine.sched"), std::invalid_argument);
  setenv("BUILD_WORKING_DIRECTORY", folder.c_str(), 1);
  EXPECT_EQ(schedule_name(load_schedule("mine.sched")), "two");
  EXPECT_EQ(schedule_name(load_schedule(folder / "mine.sched")), "two");
  unsetenv("BUILD_WORKING_DIRECTORY");
}

TEST(schedule_source, a_folder_or_a_missing_file_cannot_be_read) {
  EXPECT_THROW(load_schedule("./"), std::invalid_argument);
  EXPECT_THROW(load_schedule("no/such.sched"), std::invalid_argument);
}

}  // namespace
}  // namespace stretto
