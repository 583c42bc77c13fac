#include "tests/sim/cli/examples.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "sim/cli/command.h"

namespace stretto {
namespace {

void expect_true(const Example& example) {
  const Ran result = ran(example.arguments);
  EXPECT_LE(result.code, kPropertyFails);
  EXPECT_TRUE(matches(example.lines, lines_of(result.out)))
      << "$ stretto " << ::testing::PrintToString(example.arguments) << "\n"
      << result;
}

TEST(examples, are_found_with_their_lines) {
  const auto found = find_examples("text\n$ stretto list machines\nmachines\n  none yet\n\nmore\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].arguments, (Arguments{"list", "machines"}));
  EXPECT_EQ(found[0].lines, (std::vector<std::string>{"machines", "  none yet"}));
}

TEST(examples, only_seconds_are_left_out) {
  EXPECT_EQ(without_seconds("3 sizes, 0.31 s)\n1.5 shards, 12 s"),
            "3 sizes, # s)\n1.5 shards, # s");
}

TEST(examples, two_dots_stand_for_any_lines_and_seconds_are_not_compared) {
  EXPECT_TRUE(matches({"a", "..", "d"}, {"a", "b", "c", "d"}));
  EXPECT_TRUE(matches({"a", ".."}, {"a"}));
  EXPECT_TRUE(matches({"x  (3 sizes, 0.31 s)"}, {"x  (3 sizes, 12.02 s)"}));
  EXPECT_FALSE(matches({"a", "..", "d"}, {"a", "b", "c"}));
  EXPECT_FALSE(matches({"a"}, {"a", "b"}));
}

TEST(examples, of_every_help_text_are_true) {
  for (const Command& command : commands()) {
    const auto examples = find_examples(command.help);
    EXPECT_FALSE(examples.empty()) << command.name;
    for (const Example& example : examples) expect_true(example);
  }
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The schedule that the README writes, and what is left of it without its `after`.
void write_schedules_of(const std::string& readme, const std::filesystem::path& folder) {
  const std::string fence = "```\n";
  const size_t schedule = readme.find("schedule mine ");
  ASSERT_NE(schedule, std::string::npos);
  const size_t begin = readme.rfind(fence, schedule) + fence.size();
  std::string text = readme.substr(begin, readme.find(fence, schedule) - begin);
  std::ofstream(folder / "mine.sched") << text;
  const std::string after = "  after got[i-1] if i > 0";
  text.erase(text.find(after), after.size());
  std::ofstream(folder / "without_after.sched") << text;
}

TEST(examples, of_the_readme_are_true) {
  const std::string readme = text_of("README.md");
  const std::filesystem::path folder = ::testing::TempDir();
  write_schedules_of(readme, folder);
  std::filesystem::create_directories(folder / "tests");
  std::filesystem::copy(
      "tests/data", folder / "tests/data",
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  setenv("BUILD_WORKING_DIRECTORY", folder.c_str(), 1);
  const auto examples = find_examples(readme);
  EXPECT_FALSE(examples.empty());
  for (const Example& example : examples) expect_true(example);
  unsetenv("BUILD_WORKING_DIRECTORY");
}

}  // namespace
}  // namespace stretto
