#ifndef STRETTO_SIM_CLI_SCHEDULE_SOURCE_H_
#define STRETTO_SIM_CLI_SCHEDULE_SOURCE_H_

// From what the user typed to a schedule text: NAME is a shipped schedule; anything with a '/' or
// the ending .sched is a FILE.
//
//   syntax::File file = load_schedule("ring_ag_gemm");
//   syntax::File mine = load_schedule("./mine.sched");

#include <string>

#include "models/syntax.h"

namespace stretto {

/// Reads and parses. Throws std::invalid_argument for an unknown name (with the close ones) and a
/// file that cannot be read, InputError for a text that does not parse.
syntax::File load_schedule(const std::string& name_or_file);

/// What a file stands for: the name of the last schedule or sequence of its text.
std::string schedule_name(const syntax::File& file);

/// The heading comment of what a file stands for, up to its first colon or full stop; empty without
/// one.
std::string headline(const syntax::File& file);

/// "all_gather_gemm", "all_gather, reduce_scatter", "permuted" said behind; a sequence says what it
/// runs.
std::string computes_text(const syntax::File& file);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_SCHEDULE_SOURCE_H_
