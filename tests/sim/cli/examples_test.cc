#include "tests/sim/cli/examples.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "sim/cli/command.h"

namespace stretto {
namespace {

void expect_true(const Example& example) {
  const Ran result = ran(example.arguments);
  EXPECT_LE(result.code, 1) << result.err;
  EXPECT_TRUE(matches(example.lines, lines_of(result.out)))
      << "$ stretto " << ::testing::PrintToString(example.arguments) << "\n"
      << result.out << result.err;
}

TEST(examples, are_found_with_their_lines) {
  const auto found = find_examples("text\n$ stretto list machines\nmachines\n  none yet\n\nmore\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].arguments, (Arguments{"list", "machines"}));
  EXPECT_EQ(found[0].lines, (std::vector<std::string>{"machines", "  none yet"}));
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

TEST(examples, of_the_readme_are_true) {
  std::ifstream in("README.md");
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const auto examples = find_examples(text);
  EXPECT_FALSE(examples.empty());
  for (const Example& example : examples) expect_true(example);
}

}  // namespace
}  // namespace stretto
