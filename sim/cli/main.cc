// `stretto`: see command.h.

#include <iostream>

#include "sim/cli/command.h"

int main(int argc, char** argv) {
  return stretto::run_stretto({argv + 1, argv + argc}, std::cout, std::cerr);
}
