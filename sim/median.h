#ifndef STRETTO_SIM_MEDIAN_H_
#define STRETTO_SIM_MEDIAN_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stretto {

/// The upper one of two in the middle; `values` is not empty.
inline int64_t median(std::vector<int64_t> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace stretto

#endif  // STRETTO_SIM_MEDIAN_H_
