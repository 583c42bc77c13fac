#ifndef STRETTO_KERNELS_CPU_MATRIX_H_
#define STRETTO_KERNELS_CPU_MATRIX_H_

// A row-major matrix of floats: a block of inputs, a reference, the numbers of a slot.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stretto::cpu {

struct Matrix {
  int64_t rows = 0;
  int64_t cols = 0;
  std::vector<float> values;  // [rows, cols]

  static Matrix zeros(int64_t rows, int64_t cols) {
    return {rows, cols, std::vector<float>(static_cast<size_t>(rows * cols))};
  }
  float& at(int64_t row, int64_t col) { return values[static_cast<size_t>(row * cols + col)]; }
  float at(int64_t row, int64_t col) const { return values[static_cast<size_t>(row * cols + col)]; }
  friend bool operator==(const Matrix&, const Matrix&) = default;
};

}  // namespace stretto::cpu

#endif  // STRETTO_KERNELS_CPU_MATRIX_H_
