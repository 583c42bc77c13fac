#include <gtest/gtest.h>

#include "sim/cli/command.h"
#include "tests/sim/cli/examples.h"

namespace stretto {
namespace {

TEST(cli, alone_lists_the_commands) {
  const Ran alone = ran({});
  EXPECT_EQ(alone.code, kGood);
  for (const Command& command : commands()) {
    EXPECT_NE(alone.out.find(command.name), std::string::npos) << command.name;
    EXPECT_NE(alone.out.find(command.summary), std::string::npos) << command.name;
  }
  EXPECT_EQ(ran({"--help"}), alone);
  EXPECT_EQ(ran({"help"}), alone);
}

TEST(cli, every_command_has_help_that_begins_with_its_usage) {
  for (const Command& command : commands()) {
    const std::string name(command.name);
    const Ran help = ran({name, "--help"});
    EXPECT_EQ(help.code, kGood);
    EXPECT_EQ(help.out, command.help);
    EXPECT_TRUE(help.out.starts_with("usage: stretto " + name)) << help.out;
  }
}

TEST(cli, an_unknown_command_is_bad_input) {
  EXPECT_EQ(ran({"verfy"}), (Ran{kBadInput, "",
                                 "unknown command 'verfy'; did you mean 'verify'?; known: list, "
                                 "show, verify, run, demo, trace\n"}));
}

TEST(cli, an_unknown_flag_is_bad_input_of_every_command) {
  for (const Command& command : commands()) {
    const Ran result = ran({std::string(command.name), "--no-such-flag"});
    EXPECT_EQ(result.code, kBadInput);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("unknown flag '--no-such-flag'")) << result.err;
  }
}

}  // namespace
}  // namespace stretto
