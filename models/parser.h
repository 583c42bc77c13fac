#ifndef STRETTO_MODELS_PARSER_H_
#define STRETTO_MODELS_PARSER_H_

// Text to syntax tree. models/LANGUAGE.md has the grammar.
//
//   syntax::File file = parse(text, "ring.sched");

#include <string>
#include <string_view>

#include "models/syntax.h"

namespace stretto {

/// Parses a whole text. `path` is only used in diagnostics.
/// Throws InputError with every syntax error found (the parser resumes at the next statement).
syntax::File parse(std::string_view text, std::string path);

}  // namespace stretto

#endif  // STRETTO_MODELS_PARSER_H_
