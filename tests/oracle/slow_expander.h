#ifndef STRETTO_TESTS_ORACLE_SLOW_EXPANDER_H_
#define STRETTO_TESTS_ORACLE_SLOW_EXPANDER_H_

// A second expander, slow and evident: it walks the syntax tree once per rank and call, with names
// in std::map and everything it finds written down as words. It shares no code with expand(), only
// the specification (models/LANGUAGE.md and models/program.h).
//
//   Listing listing = slow_expand(parse(text, path), {.tp = TpSize{4}});
//
// Readings where the specification leaves room:
//   - `s >= n` counts as awaited: a later `s += 1` waits for the larger of what was awaited, plus
//   one;
//   - `set s = n` restarts this rank's account of s at n;
//   - `s mod m == n` waits for the least value that is at least the account and leaves n mod m;
//   - a record on a stream that has no op yet is an event that has happened;
//   - a def sees the names of the place where it was written, and its arguments;
//   - rank w of a world of dp groups is rank w mod tp of group w div tp;
//   - in a sequence, events are names of one run.

#include "models/expand.h"
#include "models/syntax.h"
#include "tests/oracle/listing.h"

namespace stretto::oracle {

/// Throws std::invalid_argument where the text or `require` refuses, for a first reason found.
Listing slow_expand(const syntax::File& file, const ExpandOptions& options);

/// The sends that meet recvs and the calls that meet on a communicator or pad, by counting.
void link(Listing& listing);

/// Send and recv as copies and signals: LANGUAGE.md, "Transport". `via` is "ce" or "sm".
Listing rewrite_transport(const Listing& listing, const std::string& via);

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_SLOW_EXPANDER_H_
