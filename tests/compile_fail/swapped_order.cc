// Does not compile: each marked line, and no other one, is an error about a conversion.

#include "models/types.h"

namespace stretto {

Rank next(Rank rank, TpSize tp);
bool holds(Slot slot, Chunk chunk);

Rank swapped() { return next(TpSize{4}, Rank{0}); }         // error
Rank twice() { return next(Rank{0}, Rank{4}); }             // error
bool swapped_places() { return holds(Chunk{4}, Slot{0}); }  // error
Rank from_numbers() { return next(0, 4); }                  // error
Rank from_tp_size(TpSize tp) { return Rank{tp}; }           // error
bool compared(Rank rank, TpSize tp) { return rank < tp; }   // error
int as_number(Rank rank) { return rank; }                   // error

}  // namespace stretto
