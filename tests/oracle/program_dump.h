#ifndef STRETTO_TESTS_ORACLE_PROGRAM_DUMP_H_
#define STRETTO_TESTS_ORACLE_PROGRAM_DUMP_H_

// A Program in the words of the slow expander, read from its pools by what program.h says of them.
//
//   canonical_dump(listing_of(expand(file, options)))

#include <string>

#include "models/program.h"
#include "tests/oracle/listing.h"

namespace stretto::oracle {

/// `num_declared_signals`: how many of the signal arrays the text declares; those behind them are a
/// transport's.
Listing listing_of(const Program& program, size_t num_declared_signals);
Listing listing_of(const Program& program);

enum class Reading { kExact, kAsAsked };
/// An interned value in the words of value_text.h, made from its terms alone.
std::string value_text_of(const Program& program, ValueId value, Reading reading = Reading::kExact);

/// "x[2]@1"
std::string slot_text(const Program& program, Slot slot);
std::string signal_text(const Program& program, Signal signal);

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_PROGRAM_DUMP_H_
