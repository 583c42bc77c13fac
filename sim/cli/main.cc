// `stretto`: see command.h.

#include <malloc.h>

#include <iostream>

#include "sim/cli/command.h"

int main(int argc, char** argv) {
  // What large vectors outgrow goes back to the system at once, instead of staying on the heap.
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  return stretto::run_stretto({argv + 1, argv + argc}, std::cout, std::cerr);
}
