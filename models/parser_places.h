#ifndef STRETTO_MODELS_PARSER_PLACES_H_
#define STRETTO_MODELS_PARSER_PLACES_H_

// Places, streams, events, ranks and binders: names with indices. Each verb reads one at the cursor
// and throws a Failure (already reported) when there is none.

#include <string_view>
#include <vector>

#include "models/parser_cursor.h"
#include "models/syntax.h"

namespace stretto::parsing {

/// `NAME[i, a..b, *]@p`
syntax::PlaceRef parse_place(Cursor& cursor);

/// `NAME[i, a..b, *]`: streams.
syntax::PlaceRef parse_stream(Cursor& cursor);

/// `NAME[i, j]`: events.
syntax::PlaceRef parse_event(Cursor& cursor);

/// Behind an opening bracket: `i, a..b, *` and the closing one.
std::vector<syntax::Index> parse_indices(Cursor& cursor, std::string_view close);

/// Behind `->` and `<-`.
syntax::RankRef parse_peer(Cursor& cursor);

/// Behind `@`.
syntax::RankRef parse_place_rank(Cursor& cursor);

/// `NAME in a..b, ..`
std::vector<syntax::Binder> parse_binders(Cursor& cursor);

}  // namespace stretto::parsing

#endif  // STRETTO_MODELS_PARSER_PLACES_H_
