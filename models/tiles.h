#ifndef STRETTO_MODELS_TILES_H_
#define STRETTO_MODELS_TILES_H_

// A GEMM's output [m, n] in CTA tiles, and tiles in waves over the SMs.

#include <cstdint>

namespace stretto {

inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

inline int64_t num_tiles(int64_t m, int64_t n, int64_t tile_m, int64_t tile_n) {
  return ceil_div(m, tile_m) * ceil_div(n, tile_n);
}

inline int64_t num_waves(int64_t tiles, int64_t sms) { return ceil_div(tiles, sms); }

}  // namespace stretto

#endif  // STRETTO_MODELS_TILES_H_
