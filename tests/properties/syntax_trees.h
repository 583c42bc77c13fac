#ifndef STRETTO_TESTS_PROPERTIES_SYNTAX_TREES_H_
#define STRETTO_TESTS_PROPERTIES_SYNTAX_TREES_H_

// Random syntax trees, well formed as models/LANGUAGE.md has it: what parse() could have returned.
// Names are random too, with a liking for the words that are keywords only in some places.

#include "models/syntax.h"

namespace stretto {

/// A tree drawn from the random choices of the RapidCheck property that calls this.
syntax::File any_file();

}  // namespace stretto

#endif  // STRETTO_TESTS_PROPERTIES_SYNTAX_TREES_H_
