#ifndef STRETTO_KERNELS_CPU_RANDOM_H_
#define STRETTO_KERNELS_CPU_RANDOM_H_

// Numbers from a seed, the same on every machine: splitmix64 (Steele, Lea and Flood, OOPSLA 2014).

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace stretto::cpu {

inline uint64_t mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

/// One number for a key of several parts.
inline uint64_t hash_of(std::initializer_list<int64_t> key) {
  uint64_t hash = 0;
  for (int64_t part : key) hash = mix(hash ^ static_cast<uint64_t>(part));
  return hash;
}

class Random {
 public:
  explicit Random(uint64_t seed) : state_(mix(seed)) {}
  uint64_t next() { return mix(state_++); }
  /// In 0..bound-1.
  uint64_t below(uint64_t bound) { return next() % bound; }
  template <class Value>
  void shuffle(std::vector<Value>& values) {
    for (size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  uint64_t state_;
};

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_RANDOM_H_
