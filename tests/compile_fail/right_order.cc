// Compiles: the control of the other files here.

#include "models/types.h"

namespace stretto {

Rank next(Rank rank, TpSize tp);
bool holds(Slot slot, Chunk chunk);

Rank right_order() { return next(Rank{0}, TpSize{4}); }
bool right_places() { return holds(Slot{0}, Chunk{4}) && Rank{1} < Rank{2}; }

}  // namespace stretto
