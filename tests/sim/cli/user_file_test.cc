#include "sim/cli/user_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

namespace stretto {
namespace {

TEST(user_file, lies_where_the_user_was_when_bazel_started_the_program) {
  EXPECT_EQ(user_path("a/b.csv"), "a/b.csv");
  setenv("BUILD_WORKING_DIRECTORY", testing::TempDir().c_str(), 1);
  EXPECT_EQ(user_path("b.csv"), testing::TempDir() + "b.csv");
  EXPECT_EQ(user_path("/b.csv"), "/b.csv");
  write_user_text("--report", "b.txt", "text");
  EXPECT_EQ(read_user_text("b.txt", ""), "text");
  unsetenv("BUILD_WORKING_DIRECTORY");
  EXPECT_EQ(read_user_text(testing::TempDir() + "b.txt", ""), "text");
}

TEST(user_file, is_told_from_a_name_by_a_slash_or_its_end) {
  EXPECT_TRUE(is_file_name("./ring", ".sched"));
  EXPECT_TRUE(is_file_name("ring.sched", ".sched"));
  EXPECT_FALSE(is_file_name("ring", ".sched"));
  EXPECT_FALSE(is_file_name("ring.json", ".sched"));
}

TEST(user_file, says_what_it_cannot_read_or_write) {
  EXPECT_THROW(read_user_text("no/such", "x"), std::invalid_argument);
  EXPECT_THROW(read_user_text(testing::TempDir(), "x"), std::invalid_argument);
  EXPECT_THROW(write_user_text("--report", "/no/such/x", ""), std::invalid_argument);
}

}  // namespace
}  // namespace stretto
