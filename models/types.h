#ifndef STRETTO_MODELS_TYPES_H_
#define STRETTO_MODELS_TYPES_H_

// The integers that must never be swapped, each a type of its own.
//
// Real code has passed tp_size where tp_rank was meant; here that does not compile:
//
//   Rank next(Rank rank, TpSize tp);
//   next(TpSize{4}, Rank{0});   // error: no conversion
//
// A tagged integer is constructed explicitly, compares with its own kind only, and gives its number
// back through `.value`.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace stretto {

template <class Tag>
struct Tagged {
  int32_t value = 0;

  constexpr Tagged() = default;
  template <class Integer>
  requires std::is_integral_v<Integer>
  constexpr explicit Tagged(Integer number) : value(static_cast<int32_t>(number)) {}
  friend constexpr auto operator<=>(Tagged, Tagged) = default;
};

/// A participant of the world, 0-based; with dp = 1 it is the rank of the tensor-parallel group.
using Rank = Tagged<struct RankTag>;
/// The number of ranks of one tensor-parallel group.
using TpSize = Tagged<struct TpSizeTag>;
/// A place that holds one chunk: an index over all ranks' slots, see Program::memory.
using Slot = Tagged<struct SlotTag>;
/// A block of a shard, local or weight, row-major over the declared dimensions.
using Chunk = Tagged<struct ChunkTag>;
/// A counter in a rank's memory: an index over all ranks' signals.
using Signal = Tagged<struct SignalTag>;

}  // namespace stretto

template <class Tag>
struct std::hash<stretto::Tagged<Tag>> {
  size_t operator()(stretto::Tagged<Tag> tagged) const noexcept {
    return std::hash<int32_t>()(tagged.value);
  }
};

#endif  // STRETTO_MODELS_TYPES_H_
