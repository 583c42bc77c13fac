#ifndef STRETTO_SIM_CLI_PROGRAM_TEXT_H_
#define STRETTO_SIM_CLI_PROGRAM_TEXT_H_

// A Program for people: a table per rank, or a picture for graphviz.

#include <optional>
#include <string>

#include "models/program.h"

namespace stretto {

/// One line an op in posting order: its number, stream, what it does, what it waits for besides its
/// stream, the line of the text. Children stand behind their launch, two spaces in.
std::string program_text(const Program& program, std::optional<Rank> only_rank);

/// A graphviz digraph: a cluster per rank, a node per op; solid edges for stream order, dashed ones
/// for events, bold ones for matches and meetings, dotted ones from bumps to waits on the same
/// counter.
std::string program_dot(const Program& program);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_PROGRAM_TEXT_H_
