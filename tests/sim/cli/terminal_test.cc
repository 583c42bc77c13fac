#include "sim/cli/terminal.h"

#include <gtest/gtest.h>

#include <sstream>

namespace stretto {
namespace {

TEST(terminal, is_no_other_stream) {
  std::ostringstream err;
  EXPECT_FALSE(is_terminal(err));
}

TEST(terminal, has_one_line_that_is_written_over) {
  std::ostringstream err;
  write_over(err, "half");
  write_over(err, "");
  EXPECT_EQ(err.str(), "\r\033[Khalf\r\033[K");
}

}  // namespace
}  // namespace stretto
