#include <gtest/gtest.h>

#include <string>

#include "sim/cli/command.h"
#include "tests/sim/cli/examples.h"

namespace stretto {
namespace {

TEST(command_demo, tells_the_whole_story) {
  const Ran result = ran({"demo"});
  EXPECT_EQ(result.code, kGood) << result.out << result.err;
  EXPECT_EQ(without_seconds(result.out), "");
  EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace stretto
