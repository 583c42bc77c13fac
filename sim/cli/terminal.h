#ifndef STRETTO_SIM_CLI_TERMINAL_H_
#define STRETTO_SIM_CLI_TERMINAL_H_

// Progress on a terminal: one line that is written over.

#include <ostream>
#include <string>

namespace stretto {

/// Is `err` the standard error stream, and that a terminal?
bool is_terminal(const std::ostream& err);

/// Replaces the line; an empty text leaves none.
void write_over(std::ostream& err, const std::string& text);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_TERMINAL_H_
