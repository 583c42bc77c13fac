#include "kernels/cpu/inputs.h"

namespace stretto::cpu {

static constexpr float kLarge =
    16777216.0f;  // 2^24: one more is lost in f32, and in bf16 all the more

static float small_odd(uint64_t number) {
  float value = 1.0f + 2.0f * static_cast<float>((number >> 1) % 4);
  return number & 1 ? value : -value;
}

/// Of each tp group one rank holds 2^24 and one -2^24, which ones being drawn for this element; the
/// others hold small odd numbers, which survive a sum only outside the two. Two ranks commute:
/// small numbers.
float Inputs::order_pattern(Key leaf, int64_t row, int64_t col) const {
  uint64_t tp = static_cast<uint64_t>(program_.tp.value);
  Term shared = leaf;
  shared.rank = leaf.rank / program_.tp.value;
  uint64_t hash = number(shared, row, col, 3);
  uint64_t plus = hash % tp;
  uint64_t minus = tp > 2 ? (plus + 1 + (hash >> 32) % (tp - 1)) % tp : plus;
  uint64_t own = static_cast<uint64_t>(leaf.rank) % tp;
  if (tp > 2 && own == plus) return kLarge;
  if (tp > 2 && own == minus) return -kLarge;
  return small_odd(number(leaf, row, col, 4));
}

void Inputs::fill_order_data(Key leaf, Matrix& block) const {
  for (int64_t row = 0; row < block.rows; ++row) {
    for (int64_t col = 0; col < block.cols; ++col) {
      if (leaf.kind == TermKind::kLocal) {
        block.at(row, col) = order_pattern(leaf, row, col);
      } else {
        uint64_t hash = number(leaf, row, col, 0);
        float value = static_cast<float>(1 + (hash >> 1) % 15);
        block.at(row, col) = hash & 1 ? value : -value;
      }
    }
  }
}

void Inputs::fill_order_weight(Key leaf, Matrix& block) const {
  bool is_masked = roles_[static_cast<size_t>(leaf.name)].is_masked;
  Term shared = leaf;
  shared.rank = 0;  // the same rows on every rank, so that a sum meets one and the same element
  for (int64_t col = 0; col < block.cols; ++col) {
    int64_t row = (col + static_cast<int64_t>(number(shared, 0, 0, 5) >> 32)) % block.rows;
    block.at(row, col) = is_masked ? order_pattern(leaf, 0, col) : 1.0f;
  }
}

}  // namespace stretto::cpu
