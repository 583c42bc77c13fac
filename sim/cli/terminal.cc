#include "sim/cli/terminal.h"

#include <unistd.h>

#include <iostream>

namespace stretto {

bool is_terminal(const std::ostream& err) {
  return &err == &std::cerr && isatty(STDERR_FILENO) != 0;
}

void write_over(std::ostream& err, const std::string& text) {
  err << "\r\033[K" << text << std::flush;
}

}  // namespace stretto
